/** Worlds of every entry point with random operations, compared with brute force in every frame. */

import type { Layer, World } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { requireSequence } from '../support/compare.js';
import { distanceTo, onSegment, timeOfBox, timeOfCapsule } from '../support/volume-oracle.js';
import {
  type ModelBody,
  randomOf,
  WorldModel,
  type WorldSubject,
  worldSubjects,
} from '../support/worlds.js';

beforeAll(() => Promise.all(worldSubjects.map(({ init }) => init())));

const LAYERS: Layer[] = ['dynamic', 'dynamic', 'static', 'static', 'sensor'];

class Trial {
  readonly #random: (bound: number) => number;
  readonly #world: World<string>;
  #model = new WorldModel();
  #kept: [bytes: Uint8Array, model: WorldModel][] = [];
  readonly #subject: WorldSubject;

  constructor(subject: WorldSubject, world: World<string>, seed: number) {
    this.#subject = subject;
    this.#world = world;
    this.#random = randomOf(seed);
  }

  run(frames: number): void {
    for (let frame = 0; frame < frames; frame++) {
      this.#change();
      if (this.#random(12) === 0) this.#kept.push([this.#world.snapshot(), this.#model.copy()]);
      if (this.#random(15) === 0) this.#goBack();
      if (this.#random(4) === 0) this.#query();
      this.#model.step();
      const { pairs, begins, ends, bodies } = this.#model;
      const steps = this.#world.step();
      requireSequence([steps], [pairs.length / 2], () => `frame ${frame}`);
      requireSequence(this.#world.pairs, pairs, () => `pairs of frame ${frame}`);
      requireSequence(this.#world.begins, begins, () => `begins of frame ${frame}`);
      requireSequence(this.#world.ends, ends, () => `ends of frame ${frame}`);
      const ids = [...bodies.keys()].sort((a, b) => a - b);
      requireSequence(this.#world.ids(), ids, () => `ids of frame ${frame}`);
    }
  }

  #box(): number[] {
    const low = Array.from({ length: this.#subject.dimensions }, () => this.#random(16));
    return [...low, ...low.map((value) => value + this.#random(4))];
  }

  #id(): number | undefined {
    const ids = [...this.#model.bodies.keys()];
    return ids[this.#random(ids.length)];
  }

  #change(): void {
    for (let i = this.#random(5); i > 0; i--) this.#add();
    for (let i = this.#random(4); i > 0; i--) {
      const id = this.#id();
      if (id === undefined) continue;
      this.#world.remove(id);
      this.#model.bodies.delete(id);
    }
    this.#move();
    for (let i = this.#random(4); i > 0; i--) {
      const id = this.#id();
      if (id !== undefined) this.#world[this.#random(3) === 0 ? 'wake' : 'sleep'](id);
    }
    for (let i = this.#random(3); i > 0; i--) this.#setLayer();
  }

  #setLayer(): void {
    const id = this.#id();
    if (id === undefined) return;
    const layer = LAYERS[this.#random(5)];
    this.#world.setLayer(id, layer);
    (this.#model.bodies.get(id) as ModelBody).layer = layer;
    expect(this.#world.layer(id)).toBe(layer);
  }

  #add(): void {
    const box = this.#box();
    const layer = LAYERS[this.#random(5)];
    const [category, mask] = this.#random(2) === 0 ? [1, -1] : [1 << this.#random(3), 5];
    const object = `${layer} ${box}`;
    const id = this.#world.add(box, { layer, category, mask, object });
    expect(id).toBe(this.#model.add(box, layer, category, mask));
    expect([this.#world.object(id), this.#world.layer(id)]).toEqual([object, layer]);
  }

  #move(): void {
    const ids = [...this.#model.bodies.keys()].filter(() => this.#random(3) === 0);
    const boxes = ids.map(() => this.#box());
    ids.forEach((id, i) => {
      (this.#model.bodies.get(id) as { box: number[] }).box = boxes[i];
    });
    const variant = this.#random(5);
    if (variant === 0) this.#world.moveMany(ids, boxes.flat());
    if (variant === 0) return;
    for (const [i, id] of ids.entries()) {
      if (variant === 1) this.#world.move(id, boxes[i]);
      else this.#world.bounds.set(boxes[i], id * boxes[i].length);
    }
    if (variant === 2) this.#world.touch(ids);
    if (variant === 3) this.#world.touch([...ids, 1e9, -1], ids.length);
    // touchAll() requires that the last view of the bounds contains all bodies
    if (variant === 4 && this.#world.bounds.length > 0) this.#world.touchAll();
  }

  #goBack(): void {
    const kept = this.#kept[this.#random(this.#kept.length)];
    if (kept === undefined) return;
    this.#world.restore(kept[0]);
    this.#model = kept[1].copy();
    expect([...this.#world.pairs]).toEqual(this.#model.pairs);
    expect(this.#world.begins.length + this.#world.ends.length).toBe(0);
    expect(this.#world.snapshot()).toEqual(kept[0]);
  }

  /**
   * Queries with three volumes: a diagonal segment of a box, a capsule of radius 0.9 around an
   * edge, and the planes of the box.
   */
  #queryVolumes(box: number[], filter: { mask: number; layer: Layer[] }): void {
    const { mask, layer } = filter;
    const d = box.length / 2;
    const [low, high] = [box.slice(0, d), box.slice(d)];
    const along = this.#model.where((own) => onSegment(box, own), mask, layer);
    expect([...this.#world.querySegment(low, high, filter)]).toEqual(along);
    const end = low.map((value, axis) => (axis === 0 ? high[0] : value));
    const near = (own: number[]) => distanceTo([...low, ...end], own) <= 0.9;
    const round = [...this.#world.queryCapsule(low, end, 0.9, filter)];
    expect(round).toEqual(this.#model.where(near, mask, layer));
    const planes = low.flatMap((_, axis) => {
      const normal = low.map((__, i) => (i === axis ? 1 : 0));
      return [
        { normal, constant: -low[axis] },
        { normal: normal.map((value) => -value), constant: high[axis] },
      ];
    });
    const between = [...this.#world.queryConvex(planes, filter)];
    expect(between).toEqual(this.#model.inBox(box, mask, layer));
  }

  #queryCasts(box: number[], filter: { mask: number; layer: Layer[] }): void {
    const from = box.slice(0, box.length / 2);
    const displacement = from.map((value) => this.#random(20) - value);
    const bodies = this.#model
      .where(() => true, filter.mask, filter.layer)
      .map((id) => ({ id, box: (this.#model.bodies.get(id) as { box: number[] }).box }));
    const times = bodies.map((body) => timeOfBox(box, displacement, body.box));
    const first = Math.min(Infinity, ...times);
    const hit = this.#world.castBox(box, displacement, filter);
    expect([hit?.id, hit?.fraction]).toEqual(
      first === Infinity
        ? [undefined, undefined]
        : [bodies[times.indexOf(first)].id, Math.fround(first)],
    );
    const touches = bodies.map((body) =>
      timeOfCapsule([...from, ...from], 0.9, displacement, body.box),
    );
    const minTime = Math.min(Infinity, ...touches);
    const ball = this.#world.castSphere(from, 0.9, displacement, filter);
    if (minTime === Infinity) expect(ball).toBeNull();
    else {
      const own = touches[bodies.findIndex(({ id }) => id === ball?.id)];
      expect(Math.abs(own - minTime)).toBeLessThan(1e-6);
      expect(Math.abs((ball?.fraction ?? NaN) - minTime)).toBeLessThan(1e-6);
    }
  }

  /**
   * Tests queries with shapes inside the boxes. Some shapes are missed, and others are hit later
   * than their boxes. The callback also queries the world.
   */
  #checkShapes(box: number[], filter: { mask: number; layer: Layer[] }): void {
    const world = this.#world;
    const [from, high] = [box.slice(0, box.length / 2), box.slice(box.length / 2)];
    const direction = high.map((value, axis) => value - from[axis] + 1);
    const inside = () => {
      expect([...world.queryBox(box)]).toEqual(this.#model.inBox(box));
      expect(world.castBox(box, direction, { filter, hit: () => false })).toBeNull();
    };
    const shape = (id: number, at: number) => {
      inside();
      return id % 3 === 2 ? false : at + (id % 4) / 8;
    };
    const boxes = world.raycastAll(from, direction, 99, filter);
    const at = new Map(Array.from(boxes.ids, (id, i) => [id, boxes.distances[i]]));
    const shapes = [...at].filter(([id]) => id % 3 !== 2).map(([id, d]) => [d + (id % 4) / 8, id]);
    const [first] = shapes.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const hit = (id: number) => shape(id, at.get(id) ?? NaN);
    const found = world.raycast(from, direction, { maxDistance: 99, filter, hit });
    expect([found?.id, found?.distance]).toEqual([first?.[1], first?.[0]]);
    const touched = this.#model.inBox(box, filter.mask, filter.layer);
    const touching = touched.find((id) => id % 3 !== 2 && id % 4 === 0);
    const atStart = (id: number) => touched.includes(id) && shape(id, 0);
    const start = world.castBox(box, direction, { filter, hit: atStart });
    if (touching !== undefined) expect(start).toMatchObject({ id: touching, fraction: 0 });
    const ids = this.#model.where(() => true, filter.mask, filter.layer);
    const distance = (id: number) => {
      inside();
      return 1000 - id;
    };
    const nearest = world.nearest(from, 3, { filter, distance });
    expect([...nearest.ids]).toEqual(ids.reverse().slice(0, 3));
  }

  #queryNeighbors(): void {
    const world = this.#world;
    for (const distance of [0, 1.5, Math.SQRT2]) {
      expect([...world.pairsWithin(distance)]).toEqual(this.#model.within(distance));
    }
    const { ids, distances } = world.nearestAll(2);
    [...world.ids()].forEach((id, i) => {
      const box = [...world.box(id)];
      const d = box.length / 2;
      const center = Array.from({ length: d }, (_, axis) => (box[axis] + box[d + axis]) / 2);
      const near = world.nearest(center, world.size);
      const others = [...near.ids.keys()].filter((at) => near.ids[at] !== id).slice(0, 2);
      const expected = [0, 1].map((at) => near.ids[others[at]] ?? -1);
      expect([...ids.subarray(2 * i, 2 * i + 2)]).toEqual(expected);
      const far = [0, 1].map((at) => near.distances[others[at]] ?? Infinity);
      expect([...distances.subarray(2 * i, 2 * i + 2)]).toEqual(far);
    });
  }

  #query(): void {
    const box = this.#box();
    const mask = this.#random(2) === 0 ? 0xffffffff : 5;
    const layers: Layer[] = LAYERS.slice(1 + this.#random(3), 5);
    expect([...this.#world.queryBox(box, mask)]).toEqual(this.#model.inBox(box, mask));
    const found = this.#world.queryBox(box, { mask, layer: layers });
    expect([...found]).toEqual(this.#model.inBox(box, mask, layers));
    const third = (id: number) => id % 3 === 0;
    const chosen = this.#world.queryBox(box, { mask, layer: layers, accept: third });
    expect([...chosen]).toEqual([...found].filter(third));
    expect(this.#world.overlaps(box, { mask, layer: layers, accept: third })).toBe(
      chosen.length > 0,
    );
    expect(this.#world.overlaps(box, { mask, layer: layers })).toBe(found.length > 0);
    this.#queryVolumes(box, { mask, layer: layers });
    this.#queryCasts(box, { mask, layer: layers });
    this.#checkShapes(box, { mask, layer: layers });
    if (this.#random(4) === 0) this.#queryNeighbors();
    const corner = box.slice(0, box.length / 2);
    const at = this.#model.inBox([...corner, ...corner]);
    expect([...this.#world.queryPoint(corner)]).toEqual(at);
    // bodies that contain the point have distance 0 and are sorted by id
    const near = this.#world.nearest(corner, 3);
    expect([...near.ids].slice(0, at.length)).toEqual(at.slice(0, 3));
    const hit = this.#world.raycast(
      corner,
      corner.map((_, i) => (i === 0 ? 1 : 0)),
      0,
    );
    const normal = corner.map(() => 0);
    expect(hit).toEqual(at.length === 0 ? null : { id: at[0], distance: 0, normal });
  }
}

// tests/cpp/conformance/world_test.cpp tests worlds with every structure, with and without a budget
test.each(worldSubjects)('a world of $name is like brute force', (subject) => {
  const world = subject.create({ budget: 2 });
  new Trial(subject, world, 1).run(100);
  world.dispose();
});

test('sapwood/all has worlds on every structure', async () => {
  const { structures, World } = await import('sapwood/all');
  for (const { id } of structures) {
    const world = new World<string>({ dimensions: 2, broadphase: id });
    expect(world.broadphase).toBe(id);
    new Trial({ ...worldSubjects[3], dimensions: 2 }, world, 9).run(10);
    world.dispose();
  }
});
