/**
 * Plays tapes: decodes the bytes as operations and runs the operations on an index and on its
 * model.
 */

import type { SpatialIndex } from 'sapwood/all';
import { CheckedIndex } from './checked-index.js';
import type { Choice, Tally } from './checked-queries.js';
import { mostItems, type Operation } from './operations.js';
import { type Argument, TapeReader } from './tape-reader.js';

const LARGEST = Math.fround(1e18);

type Handler = (index: CheckedIndex, ...args: Argument[]) => void;

const stride = ({ model }: CheckedIndex) => 2 * model.dimensions;
const hasRoom = (index: CheckedIndex, { boxes }: Argument) =>
  index.model.size + boxes.length / stride(index) <= mostItems;

function liveBoxes({ model }: CheckedIndex): number[] {
  return [...model.ids()].flatMap((id) => [...model.box(id)]);
}

/** Returns the moved box, or the same box if it would leave the range of coordinates. */
function shifted(box: Float32Array, by: Float32Array): Float32Array {
  const moved = box.map((value, i) => value + by[i % by.length]);
  return moved.every((value) => Math.abs(value) <= LARGEST) ? moved : box;
}

/**
 * Builds from the current boxes and more boxes. Half of the current boxes are omitted if there
 * would be too many items.
 */
function buildAgain(index: CheckedIndex, more: Argument): void {
  let boxes = liveBoxes(index);
  if (!hasRoom(index, more)) {
    boxes = boxes.slice(0, Math.floor(boxes.length / stride(index) / 2) * stride(index));
  }
  index.build(Float32Array.from([...boxes, ...more.boxes]));
}

/**
 * Moves a box. `kind` chooses the displacement argument: zero, the actual displacement, or a wrong
 * displacement.
 */
function moveBy(index: CheckedIndex, { id }: Argument, { point }: Argument, kind: Argument): void {
  if (id < 0) return;
  const displacement = new Float32Array(point.length);
  if (kind.number > 0) displacement.set(point);
  if (kind.number === 3) displacement[0] = -point[0];
  index.move(id, shifted(index.model.box(id), point), displacement);
}

/** Moves every fifth item to one of `boxes`, until all boxes are used. */
function moveMany(index: CheckedIndex, first: Argument, { boxes }: Argument): void {
  const count = boxes.length / stride(index);
  const ids = [...index.model.ids()].filter(
    (_, i) => i >= first.number && (i - first.number) % 5 === 0,
  );
  const moved = ids.slice(0, count);
  index.moveMany(moved, boxes.subarray(0, moved.length * stride(index)));
}

/**
 * Returns new boxes for all items. In each group of eight items, the first ones get `boxes`, the
 * last four are shifted, and the rest stay.
 */
function updated(index: CheckedIndex, { point }: Argument, { boxes }: Argument): Float32Array {
  const size = stride(index);
  const flat = Float32Array.from(liveBoxes(index));
  for (let i = 0; i * size < flat.length; i++) {
    const place = i % 8;
    const box = flat.subarray(i * size, (i + 1) * size);
    if (place * size < boxes.length) box.set(boxes.subarray(place * size, (place + 1) * size));
    if (place >= 4) box.set(shifted(box, point));
  }
  return flat;
}

const joined = (...parts: (Float32Array | number)[]) =>
  Float32Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])));

const handlers: Readonly<Record<string, Handler>> = {
  build: (index, a) => index.build(a.boxes),
  buildStaged: (index, a) => index.buildStaged(a.boxes),
  buildAgain,
  clear: (index) => index.clear(),
  insert: (index, a, b) => {
    if (index.model.size < mostItems) index.insert(a.box, b.filter);
  },
  insertMany: (index, a) => {
    if (hasRoom(index, a)) index.insertMany(a.boxes);
  },
  remove: (index, a) => {
    if (a.id >= 0) index.remove(a.id);
  },
  move: (index, a, b) => {
    if (a.id >= 0) index.move(a.id, b.box);
  },
  moveBy,
  moveMany,
  setFilter: (index, a, b) => {
    if (a.id >= 0) index.setFilter(a.id, b.filter);
  },
  update: (index, a, b) => index.update(updated(index, a, b)),
  updateStaged: (index, a, b) => index.updateStaged(updated(index, a, b)),
  optimize: (index, a) => index.optimize(a.number),
  rebuild: (index) => index.rebuild(),
  refit: (index) => index.refit(),
  beginBuild: (index, a) => index.beginBuild(a.boxes),
  stepBuild: (index, a) => index.stepBuild(1 + a.number),
  step: (index, a) => index.step(1 + a.number),
  commit: (index) => index.commit(),
  shiftOrigin: (index, a) => index.shiftOrigin(a.point),
  merge: (index, a, b) => {
    if (hasRoom(index, a)) index.merge(a.boxes, b.filter);
  },
  updatePairs: (index) => index.updatePairs(),
  queryBox: (index, a, b) => index.queryBox(a.box, b.filter),
  queryBoxUntil: (index, a, b) => index.queryBoxUntil(a.box, 1 + b.number),
  queryPoint: (index, a, b) => index.queryPoint(a.point, b.filter),
  querySphere: (index, a, b, c) => index.querySphere(a.point, b.length, c.filter),
  queryFrustum: (index, a, b, c, d) => index.queryFrustum(a.planes, b.point, c.number, d.filter),
  raycast: (index, a, b, c, d) => index.raycast(a.point, b.point, c.length, d.filter),
  nearest: (index, a, b, c, d) => index.nearest(a.point, b.number, c.length, d.filter),
  queryBoxes: (index, a, b, c) => index.queryBoxes(joined(a.box, b.box, c.box)),
  raycasts: (index, a, b, c, d, e) =>
    index.raycasts(joined(a.point, b.point, e.length, c.point, d.point, e.length)),
  nearestMany: (index, a, b, c) => index.nearestMany(joined(a.point, b.point), c.number),
  pairs: (index) => index.pairs(),
  pairsWith: (index, a, b) => index.pairsWith(a.boxes, b.filter),
  validate: (index) => index.validate(),
  content: (index) => index.content(),
  nodes: (index) => index.nodes(),
  saveAndLoad: (index) => index.saveAndLoad(),
  loadDamaged: (index, a) => index.loadDamaged(a.damage),
  refuseMemory: (index, a, b) => index.refuseMemory(a.number, b.number),
};

export interface Played {
  readonly hash: string;
  readonly tally: Tally;
}

export interface PlaySettings {
  /**
   * Creates the tested index, and the second index of `pairsWith` and `merge`. By default, they
   * have the chosen structure and options.
   */
  readonly create?: () => SpatialIndex;
  /** Called with the index before the first step. Returns the index on which the tape is played. */
  readonly watch?: (index: CheckedIndex) => CheckedIndex;
}

/** Plays a tape. Throws at the first step that fails. */
export function playTape(choice: Choice, tape: Uint8Array, settings: PlaySettings = {}): Played {
  const bare = new CheckedIndex(choice, settings.create);
  const index = settings.watch?.(bare) ?? bare;
  const reader = new TapeReader(tape, bare.model);
  try {
    for (let step = 1; !reader.done; step++) {
      const operation = reader.operation();
      const args = operation.arguments.map((spec) => reader.read(spec));
      if (!index.offers(operation.needs)) continue;
      playStep(index, operation, args, step);
    }
    index.finish();
    return { hash: bare.hash.text, tally: bare.tally };
  } finally {
    bare.dispose();
  }
}

function playStep(index: CheckedIndex, operation: Operation, args: Argument[], step: number): void {
  try {
    handlers[operation.name](index, ...args);
    index.checkIds();
  } catch (error) {
    throw new Error(`step ${step}, ${operation.name}: ${error}`, { cause: error });
  }
}

export function unmatchedOperations(operations: readonly Operation[]): string[] {
  const names = operations.map(({ name }) => name);
  return [
    ...names.filter((name) => !(name in handlers)),
    ...Object.keys(handlers).filter((name) => !names.includes(name)),
  ];
}
