/**
 * The same calls return the same ids and bits in the same order on every machine. The test hashes
 * all results of a long scenario. tests/cpp/conformance/lockstep_test.cpp runs the same scenario.
 * tests/scenes/lockstep.csv contains its parameters and the expected hashes.
 */

import { readFileSync } from 'node:fs';
import { init, type SpatialIndex } from 'sapwood/all';
import { hex32, Mulberry32 } from 'scenes';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentOf } from '../support/bytes.js';
import { allSubjects, type Subject } from '../support/subjects.js';

const csv = readFileSync(new URL('../../scenes/lockstep.csv', import.meta.url), 'utf8');
const rows = csv
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','));

function parameter(name: string): number {
  const row = rows.find(([kind, key]) => kind === 'parameter' && key === name);
  if (row === undefined) throw new Error(`lockstep.csv: no parameter ${name}`);
  return Number(row[4]);
}

function goldenOf({ id, dimensions }: Subject, frames: number): string | undefined {
  const cells = ['golden', id, String(dimensions), String(frames)];
  return rows.find((row) => cells.every((cell, i) => row[i] === cell))?.[4];
}

const lane = new Float32Array(1);
const bits = new Uint32Array(lane.buffer);

/** Hash of the results: FNV-1a over 32-bit words. */
class Transcript {
  private hash = 2166136261 | 0;

  get hex(): string {
    return hex32(this.hash);
  }
  word(value: number): void {
    this.hash = Math.imul(this.hash ^ value, 16777619);
  }
  words(values: ArrayLike<number>): void {
    this.word(values.length);
    for (let i = 0; i < values.length; i++) this.word(values[i]);
  }
  single(value: number): void {
    lane[0] = value;
    this.word(bits[0]);
  }
  singles(values: ArrayLike<number>): void {
    for (let i = 0; i < values.length; i++) this.single(values[i]);
  }
}

class Player {
  readonly transcript = new Transcript();
  private readonly random: Mulberry32;
  private readonly index: SpatialIndex & { optimize?(budget: number): number };
  private readonly dimensions: number;

  constructor(subject: Subject) {
    this.index = subject.create();
    this.dimensions = subject.dimensions;
    this.random = new Mulberry32(parameter('seed') + subject.dimensions);
  }

  run(frames: number): string {
    this.build();
    for (let frame = 1; frame <= frames; frame++) {
      if (frame % parameter('buildEvery') === 0) this.build();
      if (frame % parameter('updateEvery') === 0) this.update();
      if (frame % parameter('optimizeEvery') === 0) this.optimize();
      this.change();
      this.query();
      if (frame % parameter('saveEvery') === 0) this.save();
    }
    const faults = this.index.validate();
    if (faults.length > 0) throw new Error(`invalid after ${frames} frames: ${faults}`);
    this.index.dispose();
    return this.transcript.hex;
  }

  private between(low: number, high: number): number {
    return Math.fround(low + this.random.unit() * (high - low));
  }
  private point(reach: number): number[] {
    return Array.from({ length: this.dimensions }, () => this.between(-reach, reach));
  }
  private box(): number[] {
    const low = this.point(parameter('world'));
    const high = low.map((value) => Math.fround(value + this.between(0, parameter('side'))));
    return [...low, ...high];
  }
  /** Returns a random id. The index may have no item with this id. */
  private someId(): number {
    return this.random.below(parameter('items'));
  }

  private build(): void {
    const boxes = Array.from({ length: parameter('items') }, () => this.box());
    this.index.build(boxes.flat());
  }
  private update(): void {
    const moved = Array.from(this.index.ids(), (id) => {
      const by = this.point(0.5);
      return Array.from(this.index.box(id), (value, i) =>
        Math.fround(value + by[i % this.dimensions]),
      );
    });
    this.transcript.word(this.index.update(moved.flat()));
  }
  private optimize(): void {
    if (this.index.optimize) this.transcript.word(this.index.optimize(parameter('budget')));
  }
  private change(): void {
    for (let i = 0; i < parameter('moves'); i++) {
      const id = this.someId();
      const box = this.box();
      const by = this.point(1);
      if (this.index.has(id)) this.transcript.word(this.index.move(id, box, by) ? 1 : 0);
    }
    const removed = this.someId();
    if (this.index.has(removed)) this.index.remove(removed);
    const box = this.box();
    const category = 1 << this.random.below(4);
    const mask = this.random.below(4) === 0 ? 6 : 0xffffffff;
    this.transcript.word(this.index.insert(box, { category, mask }));
    const filtered = this.someId();
    if (this.index.has(filtered)) this.index.setFilter(filtered, { category: 5, mask: 3 });
  }

  private query(): void {
    const { transcript, index } = this;
    const reach = parameter('world');
    transcript.words(index.queryBox(this.box()));
    transcript.words(index.queryBox(this.box(), { category: 2, mask: 5 }));
    transcript.words(index.queryPoint(this.point(reach)));
    transcript.words(index.querySphere(this.point(reach), parameter('side')));
    const origin = this.point(reach);
    const direction = this.point(1);
    const hit = index.raycast(origin, direction);
    transcript.word(hit?.id ?? 0xffffffff);
    const along = index.raycastAll(origin, direction, 2 * reach);
    const near = index.nearest(this.point(reach), parameter('neighbors'));
    for (const { ids, distances } of [along, near]) {
      transcript.words(ids);
      transcript.singles(distances);
    }
    if (this.dimensions === 3) this.cull();
    transcript.words(index.pairs());
  }
  private cull(): void {
    const planes = Array.from({ length: 6 }, () => {
      const normal = this.point(1);
      return [...normal, this.between(0, parameter('world'))];
    });
    const flat = planes.flat();
    this.transcript.words(this.index.queryFrustum(flat));
    this.transcript.words(this.index.queryFrustum(flat, { eye: this.point(parameter('world')) }));
  }
  private save(): void {
    const bytes = contentOf(this.index.serialize());
    this.transcript.words(bytes);
  }
}

function play(subject: Subject, frames: number): string {
  return new Player(subject).run(frames);
}

beforeAll(() => init());

const frames = parameter(process.env.SAPWOOD_LOCKSTEP === 'long' ? 'long' : 'short');

describe('equal calls have the same ids, order and bits as in C++', () => {
  test.each(allSubjects())(
    '$name',
    (subject) => {
      expect(play(subject, frames)).toBe(goldenOf(subject, frames));
    },
    600_000,
  );
});

test('the hash differs for other frames and structures', () => {
  const [first, second] = allSubjects();
  expect(play(first, 3)).not.toBe(play(first, 2));
  expect(play(first, 3)).not.toBe(play(second, 3));
});
