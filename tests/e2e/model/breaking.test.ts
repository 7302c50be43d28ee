/** The tool "Break it" without a page: counts, reasons, and painted boxes in addresses. */

import { beforeAll, expect, test } from 'vitest';
import { arrangementFor } from '../../../web/playground/src/features/break/arrangements.js';
import { breakableStructures } from '../../../web/playground/src/features/break/break-switch.js';
import { COLLAPSE, readMeter } from '../../../web/playground/src/features/break/meter.js';
import {
  readPainted,
  rounded,
  writePainted,
} from '../../../web/playground/src/features/break/painted.js';
import { overlapsOnAxis } from '../../../web/playground/src/features/break/reasons.js';
import { prepare, read, Scene } from './scene.js';

beforeAll(prepare);

const addressOf = (structure: string, dim = 2) =>
  `v=1&dim=${dim}&scene=uniform&n=150&motion=still&q=none&structure=${structure}`;

async function painted(structure: (typeof breakableStructures)[number], dim: 2 | 3) {
  const { session } = await Scene.open(addressOf(structure, dim));
  const { sceneBounds } = session.source;
  const boxes = arrangementFor(structure, sceneBounds).map((box) => rounded(box, sceneBounds));
  return { sceneBounds, boxes, base: session.boxes };
}

test.each(breakableStructures)(
  '%s works well for its scene and collapses with its painted boxes',
  async (id) => {
    const { base, boxes } = await painted(id, 2);
    const scene = (flat: Float32Array) => ({ boxes: flat, dimensions: 2 as const });
    const before = readMeter(scene(base), id, {});
    expect(before?.collapsed).toBe(false);
    const all = Float32Array.from([...base, ...boxes.flatMap((box) => [...box])]);
    const reading = readMeter(scene(all), id, {});
    if (!reading) throw new Error('nothing was counted');
    expect(reading.items).toBe(470);
    expect(reading.all).toBe((470 * 469) / 2);
    expect(reading.collapsed).toBe(true);
    // the scene is easy for another structure: few pairs overlap, and the best structure needs
    // little work
    expect(reading.pairs / reading.all).toBeLessThan(0.02);
    expect(reading.best.share).toBeLessThan(COLLAPSE / 3);
    expect(reading.best.id).not.toBe(id);
    expect(reading.reason).toMatch(/\d/);
  },
);

test('the count of pairs that overlap on an axis equals brute force', async () => {
  const { base } = await painted('octree', 3);
  for (const axis of [0, 1, 2]) {
    let found = 0;
    for (let a = 0; a < base.length; a += 6) {
      for (let b = a + 6; b < base.length; b += 6) {
        const apart = base[a + 3 + axis] < base[b + axis] || base[b + 3 + axis] < base[a + axis];
        if (!apart) found++;
      }
    }
    expect(overlapsOnAxis(base, 3, axis)).toBe(found);
  }
});

test.each([2, 3] as const)(
  'an address restores painted boxes exactly: %s dimensions',
  async (dim) => {
    const { boxes, sceneBounds } = await painted('sweep-and-prune', dim);
    const text = writePainted(boxes, sceneBounds);
    expect(readPainted(text, sceneBounds)).toEqual(boxes);
    expect(writePainted(readPainted(text, sceneBounds), sceneBounds)).toBe(text);
    const { settings, notices } = read(`${addressOf('octree', dim)}&break=${text}`);
    expect(settings.painted).toBe(text);
    expect(notices).toEqual({});
  },
);

test('truncated or invalid addresses paint nothing, and other addresses do not start painting', async () => {
  const { boxes, sceneBounds } = await painted('hash-grid', 2);
  const text = writePainted(boxes, sceneBounds);
  expect(readPainted(text.slice(0, -1), sceneBounds)).toEqual([]);
  expect(readPainted('A', sceneBounds)).toEqual([]);
  expect(readPainted('', sceneBounds)).toEqual([]);
  for (const [query, found] of [
    ['', null],
    ['&break=-', ''],
    ['&break=%3Cb%3E', null],
    [`&break=${'A'.repeat(20_000)}`, null],
  ] as const) {
    expect(read(`${addressOf('octree')}${query}`).settings.painted).toBe(found);
  }
});
