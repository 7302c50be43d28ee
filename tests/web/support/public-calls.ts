/**
 * Every public function of the package with the roles of its arguments. Tests compare the functions
 * with `publicFunctions()`, so that none is missing.
 */

import { ContactBuffer, type Dimensions, type SpatialIndex } from 'sapwood/all';
import { goodBox, goodPoint } from './bad-values.js';

export const roles = [
  'batchOptions',
  'bits',
  'bounds',
  'box',
  'boxes',
  'bytes',
  'bytesOut',
  'capsules',
  'castOptions',
  'contacts',
  'contactsOut',
  'convexes',
  'count',
  'dimensions',
  'direction',
  'distance',
  'distancesOut',
  'filter',
  'fn',
  'frusta',
  'frustum',
  'frustumOptions',
  'id',
  'ids',
  'idsOut',
  'initOptions',
  'kind',
  'layer',
  'movingBoxes',
  'movingCapsules',
  'movingSpheres',
  'nearestOptions',
  'options',
  'other',
  'out',
  'planes',
  'point',
  'points',
  'radius',
  'ray',
  'rayOptions',
  'rays',
  'reach',
  'restoreOptions',
  'sample',
  'tuneRequest',
  'segments',
  'snapshot',
  'sphere',
  'spheres',
  'touched',
  'visitor',
  'work',
] as const;
export type Role = (typeof roles)[number];

/** Roles of the arguments in order. The role of an optional argument ends with `?`. */
type Signature = readonly (Role | `${Role}?`)[];

/** A function with several overloads has several signatures. */
export const signatures: Readonly<Record<string, readonly Signature[]>> = {
  'SpatialIndex.build': [['boxes?', 'count?']],
  'SpatialIndex.update': [['boxes?']],
  'SpatialIndex.staging': [['count']],
  'SpatialIndex.buildPoints': [['points?']],
  'SpatialIndex.updatePoints': [['points?']],
  'SpatialIndex.stagingPoints': [['count']],
  'SpatialIndex.clear': [[]],
  'SpatialIndex.shrink': [[]],
  'SpatialIndex.insert': [['box', 'bits?']],
  'SpatialIndex.insertMany': [['boxes']],
  'SpatialIndex.move': [['id', 'box', 'point?']],
  'SpatialIndex.moveMany': [['ids', 'boxes']],
  'SpatialIndex.remove': [['id']],
  'SpatialIndex.has': [['id']],
  'SpatialIndex.setFilter': [['id', 'bits?']],
  'SpatialIndex.box': [['id']],
  'SpatialIndex.ids': [[]],
  'SpatialIndex.queryBox': [['box', 'filter?']],
  'SpatialIndex.queryBoxInto': [['box', 'out', 'filter?']],
  'SpatialIndex.queryPoint': [['point', 'filter?']],
  'SpatialIndex.queryPointInto': [['point', 'out', 'filter?']],
  'SpatialIndex.querySphere': [
    ['point', 'radius', 'filter?'],
    ['sphere', 'filter?'],
  ],
  'SpatialIndex.querySphereInto': [
    ['point', 'radius', 'out', 'filter?'],
    ['sphere', 'out', 'filter?'],
  ],
  'SpatialIndex.queryFrustum': [['frustum', 'frustumOptions?']],
  'SpatialIndex.queryFrustumInto': [['frustum', 'out', 'frustumOptions?']],
  'SpatialIndex.forEachInBox': [['box', 'fn', 'filter?']],
  'SpatialIndex.raycast': [
    ['point', 'direction', 'reach?', 'bits?'],
    ['ray', 'reach?', 'bits?'],
    ['point', 'direction', 'rayOptions?'],
    ['ray', 'rayOptions?'],
  ],
  'SpatialIndex.raycastAll': [
    ['point', 'direction', 'reach?', 'filter?'],
    ['ray', 'reach?', 'filter?'],
    ['point', 'direction', 'rayOptions?'],
  ],
  'SpatialIndex.nearest': [
    ['point', 'count?', 'reach?', 'bits?'],
    ['point', 'count?', 'nearestOptions?'],
  ],
  'SpatialIndex.pairs': [[]],
  'SpatialIndex.pairsView': [[]],
  'SpatialIndex.updatePairs': [[]],
  'SpatialIndex.pairsWith': [['other']],
  'SpatialIndex.nearestMany': [['points', 'count?']],
  'SpatialIndex.queryBoxView': [['box', 'filter?']],
  'SpatialIndex.queryBoxMany': [['boxes']],
  'SpatialIndex.queryBoxManyView': [['boxes']],
  'SpatialIndex.queryBoxes': [['boxes']],
  'SpatialIndex.queryBoxesView': [['boxes']],
  'SpatialIndex.queryPointView': [['point', 'filter?']],
  'SpatialIndex.queryPointMany': [['points']],
  'SpatialIndex.queryPointManyView': [['points']],
  'SpatialIndex.querySphereView': [
    ['point', 'radius', 'filter?'],
    ['sphere', 'filter?'],
  ],
  'SpatialIndex.querySphereMany': [['spheres']],
  'SpatialIndex.querySphereManyView': [['spheres']],
  'SpatialIndex.queryFrustumView': [['frustum', 'frustumOptions?']],
  'SpatialIndex.queryFrustumMany': [['frusta', 'frustumOptions?']],
  'SpatialIndex.queryFrustumManyView': [['frusta', 'frustumOptions?']],
  'SpatialIndex.queryConvexView': [['planes', 'filter?']],
  'SpatialIndex.queryConvexManyView': [['convexes']],
  'SpatialIndex.queryCapsuleView': [['point', 'point', 'radius', 'filter?']],
  'SpatialIndex.queryCapsuleManyView': [['capsules']],
  'SpatialIndex.querySegmentView': [['point', 'point', 'filter?']],
  'SpatialIndex.querySegmentManyView': [['segments']],
  'SpatialIndex.castBoxManyView': [['movingBoxes', 'batchOptions?']],
  'SpatialIndex.castSphereManyView': [['movingSpheres', 'batchOptions?']],
  'SpatialIndex.castCapsuleManyView': [['movingCapsules', 'batchOptions?']],
  'SpatialIndex.raycastMany': [['rays', 'batchOptions?']],
  'SpatialIndex.raycastManyView': [['rays', 'batchOptions?']],
  'SpatialIndex.raycasts': [['rays', 'batchOptions?']],
  'SpatialIndex.raycastsView': [['rays', 'batchOptions?']],
  'SpatialIndex.raycastAllInto': [
    ['point', 'direction', 'out', 'distancesOut', 'reach?', 'filter?'],
    ['ray', 'out', 'distancesOut', 'reach?', 'filter?'],
    ['point', 'direction', 'out', 'distancesOut', 'rayOptions?'],
  ],
  'SpatialIndex.raycastAllView': [
    ['point', 'direction', 'reach?', 'filter?'],
    ['ray', 'reach?', 'filter?'],
    ['ray', 'rayOptions?'],
  ],
  'SpatialIndex.raycastAllMany': [['rays']],
  'SpatialIndex.raycastAllManyView': [['rays']],
  'SpatialIndex.nearestInto': [
    ['point', 'count?', 'out', 'distancesOut', 'reach?', 'bits?'],
    ['point', 'count?', 'out', 'distancesOut', 'nearestOptions?'],
  ],
  'SpatialIndex.nearestView': [
    ['point', 'count?', 'reach?', 'bits?'],
    ['point', 'count?', 'nearestOptions?'],
  ],
  'SpatialIndex.pairsInto': [['out']],
  'SpatialIndex.pairsWithInto': [['other', 'out']],
  'SpatialIndex.pairsWithView': [['other']],
  'SpatialIndex.nearestManyView': [['points', 'count?']],
  'SpatialIndex.nearestAll': [['count?']],
  'SpatialIndex.nearestAllView': [['count?']],
  'SpatialIndex.nearestAllInto': [['count?', 'idsOut', 'distancesOut']],
  'SpatialIndex.pairsWithin': [['distance']],
  'SpatialIndex.pairsWithinInto': [['distance', 'out']],
  'SpatialIndex.pairsWithinView': [['distance']],
  'SpatialIndex.overlaps': [['box', 'filter?']],
  'SpatialIndex.overlapsMany': [['boxes']],
  'SpatialIndex.queryConvex': [['planes', 'filter?']],
  'SpatialIndex.queryConvexInto': [['planes', 'out', 'filter?']],
  'SpatialIndex.queryConvexMany': [['convexes']],
  'SpatialIndex.castBox': [
    ['box', 'point', 'bits?'],
    ['box', 'point', 'castOptions?'],
  ],
  'SpatialIndex.castBoxInto': [
    ['box', 'point', 'contactsOut', 'bits?'],
    ['box', 'point', 'contactsOut', 'castOptions?'],
  ],
  'SpatialIndex.castBoxMany': [['movingBoxes', 'batchOptions?']],
  'SpatialIndex.castSphere': [
    ['point', 'radius', 'point', 'bits?'],
    ['point', 'radius', 'point', 'castOptions?'],
  ],
  'SpatialIndex.castSphereInto': [
    ['point', 'radius', 'point', 'contactsOut', 'bits?'],
    ['point', 'radius', 'point', 'contactsOut', 'castOptions?'],
  ],
  'SpatialIndex.castSphereMany': [['movingSpheres', 'batchOptions?']],
  'SpatialIndex.castCapsule': [
    ['point', 'point', 'radius', 'point', 'bits?'],
    ['point', 'point', 'radius', 'point', 'castOptions?'],
  ],
  'SpatialIndex.castCapsuleInto': [
    ['point', 'point', 'radius', 'point', 'contactsOut', 'bits?'],
    ['point', 'point', 'radius', 'point', 'contactsOut', 'castOptions?'],
  ],
  'SpatialIndex.castCapsuleMany': [['movingCapsules', 'batchOptions?']],
  'SpatialIndex.collideSphere': [['point', 'radius', 'filter?']],
  'SpatialIndex.collideSphereInto': [['point', 'radius', 'contactsOut', 'filter?']],
  'SpatialIndex.collideCapsule': [['point', 'point', 'radius', 'filter?']],
  'SpatialIndex.collideCapsuleInto': [['point', 'point', 'radius', 'contactsOut', 'filter?']],
  'SpatialIndex.queryCapsule': [['point', 'point', 'radius', 'filter?']],
  'SpatialIndex.queryCapsuleInto': [['point', 'point', 'radius', 'out', 'filter?']],
  'SpatialIndex.queryCapsuleMany': [['capsules']],
  'SpatialIndex.querySegment': [['point', 'point', 'filter?']],
  'SpatialIndex.querySegmentInto': [['point', 'point', 'out', 'filter?']],
  'SpatialIndex.querySegmentMany': [['segments']],
  'SpatialIndex.stats': [[]],
  'SpatialIndex.counters': [[]],
  'SpatialIndex.nodes': [[]],
  'SpatialIndex.validate': [[]],
  'SpatialIndex.traverse': [['visitor']],
  'SpatialIndex.serialize': [[]],
  'SpatialIndex.dispose': [[]],
  'DynamicTree.optimize': [['count']],
  'DynamicTree.rebuild': [[]],
  'KdTree.refit': [[]],
  'PackedRTree.refit': [[]],
  'ScenePruner.step': [['work?']],
  'ScenePruner.commit': [[]],
  'ScenePruner.shiftOrigin': [['point']],
  'ScenePruner.merge': [['other']],
  'ScenePruner.mergeReport': [['other']],
  'SphereTree.cull': [['frustum', 'frustumOptions?']],
  'SphereTree.cullInto': [['frustum', 'out', 'frustumOptions?']],
  'SphereTree.cullReport': [['frustum', 'point']],
  'StaticTree.beginBuild': [['boxes?', 'count?']],
  'StaticTree.stepBuild': [['work?']],
  'StaticTree.refit': [[]],
  'StaticTree.merge': [['other']],
  'StaticTree.mergeReport': [['other']],
  'WideTree.refit': [[]],
  'WideTree.optimize': [['count']],
  'WideTree.rebuild': [[]],
  'World.add': [['box', 'bits?']],
  'World.layer': [['id']],
  'World.move': [['id', 'box']],
  'World.moveMany': [['ids', 'boxes']],
  'World.object': [['id']],
  'World.remove': [['id']],
  'World.restore': [['snapshot', 'restoreOptions?']],
  'World.setLayer': [['id', 'layer']],
  'World.setObject': [['id']],
  'World.shiftOrigin': [['point']],
  'World.shrink': [[]],
  'World.sleep': [['id']],
  'World.snapshot': [[]],
  'World.snapshotInto': [['bytesOut']],
  'World.step': [[]],
  'World.touch': [['touched', 'count?']],
  'World.touchAll': [[]],
  'World.wake': [['id']],
  advise: [['sample']],
  clipVector: [['point', 'contacts']],
  coreInfo: [[]],
  deserialize: [['bytes']],
  expandToFloat32: [['boxes', 'dimensions?', 'radius?']],
  expandSphereToFloat32: [['sphere', 'dimensions?']],
  expandRayToFloat32: [['ray', 'distance', 'dimensions?']],
  expandFrustumToFloat32: [['frustum', 'bounds']],
  heapInUse: [[]],
  init: [['initOptions?']],
  initSync: [['initOptions?']],
  isSupported: [[]],
  solvePlanes: [['point', 'contacts']],
  strategiesOf: [['other']],
  traceOf: [['other']],
  tune: [['tuneRequest']],
  'structures.create': [['options?']],
  'structures.title': [['dimensions']],
  'new SpatialIndex': [['kind', 'options']],
};

/** Functions that are not tested with `signatures`, with the reason. */
export const exempt: Readonly<Record<string, string>> = {
  'new ContactBuffer': 'is not an index; conformance/contacts.test.ts tries other capacities',
  'new Mover': 'is not an index; mover/errors.test.ts tries other values',
  clipVector: 'takes contacts; mover/errors.test.ts tries other values',
  solvePlanes: 'takes contacts; mover/errors.test.ts tries other values',
  'new SapwoodError': 'accepts any message, like `new Error`',
  strategiesOf: 'accepts a dynamic tree only; the tests of its strategies try other values',
  traceOf: 'needs the module with traces; conformance/traces.test.ts tries other values',
  'structures.title': 'returns undefined for values that are not dimensions of the structure',
};

export function prototypesOf(prototype: object): object[] {
  if (prototype === Object.prototype) return [];
  return [prototype, ...prototypesOf(Object.getPrototypeOf(prototype))];
}

const structureClasses = (sapwood: Readonly<Record<string, unknown>>) =>
  Object.entries(sapwood).filter(([, value]) => typeof value === 'function' && 'kind' in value);

export function publicFunctions(sapwood: Readonly<Record<string, unknown>>): string[] {
  const names: string[] = [];
  for (const [name, value] of Object.entries(sapwood)) {
    if (typeof value !== 'function') continue;
    if (!/^[A-Z]/.test(name)) {
      names.push(name);
      continue;
    }
    names.push(`new ${name}`);
    // methods of a structure are in the parent of the exported class
    const prototypes = prototypesOf(value.prototype).filter(
      (one, i) => i === 0 || name === 'SpatialIndex' || 'kind' in one.constructor,
    );
    const own = prototypes.flatMap((prototype) =>
      Object.entries(Object.getOwnPropertyDescriptors(prototype)),
    );
    for (const [key, { value: member, set }] of own as [string, PropertyDescriptor][]) {
      if (key !== 'constructor' && (typeof member === 'function' || set !== undefined)) {
        names.push(`${name}.${key}`);
      }
    }
  }
  const [entry] = sapwood.structures as readonly object[];
  const members = Object.entries(entry).filter(([, value]) => typeof value === 'function');
  return [...names, ...members.map(([key]) => `structures.${key}`)];
}

export function allSignatures(sapwood: Readonly<Record<string, unknown>>) {
  const constructors = structureClasses(sapwood).map(
    ([name]) => [`new ${name}`, [['options?']]] as const,
  );
  return { ...signatures, ...Object.fromEntries(constructors) } as typeof signatures;
}

const FRUSTUM = Array.from({ length: 6 }, (_, i) => {
  const normal = { x: 0, y: 0, z: 0 };
  normal[(['x', 'y', 'z'] as const)[i >> 1]] = i % 2 === 0 ? 1 : -1;
  return { normal, constant: 4 };
});

export interface Setting {
  readonly dimensions: Dimensions;
  readonly size: number;
  /** Another index of the same structure and dimension. */
  readonly other: SpatialIndex;
  readonly bytes: Uint8Array;
  /** Snapshot of a world of the same dimension. */
  readonly snapshot: Uint8Array;
}

const repeat = (count: number, values: readonly number[]) => Array(count).fill(values).flat();

const pointOf = (dimensions: Dimensions, value: number) =>
  dimensions === 2 ? { x: value, y: value } : { x: value, y: value, z: value };

const planesOf = (dimensions: Dimensions) => [
  { normal: pointOf(dimensions, 1), constant: 4 },
  { normal: pointOf(dimensions, -1), constant: 4 },
];

/**
 * Functions that return a new valid value for each role. If a role accepts objects and arrays, the
 * value is an object.
 */
export const goodValues: Readonly<Record<Role, (setting: Setting) => unknown>> = {
  bits: () => ({ category: 3, mask: 7 }),
  bounds: () => ({ min: pointOf(3, 0), max: pointOf(3, 1) }),
  box: ({ dimensions }) => ({ min: pointOf(dimensions, 0), max: pointOf(dimensions, 1) }),
  boxes: ({ dimensions, size }) => repeat(size, goodBox(dimensions)),
  bytes: ({ bytes }) => bytes.slice(),
  bytesOut: () => new Uint8Array(512),
  movingBoxes: ({ dimensions }) => repeat(2, [...goodBox(dimensions), ...goodPoint(dimensions)]),
  movingSpheres: ({ dimensions }) =>
    repeat(2, [...goodPoint(dimensions), 1, ...goodPoint(dimensions)]),
  movingCapsules: ({ dimensions }) =>
    repeat(2, [...goodPoint(dimensions), ...goodPoint(dimensions), 1, ...goodPoint(dimensions)]),
  batchOptions: () => ({ normals: true }),
  contacts: ({ dimensions }) => ({
    count: 1,
    normals: Array(dimensions).fill(0.5),
    depths: [0.5],
  }),
  contactsOut: () => new ContactBuffer(4),
  capsules: ({ dimensions }) => repeat(2, [...goodPoint(dimensions), ...goodPoint(dimensions), 1]),
  convexes: ({ dimensions }) => [planesOf(dimensions), planesOf(dimensions)],
  count: () => 2,
  dimensions: ({ dimensions }) => dimensions,
  direction: ({ dimensions }) => pointOf(dimensions, 0.5),
  distance: () => 9,
  distancesOut: () => new Float32Array(8),
  filter: () => ({ category: 3, mask: 7, accept: () => true }),
  fn: () => () => undefined,
  frusta: () => [Array(24).fill(1), { planes: FRUSTUM.map((plane) => ({ ...plane })) }],
  frustum: () => ({ planes: FRUSTUM.map((plane) => ({ ...plane })) }),
  frustumOptions: () => ({ eye: { x: 0, y: 0, z: 0 }, limit: 5, filter: 7 }),
  id: () => 1,
  ids: ({ size }) => Array.from({ length: size }, (_, i) => i),
  idsOut: () => new Int32Array(8),
  initOptions: () => ({}),
  kind: () => ({}),
  layer: () => 'static',
  castOptions: () => ({ filter: 7, hit: () => 0.5 }),
  nearestOptions: () => ({ maxDistance: 9, filter: 7, distance: () => 0.5 }),
  rayOptions: () => ({ maxDistance: 9, filter: 7, hit: () => 0.5 }),
  options: ({ dimensions }) => ({ dimensions }),
  other: ({ other }) => other,
  out: () => new Uint32Array(8),
  planes: ({ dimensions }) => planesOf(dimensions),
  point: ({ dimensions }) => pointOf(dimensions, 0.5),
  points: ({ dimensions }) => repeat(3, goodPoint(dimensions)),
  radius: () => 1,
  ray: ({ dimensions }) => ({
    origin: pointOf(dimensions, -1),
    direction: pointOf(dimensions, 1),
  }),
  rays: ({ dimensions }) => repeat(2, [...goodPoint(dimensions), ...goodPoint(dimensions), 5]),
  reach: () => 9,
  restoreOptions: () => ({ object: () => 'door' }),
  sample: ({ dimensions }) => ({ boxes: repeat(4, goodBox(dimensions)), dimensions }),
  tuneRequest: ({ dimensions }) => ({
    structure: 'kd-tree',
    boxes: repeat(4, goodBox(dimensions)),
    dimensions,
  }),
  segments: ({ dimensions }) => repeat(2, [...goodPoint(dimensions), ...goodPoint(dimensions)]),
  snapshot: ({ snapshot }) => snapshot.slice(),
  sphere: ({ dimensions }) => ({ center: pointOf(dimensions, 0.5), radius: 1 }),
  spheres: ({ dimensions }) => repeat(2, [...goodPoint(dimensions), 1]),
  touched: () => [0, 2],
  visitor: () => ({ node: () => true, item: () => undefined }),
  work: () => 5,
};

export const roleOf = (entry: Role | `${Role}?`) => entry.replace('?', '') as Role;
