import {
  deserialize,
  expandToFloat32,
  init,
  initSync,
  isSupported,
  SapwoodError,
  SpatialIndex,
  structures,
  version,
} from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { allMethods } from '../support/methods.js';
import { prototypesOf } from '../support/public-calls.js';
import { type Generated, loadModule } from './module.js';
import { rawNames } from './raw-names.js';

const METHODS = `
  build update staging clear shrink buildPoints updatePoints stagingPoints
  insert insertMany move moveMany remove has setFilter box ids
  queryBox queryPoint querySphere queryFrustum
  raycast raycastAll nearest pairs
  queryBoxInto queryPointInto querySphereInto queryFrustumInto pairsView forEachInBox
  queryBoxView queryPointView querySphereView queryFrustumView
  queryBoxMany queryPointMany querySphereMany queryFrustumMany
  queryBoxManyView queryPointManyView querySphereManyView queryFrustumManyView
  raycastMany raycastManyView raycastAllInto raycastAllView raycastAllMany raycastAllManyView
  nearestInto nearestView nearestMany nearestManyView nearestAll nearestAllInto nearestAllView
  pairsInto pairsWith pairsWithInto pairsWithView
  queryBoxes queryBoxesView raycasts raycastsView
  pairsWithin pairsWithinInto pairsWithinView
  updatePairs
  castBox castBoxInto castBoxMany castBoxManyView
  castSphere castSphereInto castSphereMany castSphereManyView
  castCapsule castCapsuleInto castCapsuleMany castCapsuleManyView
  collideSphere collideSphereInto collideCapsule collideCapsuleInto
  overlaps overlapsMany
  queryConvex queryConvexInto queryConvexView queryConvexMany queryConvexManyView
  queryCapsule queryCapsuleInto queryCapsuleView queryCapsuleMany queryCapsuleManyView
  querySegment querySegmentInto querySegmentView querySegmentMany querySegmentManyView
  stats counters nodes validate traverse serialize dispose
`
  .trim()
  .split(/\s+/);

let core: Generated;

beforeAll(async () => {
  await init();
  core = await loadModule();
});

test.each(METHODS)('every index has %s', (method) => {
  expect(SpatialIndex.prototype[method as 'build']).toBeTypeOf('function');
});

test('the list of sample calls contains every method of an index', () => {
  const tried = allMethods(3).map(({ name }) => name as string);
  expect([...tried, 'dispose'].sort()).toEqual([...METHODS].sort());
});

test('an index has no other public methods', () => {
  // a world also has some of these methods, so they are in base classes
  const descriptors = prototypesOf(SpatialIndex.prototype).flatMap((each) =>
    Object.entries(Object.getOwnPropertyDescriptors(each)),
  );
  const methods = descriptors.filter(([, { value }]) => typeof value === 'function');
  const names = methods.map(([name]) => name).filter((name) => name !== 'constructor');
  expect(names.sort()).toEqual([...METHODS].sort());
});

test('the package exports its functions, its version and its error class', () => {
  for (const one of [init, initSync, isSupported, deserialize, expandToFloat32]) {
    expect(one).toBeTypeOf('function');
  }
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(new SapwoodError('bad-data', 'words')).toBeInstanceOf(Error);
});

describe.each(structures)('$id', (entry) => {
  test.each(entry.dimensions)(
    'in %iD has an id, dimensions, a size and a byte length',
    (dimensions) => {
      const index = entry.create({ dimensions });
      expect([index.id, index.dimensions, index.size]).toEqual([entry.id, dimensions, 0]);
      expect(index.byteLength).toBeGreaterThan(0);
      expect(index).toBeInstanceOf(SpatialIndex);
      index.dispose();
    },
  );
});

test('the package declares every function that the module exports', () => {
  const exported = Object.keys(core).filter((name) => name.startsWith('_sapwood_'));
  expect(exported.map((name) => name.slice(1)).sort()).toEqual([...rawNames].sort());
});
