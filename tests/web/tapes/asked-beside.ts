/**
 * Verbs that no tape asks for with bytes of their own. They are asked beside the box, the ray and the pairs of a tape,
 * with what follows from those arguments; answers are compared, and have no part in the hash of a tape. Questions make
 * some structures do what they put off, so that tapes whose hash is known go without these.
 */

import type { ItemFilter, SpatialIndex } from 'sapwood/all';
import {
  require,
  requireDistances,
  requirePairs,
  requireSequence,
  requireSet,
} from '../support/compare.js';
import type { Model } from '../support/model.js';
import {
  distanceTo,
  gaps,
  inConvex,
  onSegment,
  timeOfBox,
  timeOfSphere,
} from '../support/volume-oracle.js';

const LARGEST = Math.fround(1e18);

/** Differences of such numbers, and products of those, are exact. */
const isPlain = (value: number) => Math.abs(value) < 0x8000 && Number.isInteger(value * 0x100);

export function askBesideBox(
  index: SpatialIndex,
  box: Float32Array,
  filter: ItemFilter | undefined,
  found: Uint32Array,
): void {
  const where = () => `beside queryBox [${box}]`;
  require(index.overlaps(box, filter) === found.length > 0, where);
  const accept = (id: number) => id % 3 !== 1;
  requireSet(index.queryBox(box, { ...filter, accept }), found.filter(accept).sort(), where);
}

/** A shape in every third box is missed, the others are behind the first touch of their boxes. */
function askShapes(
  index: SpatialIndex,
  ray: { readonly origin: Float32Array; readonly direction: Float32Array; readonly reach: number },
  filter: ItemFilter | undefined,
  boxes: { readonly ids: Uint32Array; readonly distances: Float64Array },
): void {
  const shapes = new Map<number, number>();
  let best = { id: -1, distance: Infinity };
  boxes.ids.forEach((id, i) => {
    if (id % 3 === 2) return;
    const distance = boxes.distances[i] * (1 + (id % 4) / 8);
    shapes.set(id, distance);
    if (distance > ray.reach) return;
    const isNearer = distance < best.distance || (distance === best.distance && id < best.id);
    if (isNearer) best = { id, distance };
  });
  const hit = (id: number) => shapes.get(id) ?? false;
  const found = index.raycast(ray.origin, ray.direction, { maxDistance: ray.reach, filter, hit });
  const entry = found ? [found.id, found.distance] : [-1, Infinity];
  requireSequence(entry, [best.id, best.distance], () => `shapes along [${ray.origin}]`);
}

/** What lies between the ends of a direction, near it, and in the way of what moves along it. */
class Along {
  private readonly end: Float32Array;
  private readonly way: Float32Array;
  private readonly radius: number;
  private readonly doubt: number;
  private readonly asked: readonly (readonly [number, Float32Array])[];

  constructor(
    private readonly index: SpatialIndex,
    private readonly model: Model,
    private readonly start: Float32Array,
    direction: Float32Array,
    private readonly filter: ItemFilter | undefined,
  ) {
    this.end = start.map((from, axis) => from + direction[axis]);
    this.way = this.end.map((to, axis) => to - start[axis]);
    this.radius = Math.abs(this.way[0]);
    this.doubt = 1e-12 * Math.max(...this.start.map(Math.abs), ...this.end.map(Math.abs));
    const accepted = model.queryBox(this.everywhere(), filter);
    this.asked = Array.from(accepted, (id) => [id, model.box(id)] as const);
  }

  private everywhere(): Float32Array {
    const { dimensions } = this.model;
    return Float32Array.from({ length: 2 * dimensions }, (_, i) =>
      i < dimensions ? -LARGEST : LARGEST,
    );
  }

  get isAllowed(): boolean {
    return [...this.end, ...this.way].every((value) => Math.abs(value) <= LARGEST);
  }

  private readonly where = () => `along [${this.start}] to [${this.end}]`;

  private matching(test: (box: Float32Array) => boolean): number[] {
    return this.asked.filter(([, box]) => test(box)).map(([id]) => id);
  }

  convex(): void {
    const slab = [1, -1].flatMap((sign, i) => {
      const normal = this.way.map((value) => sign * value);
      const through = i === 0 ? this.start : this.end;
      return [...normal, -normal.reduce((sum, value, axis) => sum + value * through[axis], 0)];
    });
    const planes = Float32Array.from(slab);
    if (this.way.every((value) => value === 0) || !planes.every(Number.isFinite)) return;
    const wanted = this.matching((box) => inConvex(planes, box));
    requireSet(this.index.queryConvex(planes, this.filter), wanted, this.where);
  }

  segmentAndCapsule(): void {
    const segment = Float32Array.from([...this.start, ...this.end]);
    const touched = new Set(this.index.querySegment(this.start, this.end, this.filter));
    const near = new Set(this.index.queryCapsule(this.start, this.end, this.radius, this.filter));
    let [touching, within] = [0, 0];
    for (const [id, box] of this.asked) {
      const isExact = [...segment, ...box].every(isPlain);
      const isHit = onSegment(segment, box);
      const distance = isHit ? 0 : distanceTo(segment, box);
      const where = () => `${this.where()}: ${id} at ${distance}`;
      if (isExact) require(touched.has(id) === isHit, where);
      else require(!touched.has(id) || distance <= this.doubt, where);
      if (near.has(id)) require(distance <= this.radius + this.doubt, where);
      else require(distance >= this.radius - this.doubt, where);
      touching += touched.has(id) ? 1 : 0;
      within += near.has(id) ? 1 : 0;
    }
    requireSequence([touching, within], [touched.size, near.size], this.where);
  }

  movingBox(): void {
    const box = Float32Array.from([...this.start, ...this.start]);
    box[this.model.dimensions] = Math.min(box[0] + this.radius, LARGEST);
    const found = this.index.castBox(box, this.way, this.filter);
    let [first, id] = [Infinity, -1];
    for (const [other, item] of this.asked) {
      const time = timeOfBox(box, this.way, item);
      if (time < first) [first, id] = [time, other];
    }
    const entry = found ? [found.id, found.fraction] : [-1, Infinity];
    requireSequence(entry, [id, Math.fround(first)], () => `moving box ${this.where()}`);
  }

  /** It touches what is found at that time, and nothing before. */
  movingSphere(): void {
    const found = this.index.castSphere(this.start, this.radius, this.way, this.filter);
    const where = () => `moving sphere ${this.where()}: ${found?.id} at ${found?.fraction}`;
    const fraction = found?.fraction ?? 1;
    // fractions are rounded to float32
    const vague = this.doubt + 1e-7 * fraction * Math.hypot(...this.way);
    const until = found ? fraction * (1 - 1e-6) : 1;
    const part = Array.from(this.way, (value) => value * until);
    for (const [id, item] of this.asked) {
      const { least } = timeOfSphere(this.start, this.radius, part, item);
      if (id !== found?.id) {
        // at the start the least id counts
        const isLater = fraction === 0 && id > found!.id;
        require(isLater || least >= this.radius - vague, where);
        continue;
      }
      const at = Array.from(this.start, (from, axis) => from + this.way[axis] * fraction);
      const distance = distanceTo([...at, ...at], item);
      require(distance <= this.radius + vague, where);
    }
    require(!found || this.asked.some(([id]) => id === found.id), where);
  }
}

export function askBesideRay(
  index: SpatialIndex,
  model: Model,
  origin: Float32Array,
  direction: Float32Array,
  reach: number,
  filter: ItemFilter | undefined,
): void {
  const boxes = model.rayHits([...origin, ...direction, reach], filter);
  askShapes(index, { origin, direction, reach }, filter, boxes);
  const along = new Along(index, model, origin, direction, filter);
  if (!along.isAllowed) return;
  along.convex();
  along.segmentAndCapsule();
  along.movingBox();
  along.movingSphere();
}

/** Squared, as the distance of two boxes is compared. */
const apart = (one: Float32Array, other: Float32Array) =>
  gaps(one, other).reduce((sum, gap) => sum + gap * gap, 0);

const middleOf = (low: number, high: number) => {
  if (high >= LARGEST) return low <= -LARGEST ? 0 : low;
  return low <= -LARGEST ? high : Math.fround((low + high) / 2);
};

/** Pairs as far apart as two of the items are, and the two nearest others of some items. */
export function askBesidePairs(index: SpatialIndex, model: Model): void {
  const ids = model.ids();
  const two = [ids[0], ids[ids.length >> 1]].map((id) => model.box(id));
  const distance = ids.length === 0 ? 1 : Math.sqrt(apart(two[0], two[1]));
  const wanted = model.pairsWhere((a, b) => apart(a, b) <= distance * distance);
  requirePairs(index.pairsWithin(distance), wanted, () => `pairs within ${distance}`);

  const others = index.nearestAll(2);
  requireSequence([others.ids.length], [2 * ids.length], () => 'entries of nearestAll');
  for (let i = 0; i < ids.length; i += 1 + (ids.length >> 3)) {
    const box = model.box(ids[i]);
    const center = Float32Array.from({ length: model.dimensions }, (_, axis) =>
      middleOf(box[axis], box[model.dimensions + axis]),
    );
    const hits = model.nearestHits(center, Infinity);
    const kept = [...hits.ids.keys()].filter((at) => hits.ids[at] !== ids[i]);
    const where = () => `nearest others of ${ids[i]}`;
    const first = [0, 1].map((at) => hits.ids[kept[at]] ?? -1);
    const distances = [0, 1].map((at) => hits.distances[kept[at]] ?? Infinity);
    requireSequence(others.ids.subarray(2 * i, 2 * i + 2), first, where);
    requireDistances(others.distances.subarray(2 * i, 2 * i + 2), distances, where);
  }
}
