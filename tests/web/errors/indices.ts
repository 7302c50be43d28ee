/**
 * Error messages about an index: disposal, staging memory, other indices and unsupported methods.
 */

import { freshPackage } from '../support/fresh-package.js';
import {
  all,
  BOX,
  FRUSTUM,
  hidden,
  index,
  lost,
  merge,
  POINT,
  plane,
  RANGE,
  type Row,
  replacing,
  solid,
  staged,
  stateOf,
  still,
  throws,
  traced,
  untyped,
  world,
} from './causes.js';

/**
 * Messages about the index or world on which a method is called, and about a second index as an
 * argument.
 */
export const receivers: Row[] = [
  ['disposed', 'this WideTree was disposed; create a new one', () => lost.queryBox(BOX)],
  [
    'invalid-argument',
    'this: expected an index or a world, got undefined; call the method on its object: index.queryBox(…)',
    () => all.WideTree.prototype.queryBox.call(untyped(undefined), BOX),
  ],
  [
    'invalid-argument',
    'this: expected an index or a world, got a proxy of one; do not put an index into reactive state; use markRaw(index) in Vue or ref(index) in Valtio',
    () => new Proxy(index, {}).queryBox(BOX),
  ],
  ['invalid-argument', 'other: expected a SpatialIndex, got 5', () => index.pairsWith(untyped(5))],
  [
    'invalid-argument',
    'other: expected a SpatialIndex, got a proxy of one; do not put an index into reactive state; use markRaw(index) in Vue or ref(index) in Valtio',
    () => index.pairsWith(new Proxy(index, {})),
  ],
  [
    'invalid-argument',
    'other: expected a SpatialIndex, got an index of another copy or version of sapwood; load the package once, or pass bytes: deserialize(other.serialize())',
    async () => {
      const copy = await freshPackage();
      await copy.init();
      index.pairsWith(new copy.WideTree());
    },
  ],
  [
    'invalid-argument',
    'other: pairsWith() needs two different indices; use pairs() for one index',
    () => index.pairsWith(index),
  ],
  ['invalid-argument', 'other.dimensions: expected 3, got 2', () => index.pairsWith(plane)],
  [
    'invalid-argument',
    'other: expected a SpatialIndex, got a World',
    () => index.pairsWith(untyped(world)),
    () => index.pairsWith(untyped(new solid.World())),
  ],
  ['invalid-argument', 'other: merge() needs two different indices', () => still.merge(still)],
  [
    'invalid-argument',
    'other: expected a static-tree in 3D, got a wide-tree in 2D',
    () => still.merge(untyped(plane)),
  ],
  [
    'invalid-argument',
    'other: expected an index of sapwood/all, got an index of sapwood/3d',
    () => {
      const { core } = stateOf(new solid.WideTree());
      return merge(stateOf(still), { ...stateOf(new all.StaticTree()), core });
    },
  ],
  [
    'invalid-argument',
    'tree: expected a DynamicTree of sapwood/all, got { id: "wide-tree", dimensions: 3 }',
    () => all.strategiesOf(untyped(index)),
  ],
  [
    'unsupported',
    'SpatialIndex: this class is abstract; construct a structure, such as WideTree',
    () => new (all.SpatialIndex as unknown as new () => unknown)(),
  ],
  [
    'unsupported',
    "traverse: brute-force in 3D does not support this; use a structure with the capability 'traverse'",
    () => new all.BruteForce().traverse({ node: () => true }),
  ],
  [
    'invalid-argument',
    'visitor: expected an object with functions node and item, got 7',
    () => index.traverse(untyped(7)),
  ],
  [
    'invalid-argument',
    'visitor.node: expected a function, got 7',
    () => index.traverse(untyped({ node: 7 })),
  ],
  [
    'reentrant',
    'build: an index cannot change inside its own callbacks; collect the ids first, then change it',
    () => index.forEachInBox(BOX, () => index.build(BOX)),
  ],
  [
    'reentrant',
    'callbacks: queries in callbacks may be nested at most 64 levels deep',
    () => {
      const nest = () => index.forEachInBox(BOX, nest);
      nest();
    },
  ],
];

/** Messages about staging memory and about builds in several steps. */
export const staging: Row[] = [
  [
    'invalid-argument',
    'build: pass boxes, or call staging() first',
    () => new all.WideTree().build(),
  ],
  [
    'invalid-argument',
    'buildPoints: pass points, or call stagingPoints() first',
    () => new all.WideTree().buildPoints(),
  ],
  [
    'invalid-argument',
    'build: the last view from staging() is detached; call staging() again and write to the view that it returns',
    () => {
      const made = new all.BruteForce();
      const view = made.staging(1);
      const large: all.BruteForce[] = [];
      while (view.length > 0) {
        large.push(new all.BruteForce());
        large[large.length - 1].build(new Float32Array(6e6));
      }
      for (const one of large) one.dispose();
      made.build();
    },
  ],
  [
    'invalid-argument',
    'count: expected at most 1, the number of staged boxes, got 9',
    () => staged(1, ...BOX).build(undefined, 9),
  ],
  [
    'invalid-argument',
    'staging: expected 3 boxes, one for each live item, got 1',
    () => staged(1, ...BOX).update(),
  ],
  [
    'invalid-argument',
    'points: expected 3 points, one for each live item, got 1',
    () => staged(1).updatePoints(POINT),
  ],
  [
    'invalid-box',
    `staging[0]: ${RANGE}, got [2, 0, 0, 1, 1, 1]`,
    () => staged(1, 2, 0, 0, 1, 1, 1).build(),
  ],
  [
    'invalid-argument',
    'stepBuild: no build is in progress; call beginBuild() first',
    () => still.stepBuild(1),
  ],
  [
    'invalid-argument',
    'by: expected a vector that moves no box out of -1e18 .. 1e18, got [-1000000000000000000, 0, 0]',
    () => {
      const made = new all.ScenePruner();
      made.build([9e17, 0, 0, 9e17, 1, 1]);
      made.shiftOrigin([-1e18, 0, 0]);
    },
  ],
];

/**
 * Messages about methods and options that a structure, an entry point or its module does not
 * support.
 */
export const support: Row[] = [
  [
    'unsupported',
    'queryFrustum: wide-tree in 2D does not support this; use an index in 3D',
    () => plane.queryFrustum(FRUSTUM),
  ],
  [
    'unsupported',
    "serialize: world in 3D does not support this; use a structure with the capability 'serialize'",
    () => all.SpatialIndex.prototype.serialize.call(untyped(world)),
  ],
  [
    'unsupported',
    'stats: WideTree of sapwood/3d does not support this; use sapwood/all',
    () => hidden(new solid.WideTree(), 'stats'),
  ],
  [
    'unsupported',
    'broadphase: sapwood/3d does not include Quadtree; use sapwood/all',
    () => new solid.World({ broadphase: untyped('quadtree') }),
  ],
  [
    'unsupported',
    'BruteForce: sapwood/3d does not include this structure; use sapwood/all',
    () => {
      class Moved extends all.BruteForce {
        static override readonly home = solid.WideTree.home;
      }
      return new Moved();
    },
  ],
  [
    'unsupported',
    "options.order: wide-tree does not support 'split-planes'; use sphere-tree",
    () => index.queryFrustum(FRUSTUM, { order: 'split-planes', eye: POINT }),
  ],
  [
    'unsupported',
    "pairs: the WebAssembly core returned the error code 'unsupported'",
    () => all.SpatialIndex.prototype.pairs.call(untyped(world)),
  ],
  [
    'unsupported',
    'traceOf: the loaded module of sapwood/all cannot trace; pass sapwood/all/trace.wasm to init({ wasm }) of sapwood/all',
    () => all.traceOf(index, { kind: 'box', box: BOX }),
  ],
];

/** Memory. */
export const memory: Row[] = [
  [
    'out-of-memory',
    'new ContactBuffer: memory for 4294967295 contacts could not be allocated',
    () => new all.ContactBuffer(2 ** 32 - 1),
  ],
  [
    'out-of-memory',
    'nearestMany: WASM memory could not grow; the limits are 3 GiB in total and 1 GiB for one array',
    () => index.nearestMany(POINT, 2 ** 28),
  ],
  [
    'out-of-memory',
    'staging: expected at most 1 GiB for one array, got 3221225472 bytes',
    () => index.staging(2 ** 27),
  ],
  [
    'out-of-memory',
    'out of memory; cannot allocate a copy of 6 numbers',
    () =>
      replacing(globalThis, 'Float32Array', throws(new RangeError('too large')), () =>
        index.build(BOX),
      ),
  ],
];

/** Arguments of `traceOf`. */
export const tracing: Row[] = [
  [
    'invalid-argument',
    'query: expected an object with a kind, got 5',
    () => traced.traceOf(new traced.WideTree(), untyped(5)),
  ],
  [
    'invalid-argument',
    `query.kind: expected one of 'box', 'sphere', 'frustum', 'ray', 'nearest', got "cone"`,
    () => traced.traceOf(new traced.WideTree(), untyped({ kind: 'cone' })),
  ],
];
