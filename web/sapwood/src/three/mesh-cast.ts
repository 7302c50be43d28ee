/**
 * Ray casts on geometries with a tree. The tree finds the triangles near the ray, and three.js
 * tests these triangles. The intersections therefore have all fields that three.js sets.
 */
import {
  BackSide,
  BatchedMesh,
  BufferAttribute,
  type BufferGeometry,
  FrontSide,
  InstancedMesh,
  type Intersection,
  type Material,
  Matrix4,
  Mesh,
  type Object3D,
  Ray,
  type Raycaster,
  SkinnedMesh,
} from 'three';
import type { TriangleMesh } from '../generated/3d/mesh.js';
import type { GeometryTree } from './geometry-tree.js';

/** Raycaster with the property `firstHitOnly`, as in three-mesh-bvh. */
export interface FirstHitRaycaster extends Raycaster {
  /** True to return only the closest intersection, which is faster. Default: false. */
  readonly firstHitOnly?: boolean | undefined;
}

/** Fields of a mesh that three.js reads in a ray cast. */
export interface Target {
  readonly geometry: BufferGeometry;
  readonly material: Material | Material[] | undefined;
  readonly matrixWorld: Matrix4;
}

/** Consecutive triangles with the same material. */
interface Group {
  readonly first: number;
  readonly end: number;
  readonly materialIndex: number | undefined;
}

/** Maximum distance of tested triangles from the ray, relative to the largest coordinate. */
const MARGIN = 1e-6;

/**
 * Like `MARGIN`, but relative to the distance of the ray origin, whose coordinates also have
 * rounding errors.
 */
const FAR_MARGIN = 1e-12;

/** Relative tolerance of distances along the ray. */
const ALONG = 1e-6;

/**
 * Maximum number of groups. With more groups, the loop over them could be slower than a test of all
 * triangles.
 */
const MAX_GROUPS = 64;

const inverse = /* @__PURE__ */ new Matrix4();
const ray = /* @__PURE__ */ new Ray();
const probe = /* @__PURE__ */ new Mesh();
const noMaterial = probe.material;
/**
 * Original `Mesh.raycast` of three.js. It is stored because callers can replace the method in the
 * prototype.
 */
const threeRaycast = /* @__PURE__ */ (() => Mesh.prototype.raycast)();

/**
 * Original `raycast` methods of the subclasses of `Mesh` that override it, by flag of the class.
 */
const otherRaycasts = /* @__PURE__ */ (() => ({
  isSkinnedMesh: SkinnedMesh.prototype.raycast,
  isInstancedMesh: InstancedMesh.prototype.raycast,
  isBatchedMesh: BatchedMesh.prototype.raycast,
}))();

type Flag = keyof typeof otherRaycasts;

/** Returns the flag of a subclass of `Mesh` that does not test the triangles of its geometry. */
export function specialFlagOf(mesh: Mesh): Flag | undefined {
  for (const flag of Object.keys(otherRaycasts) as Flag[]) {
    if ((mesh as { [flag in Flag]?: true })[flag]) return flag;
  }
  return undefined;
}

/**
 * Adds the intersections that three.js finds, even if the caller replaced `raycast` of the mesh.
 */
export function castAsThree(mesh: Mesh, raycaster: Raycaster, out: Intersection[]): void {
  const flag = specialFlagOf(mesh);
  (flag === undefined ? threeRaycast : otherRaycasts[flag]).call(mesh, raycaster, out);
}

const hits: Intersection[] = [];
const start: number[] = [0, 0, 0];
const end: number[] = [0, 0, 0];
const direction: number[] = [0, 0, 0];
const groups: Group[] = [];

/** Vertex indices of the triangles near the ray, three per triangle. */
let chosen = /* @__PURE__ */ new BufferAttribute(/* @__PURE__ */ new Uint32Array(3 * 64), 1);

/**
 * Adds the same intersections as `Mesh.raycast` for `target`, or only the closest one. If the tree
 * cannot be used, returns false and adds nothing.
 */
export function castOnTree(
  tree: GeometryTree,
  target: Target,
  owner: Object3D,
  raycaster: Raycaster,
  firstOnly: boolean,
  out: Intersection[],
): boolean {
  const { geometry, material, matrixWorld } = target;
  const { mesh } = tree;
  if (mesh === undefined || !readGroups(geometry, material, tree)) return false;
  if (material === undefined) return true;
  if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
  const span = localSpan(tree.bounds, matrixWorld, raycaster);
  if (span === undefined) return false;
  if (span.start > span.end) return true;
  if (firstOnly && !Array.isArray(material)) {
    const near = firstHit(mesh, material, span);
    // because of rounding, three.js can miss the triangle that the tree hit; then the whole span is
    // tested
    if (near < span.end && castWithin(tree, mesh, target, owner, raycaster, near, true, out)) {
      return true;
    }
  }
  castWithin(tree, mesh, target, owner, raycaster, span.end, firstOnly, out);
  return true;
}

/** Part of the ray in local space, as distances from its origin. */
interface Span {
  start: number;
  end: number;
  margin: number;
}

const span: Span = { start: 0, end: 0, margin: 0 };

/**
 * Transforms the ray to local space like three.js, and returns the part within `near`, `far` and
 * the bounds. Returns undefined if the matrix is not affine, or if numbers are too large or not
 * finite.
 */
function localSpan(
  bounds: ArrayLike<number>,
  matrix: Matrix4,
  raycaster: Raycaster,
): Span | undefined {
  const { elements: m } = matrix;
  if (m[3] !== 0 || m[7] !== 0 || m[11] !== 0 || m[15] !== 1) return undefined;
  ray.copy(raycaster.ray).applyMatrix4(inverse.copy(matrix).invert());
  const { origin, direction: d } = ray;
  const { direction: world } = raycaster.ray;
  // length of one world unit in local space
  const scale = lengthAlong(inverse, world) / world.length();
  const distance = Math.hypot(origin.x, origin.y, origin.z);
  if (!(scale > 0) || !Number.isFinite(scale + distance) || d.lengthSq() === 0) return undefined;
  let largest = 0;
  for (let i = 0; i < 6; i += 1) largest = Math.max(largest, Math.abs(bounds[i]));
  const margin = MARGIN * largest + FAR_MARGIN * distance;
  if (!(margin < 1e18)) return undefined;
  span.start = Math.max(0, raycaster.near * scale * (1 - ALONG));
  span.end = raycaster.far * scale * (1 + ALONG);
  origin.toArray(start);
  d.toArray(direction);
  const isNear = clip(span, bounds, 0, margin, start, direction) && span.end >= 0;
  span.start = Math.max(0, span.start - margin);
  span.end = isNear ? span.end + margin : -1;
  span.margin = margin;
  // queries accept coordinates up to 1e18
  if (span.end > 1e18) return undefined;
  for (let axis = 0; axis < 3; axis += 1) start[axis] += span.start * direction[axis];
  return span;
}

function lengthAlong({ elements: m }: Matrix4, { x, y, z }: { x: number; y: number; z: number }) {
  return Math.hypot(
    m[0] * x + m[4] * y + m[8] * z,
    m[1] * x + m[5] * y + m[9] * z,
    m[2] * x + m[6] * y + m[10] * z,
  );
}

/**
 * Returns an upper bound of the distance of the closest hit. Returns the end of the span if the
 * tree finds no hit.
 */
function firstHit(
  mesh: TriangleMesh,
  { side }: Material,
  { start: from, end: to, margin }: Span,
): number {
  const hit = mesh.raycast(start, direction, {
    maxDistance: to - from,
    side: side === FrontSide ? 'front' : side === BackSide ? 'back' : 'double',
  });
  return hit === null ? to : Math.min(to, (from + hit.distance) * (1 + ALONG) + 8 * margin);
}

/**
 * Tests the triangles near the ray up to the distance `to`. Returns whether the ray hit a triangle.
 */
function castWithin(
  tree: GeometryTree,
  mesh: TriangleMesh,
  target: Target,
  owner: Object3D,
  raycaster: Raycaster,
  to: number,
  firstOnly: boolean,
  out: Intersection[],
): boolean {
  for (let axis = 0; axis < 3; axis += 1) {
    end[axis] = start[axis] + (to - span.start) * direction[axis];
  }
  const triangles = mesh.queryCapsule(start, end, span.margin);
  if (triangles.length === 0) return false;
  triangles.sort();
  // clears hits that remain from a call that threw an error
  hits.length = 0;
  test(tree, target, owner, raycaster, triangles);
  const hasHit = hits.length > 0;
  addHits(hits, firstOnly, out);
  hits.length = 0;
  return hasHit;
}

export function addHits(
  list: readonly Intersection[],
  firstOnly: boolean,
  out: Intersection[],
): void {
  let [best] = list;
  for (const hit of list) {
    if (!firstOnly) out.push(hit);
    else if (hit.distance < best.distance) best = hit;
  }
  if (firstOnly && best !== undefined) out.push(best);
}

/** Lets three.js test the given triangles, and adds the intersections to `hits`. */
function test(
  tree: GeometryTree,
  { geometry, material, matrixWorld }: Target,
  owner: Object3D,
  raycaster: Raycaster,
  triangles: Uint32Array,
): void {
  const { index } = geometry;
  const { firstTriangle } = tree;
  const capacity = 3 * triangles.length * groups.length;
  if (chosen.array.length < capacity) {
    chosen = new BufferAttribute(new Uint32Array(2 * capacity), 1);
  }
  const { array } = chosen;
  const numbers: number[] = [];
  const probed = probe.geometry;
  probed.groups = [];
  for (const { first, end: last, materialIndex } of groups) {
    const begin = numbers.length;
    for (const one of triangles) {
      const triangle = firstTriangle + one;
      if (triangle < first || triangle >= last) continue;
      const at = 3 * numbers.length;
      for (let corner = 0; corner < 3; corner += 1) {
        const vertex = 3 * triangle + corner;
        array[at + corner] = index === null ? vertex : index.getX(vertex);
      }
      numbers.push(triangle);
    }
    if (materialIndex !== undefined) {
      probed.addGroup(3 * begin, 3 * (numbers.length - begin), materialIndex);
    }
  }
  if (numbers.length === 0) return;
  // three.js reads only the first `count` indices
  (chosen as { count: number }).count = 3 * numbers.length;
  probed.index = chosen as never;
  probed.attributes = geometry.attributes;
  probed.boundingSphere = geometry.boundingSphere;
  probed.boundingBox = geometry.boundingBox;
  probe.material = material as Material;
  const own = probe.matrixWorld;
  probe.matrixWorld = matrixWorld;
  try {
    threeRaycast.call(probe, raycaster, hits);
  } finally {
    probe.matrixWorld = own;
    probe.material = noMaterial;
    probed.index = null;
    probed.attributes = {};
    probed.boundingSphere = null;
    probed.boundingBox = null;
  }
  for (const hit of hits) {
    hit.object = owner;
    hit.faceIndex = numbers[hit.faceIndex as number];
  }
}

/**
 * Stores in `groups` the triangles that three.js tests: the draw range, or the groups of the
 * geometry in order. Returns false if a range begins or ends within a triangle, or does not match
 * the tree.
 */
function readGroups(
  { drawRange, groups: given, index, attributes }: BufferGeometry,
  material: Material | Material[] | undefined,
  { part }: GeometryTree,
): boolean {
  groups.length = 0;
  const total = index?.count ?? attributes.position.count;
  const from = Math.max(0, drawRange.start);
  const to = Math.min(total, drawRange.start + drawRange.count);
  if (part !== undefined && (from !== part.start || to !== part.start + part.count)) return false;
  if (!Array.isArray(material)) return addGroup(from, to, undefined);
  if (given.length > MAX_GROUPS) return false;
  return given.every(({ start: first, count, materialIndex }) =>
    addGroup(Math.max(first, drawRange.start), Math.min(total, first + count, to), materialIndex),
  );
}

function addGroup(from: number, to: number, materialIndex: number | undefined): boolean {
  if (from >= to) return true;
  if (from < 0 || from % 3 !== 0 || to % 3 !== 0) return false;
  groups.push({ first: from / 3, end: to / 3, materialIndex });
  return true;
}

/**
 * Clips a span of a ray to a box that is enlarged by a margin. Returns false if the ray is parallel
 * to a side of the box and outside it. In other cases of a miss, the start of the span becomes
 * larger than its end.
 * @param at - Position of the box in the array `box`, minimum corner first.
 */
export function clip(
  span: { start: number; end: number },
  box: ArrayLike<number>,
  at: number,
  margin: number,
  origin: readonly number[],
  direction: readonly number[],
): boolean {
  for (let axis = 0; axis < 3; axis += 1) {
    const low = box[at + axis] - margin - origin[axis];
    const high = box[at + axis + 3] + margin - origin[axis];
    if (direction[axis] === 0) {
      if (!(low <= 0 && high >= 0)) return false;
      continue;
    }
    const one = low / direction[axis];
    const other = high / direction[axis];
    span.start = Math.max(span.start, Math.min(one, other));
    span.end = Math.min(span.end, Math.max(one, other));
  }
  return true;
}
