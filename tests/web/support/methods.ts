/** One valid call of every public method of an index, for suites that test all methods. */

import { type Capability, ContactBuffer, type Dimensions, type SpatialIndex } from 'sapwood/all';
import { goodBox, goodPoint } from './bad-values.js';
import type { Subject } from './subjects.js';

export type MethodName = Extract<keyof SpatialIndex, string>;

export interface MethodCase {
  readonly name: MethodName;
  /**
   * Capability that a structure must have to support the method; undefined if every structure
   * supports it.
   */
  readonly needs?: Capability | undefined;
  readonly mutates: boolean;
  /** Calls the method with arguments that are valid for an index of three boxes. */
  readonly call: (index: SpatialIndex, other: SpatialIndex) => unknown;
}

const reads = (name: MethodName, call: MethodCase['call'], needs?: Capability): MethodCase => ({
  name,
  call,
  needs,
  mutates: false,
});

const changes = (name: MethodName, call: MethodCase['call'], needs?: Capability): MethodCase => ({
  name,
  call,
  needs,
  mutates: true,
});

function contentMethods(box: number[]): MethodCase[] {
  const three = [...box, ...box, ...box];
  return [
    changes('build', (index) => index.build(three)),
    changes('update', (index) => index.update(three)),
    changes('staging', (index) => index.staging(3)),
    changes('buildPoints', (index) => index.buildPoints(box)),
    changes('updatePoints', (index) => index.updatePoints(box.slice(box.length / 2).concat(box))),
    changes('stagingPoints', (index) => index.stagingPoints(3)),
    changes('clear', (index) => index.clear()),
    changes('shrink', (index) => index.shrink()),
    changes('insert', (index) => index.insert(box), 'dynamic'),
    changes('insertMany', (index) => index.insertMany(three), 'dynamic'),
    changes('move', (index) => index.move(1, box), 'dynamic'),
    changes('moveMany', (index) => index.moveMany([1], box), 'dynamic'),
    changes('remove', (index) => index.remove(1), 'dynamic'),
    changes('setFilter', (index) => index.setFilter(1, { category: 1 }), 'dynamic'),
    reads('has', (index) => index.has(1)),
    reads('box', (index) => index.box(1)),
    reads('ids', (index) => index.ids()),
  ];
}

function queryMethods(box: number[], point: number[]): MethodCase[] {
  const out = new Uint32Array(8);
  const [ids, distances] = [new Int32Array(8), new Float32Array(8)];
  const planes = Array.from({ length: 24 }, () => 1);
  return [
    reads('queryBox', (index) => index.queryBox(box)),
    reads('queryBoxInto', (index) => index.queryBoxInto(box, out)),
    reads('queryPoint', (index) => index.queryPoint(point)),
    reads('queryPointInto', (index) => index.queryPointInto(point, out)),
    reads('querySphere', (index) => index.querySphere(point, 1)),
    reads('querySphereInto', (index) => index.querySphereInto(point, 1, out)),
    reads('queryFrustum', (index) => index.queryFrustum(planes), 'frustum'),
    reads('queryFrustumInto', (index) => index.queryFrustumInto(planes, out), 'frustum'),
    reads('forEachInBox', (index) => index.forEachInBox(box, () => {})),
    reads('raycast', (index) => index.raycast(point, point), 'ray'),
    reads('raycastAll', (index) => index.raycastAll(point, point), 'ray'),
    reads('nearest', (index) => index.nearest(point, 1)),
    reads('pairs', (index) => index.pairs()),
    changes('updatePairs', (index) => index.updatePairs()),
    reads('pairsView', (index) => index.pairsView()),
    reads('pairsWithin', (index) => index.pairsWithin(1)),
    reads('pairsWithinInto', (index) => index.pairsWithinInto(1, out)),
    reads('pairsWithinView', (index) => index.pairsWithinView(1)),
    reads('nearestAll', (index) => index.nearestAll(1)),
    reads('nearestAllInto', (index) => index.nearestAllInto(1, ids, distances)),
    reads('pairsWith', (index, other) => index.pairsWith(other)),
    reads('queryBoxManyView', (index) => index.queryBoxManyView(box)),
    reads('raycastManyView', (index) => index.raycastManyView([...point, ...point, 1]), 'ray'),
    reads('nearestManyView', (index) => index.nearestManyView(point, 1)),
    reads('nearestAllView', (index) => index.nearestAllView(1)),
    reads('queryBoxMany', (index) => index.queryBoxMany(box)),
    reads('raycastMany', (index) => index.raycastMany([...point, ...point, 1]), 'ray'),
    reads('nearestMany', (index) => index.nearestMany(point, 1)),
  ];
}

function volumeMethods(box: number[], point: number[]): MethodCase[] {
  const out = new Uint32Array(8);
  const contacts = new ContactBuffer(4);
  const planes = [...point, 1];
  const ends = [...point, ...point];
  return [
    reads('overlaps', (index) => index.overlaps(box)),
    reads('overlapsMany', (index) => index.overlapsMany(box)),
    reads('queryConvex', (index) => index.queryConvex(planes)),
    reads('queryConvexInto', (index) => index.queryConvexInto(planes, out)),
    reads('queryConvexMany', (index) => index.queryConvexMany([planes])),
    reads('castBox', (index) => index.castBox(box, point)),
    reads('castBoxInto', (index) => index.castBoxInto(box, point, contacts)),
    reads('castBoxMany', (index) => index.castBoxMany([...box, ...point])),
    reads('castSphere', (index) => index.castSphere(point, 1, point)),
    reads('castSphereInto', (index) => index.castSphereInto(point, 1, point, contacts)),
    reads('castSphereMany', (index) => index.castSphereMany([...point, 1, ...point])),
    reads('castCapsule', (index) => index.castCapsule(point, point, 1, point)),
    reads('castCapsuleInto', (index) => index.castCapsuleInto(point, point, 1, point, contacts)),
    reads('castCapsuleMany', (index) => index.castCapsuleMany([...ends, 1, ...point])),
    reads('collideSphere', (index) => index.collideSphere(point, 1)),
    reads('collideSphereInto', (index) => index.collideSphereInto(point, 1, contacts)),
    reads('collideCapsule', (index) => index.collideCapsule(point, point, 1)),
    reads('collideCapsuleInto', (index) => index.collideCapsuleInto(point, point, 1, contacts)),
    reads('queryCapsule', (index) => index.queryCapsule(point, point, 1)),
    reads('queryCapsuleInto', (index) => index.queryCapsuleInto(point, point, 1, out)),
    reads('queryCapsuleMany', (index) => index.queryCapsuleMany([...ends, 1])),
    reads('querySegment', (index) => index.querySegment(point, point)),
    reads('querySegmentInto', (index) => index.querySegmentInto(point, point, out)),
    reads('querySegmentMany', (index) => index.querySegmentMany(ends)),
  ];
}

/** Returns the `Into`, `View` and `Many` forms of the query methods, and their deprecated names. */
function formMethods(box: number[], point: number[]): MethodCase[] {
  const out = new Uint32Array(8);
  const far = new Float32Array(8);
  const planes = Array.from({ length: 24 }, () => 1);
  const ray = [...point, ...point, 1];
  const ends = [...point, ...point];
  return [
    reads('queryBoxView', (index) => index.queryBoxView(box)),
    reads('queryPointView', (index) => index.queryPointView(point)),
    reads('queryPointMany', (index) => index.queryPointMany(point)),
    reads('queryPointManyView', (index) => index.queryPointManyView(point)),
    reads('querySphereView', (index) => index.querySphereView(point, 1)),
    reads('querySphereMany', (index) => index.querySphereMany([...point, 1])),
    reads('querySphereManyView', (index) => index.querySphereManyView([...point, 1])),
    reads('queryFrustumView', (index) => index.queryFrustumView(planes), 'frustum'),
    reads('queryFrustumMany', (index) => index.queryFrustumMany([planes]), 'frustum'),
    reads('queryFrustumManyView', (index) => index.queryFrustumManyView([planes]), 'frustum'),
    reads('queryConvexView', (index) => index.queryConvexView([...point, 1])),
    reads('queryConvexManyView', (index) => index.queryConvexManyView([[...point, 1]])),
    reads('queryCapsuleView', (index) => index.queryCapsuleView(point, point, 1)),
    reads('queryCapsuleManyView', (index) => index.queryCapsuleManyView([...ends, 1])),
    reads('querySegmentView', (index) => index.querySegmentView(point, point)),
    reads('querySegmentManyView', (index) => index.querySegmentManyView(ends)),
    reads('castBoxManyView', (index) => index.castBoxManyView([...box, ...point])),
    reads('castSphereManyView', (index) => index.castSphereManyView([...point, 1, ...point])),
    reads('castCapsuleManyView', (index) => index.castCapsuleManyView([...ends, 1, ...point])),
    reads('raycastAllInto', (index) => index.raycastAllInto(point, point, out, far), 'ray'),
    reads('raycastAllView', (index) => index.raycastAllView(point, point), 'ray'),
    reads('raycastAllMany', (index) => index.raycastAllMany(ray), 'ray'),
    reads('raycastAllManyView', (index) => index.raycastAllManyView(ray), 'ray'),
    reads('nearestInto', (index) => index.nearestInto(point, 1, out, far)),
    reads('nearestView', (index) => index.nearestView(point)),
    reads('pairsInto', (index) => index.pairsInto(out)),
    reads('pairsWithInto', (index, other) => index.pairsWithInto(other, out)),
    reads('pairsWithView', (index, other) => index.pairsWithView(other)),
    reads('queryBoxes', (index) => index.queryBoxes(box)),
    reads('queryBoxesView', (index) => index.queryBoxesView(box)),
    reads('raycasts', (index) => index.raycasts(ray), 'ray'),
    reads('raycastsView', (index) => index.raycastsView(ray), 'ray'),
  ];
}

const inspectMethods: MethodCase[] = [
  reads('stats', (index) => index.stats()),
  reads('counters', (index) => index.counters()),
  reads('nodes', (index) => index.nodes()),
  reads('validate', (index) => index.validate()),
  reads('traverse', (index) => index.traverse({ node: () => true }), 'traverse'),
  reads('serialize', (index) => index.serialize(), 'serialize'),
];

/** Returns all methods except `dispose()`. */
export function allMethods(dimensions: Dimensions): MethodCase[] {
  const box = goodBox(dimensions);
  const point = goodPoint(dimensions);
  return [
    ...contentMethods(box),
    ...queryMethods(box, point),
    ...volumeMethods(box, point),
    ...formMethods(box, point),
    ...inspectMethods,
  ];
}

export function supports({ needs }: MethodCase, subject: Subject): boolean {
  return needs === undefined || subject.has(needs);
}
