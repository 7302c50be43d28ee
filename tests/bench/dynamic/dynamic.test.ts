/**
 * The dynamic benchmark: a short run of every world is right for everybody, and its page says what its record says.
 *
 * `npm run bench -- dynamic` plays everything anew and writes record and page.
 */

import { init, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { completed, describeEnvironment } from '../node/environment';
import { parseRequest } from '../node/request';
import { readFile, writeFile } from '../report/document';
import { PAGE, renderPage } from './page';
import { play } from './play';
import {
  type DynamicCell,
  type DynamicRecord,
  formatRecord,
  RECORD,
  readRecord,
  SCHEMA,
  type TooSlow,
  type World,
} from './record';
import { type DynamicRequest, parseDynamicRequest, REQUEST_VARIABLE } from './request';
import { motionKinds } from './worlds';

const asked = process.env[REQUEST_VARIABLE];
const HOURS = 4 * 3_600_000;

await init();

async function playAll(request: DynamicRequest): Promise<DynamicRecord> {
  const card = describeEnvironment(parseRequest([]));
  const kinds = motionKinds.filter(
    ({ id }) => request.motions.length === 0 || request.motions.includes(id),
  );
  const worlds: World[] = [];
  const cells: DynamicCell[] = [];
  const tooSlow: TooSlow[] = [];
  for (const dimensions of [2, 3] as const) {
    for (const n of request.n) {
      for (const kind of kinds) {
        const played = await play(kind, dimensions, n, request);
        worlds.push(played.world);
        cells.push(...played.cells);
        tooSlow.push(...played.tooSlow);
        console.log(`${kind.id} ${dimensions}D n=${n}: ${played.world.frames} frames`);
      }
    }
  }
  const environment = { ...completed(card), preset: 'dynamic', rounds: 1, sampleMs: 0 };
  return { schema: SCHEMA, environment, frames: request.frames, worlds, cells, tooSlow };
}

if (asked) {
  test(
    'play',
    async () => {
      const request = JSON.parse(asked) as DynamicRequest;
      const record = await playAll(request);
      const files = renderPage(record);
      if (!request.writes) return console.log(files.get(PAGE));
      writeFile(RECORD, formatRecord(record));
      for (const [name, text] of files) writeFile(name, text);
    },
    HOURS,
  );
}

const recorded = () => readRecord(readFile(RECORD));

describe.skipIf(asked)('the dynamic benchmark', () => {
  const brief = { frames: 40, seconds: 60, structures: [] };

  for (const dimensions of [2, 3] as const) {
    test.each(motionKinds)(
      `[G1] $id, ${dimensions}D: everybody has the right pairs in every policy`,
      async (kind) => {
        const { world, cells } = await play(kind, dimensions, 300, brief);
        expect(world.frames).toBe(40);
        expect(world.moved).toBeGreaterThan(0);
        expect(world.pairs).toBeGreaterThan(0);
        for (const { id } of structures) {
          const mine = cells.filter(({ structure }) => structure === id);
          expect(mine.map(({ policy }) => policy)).toContain('rebuild');
        }
      },
    );
  }

  test('what is replaced keeps begins and ends apart: both happen when boxes spawn', async () => {
    const spawn = motionKinds.find(({ id }) => id === 'spawn')!;
    const { world } = await play(spawn, 2, 2000, { ...brief, structures: ['dynamic-tree'] });
    expect(world.begins).toBeGreaterThan(0);
    expect(world.ends).toBeGreaterThan(0);
  });

  test(`${PAGE} and its charts say what the record says`, () => {
    for (const [name, text] of renderPage(recorded())) expect(readFile(name), name).toBe(text);
  });

  test('every structure of the registry is in every world of the record', () => {
    const { worlds, cells, tooSlow } = recorded();
    for (const { motion, dimensions, n } of worlds) {
      const here = [...cells, ...tooSlow].filter(
        (cell) => cell.motion === motion && cell.dimensions === dimensions && cell.n === n,
      );
      const wanted = structures.filter(({ id }) => id !== 'brute-force' || n <= 10_000);
      for (const { id } of wanted) expect(here.map(({ structure }) => structure)).toContain(id);
    }
  });

  test('arguments that are not understood are refused with a sentence', () => {
    expect(() => parseDynamicRequest(['--n=-1'])).toThrow('--n: expected a number above 0');
    expect(() => parseDynamicRequest(['--motion', 'fly'])).toThrow('--motion: expected one of');
    expect(parseDynamicRequest([]).writes).toBe(true);
    expect(parseDynamicRequest(['--structure', 'dynamic-tree']).writes).toBe(false);
  });
});
