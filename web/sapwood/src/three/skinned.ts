import { type BufferAttribute, type BufferGeometry, Matrix4, type SkinnedMesh } from 'three';
import { type Bounds, finite, type Position, UNBOUNDED, versionOf } from './bounds.js';

/** Box around the vertices that a bone influences, in the space of the geometry. */
interface BoneBox {
  readonly bone: number;
  readonly min: number[];
  readonly max: number[];
}

/**
 * Data of a skinned geometry that does not depend on the pose. It is used to compute the bounds of
 * a pose.
 */
interface Rig {
  readonly attributes: readonly (Position | undefined)[];
  readonly versions: readonly number[];
  readonly boxes: readonly BoneBox[];
  /** Smallest sum of the skin weights of a vertex; `maxSum` is the largest sum. */
  readonly minSum: number;
  readonly maxSum: number;
  /** Largest absolute offset of a vertex by each morph target, for each axis. */
  readonly maxOffsets: readonly number[][];
  /**
   * False if skin weights are negative or NaN. The boxes of the bones then do not bound the
   * vertices.
   */
  readonly isBounded: boolean;
}

const rigs = new WeakMap<BufferGeometry, Rig>();
const bone = /* @__PURE__ */ new Matrix4();
const outer = /* @__PURE__ */ new Matrix4();

/**
 * Returns a world box that contains all vertices in the current pose. It is the box around the
 * transformed boxes of all bones, because each vertex is a weighted mean of its positions under
 * each bone.
 */
export function worldBoundsOfSkinned(mesh: SkinnedMesh): Bounds {
  const { skeleton, geometry, bindMatrix, bindMatrixInverse, matrixWorld } = mesh;
  const rig = rigOf(geometry);
  if (rig === undefined || !rig.isBounded || skeleton === undefined) return UNBOUNDED;
  const pad = morphOffset(mesh, rig);
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const box of rig.boxes) {
    const joint = skeleton.bones[box.bone];
    const bind = skeleton.boneInverses[box.bone];
    if (joint === undefined || bind === undefined) return UNBOUNDED;
    bone.multiplyMatrices(joint.matrixWorld, bind).multiply(bindMatrix);
    addBox(bone.elements, box, pad, min, max);
  }
  scaleBySums(min, max, rig);
  outer.multiplyMatrices(matrixWorld, bindMatrixInverse);
  return boxOf(outer.elements, min, max);
}

function addBox(
  m: readonly number[],
  box: BoneBox,
  pad: readonly number[],
  min: number[],
  max: number[],
): void {
  for (let row = 0; row < 3; row += 1) {
    let low = m[12 + row];
    let high = low;
    for (let axis = 0; axis < 3; axis += 1) {
      const a = m[4 * axis + row] * (box.min[axis] - pad[axis]);
      const b = m[4 * axis + row] * (box.max[axis] + pad[axis]);
      low += Math.min(a, b);
      high += Math.max(a, b);
    }
    // if a bone matrix contains NaN, `Math.min` returns NaN, and the bounds become unbounded
    min[row] = Math.min(min[row], low);
    max[row] = Math.max(max[row], high);
  }
}

/**
 * Scales a box so that it contains vertices whose skin weights do not add up to 1. three.js does
 * not normalize the weights.
 */
function scaleBySums(min: number[], max: number[], { minSum, maxSum }: Rig): void {
  for (let axis = 0; axis < 3; axis += 1) {
    const low = Math.min(min[axis] * minSum, min[axis] * maxSum);
    const high = Math.max(max[axis] * minSum, max[axis] * maxSum);
    min[axis] = low;
    max[axis] = high;
  }
}

function boxOf(m: readonly number[], min: number[], max: number[]): Bounds {
  const world = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  addBox(m, { bone: 0, min, max }, [0, 0, 0], world.min, world.max);
  const [x, y, z] = world.min.map((low, axis) => (low + world.max[axis]) / 2);
  const [ex, ey, ez] = world.min.map((low, axis) => (world.max[axis] - low) / 2);
  return finite({ shape: 'box', x, y, z, ex, ey, ez });
}

/**
 * Returns the largest absolute offset of a vertex under the current morph influences, for each
 * axis.
 */
function morphOffset({ morphTargetInfluences }: SkinnedMesh, { maxOffsets }: Rig): number[] {
  const pad = [0, 0, 0];
  if (morphTargetInfluences === undefined) return pad;
  for (const [i, far] of maxOffsets.entries()) {
    const influence = Math.abs(morphTargetInfluences[i] ?? 0);
    for (let axis = 0; axis < 3; axis += 1) pad[axis] += influence * far[axis];
  }
  return pad;
}

function rigOf(geometry: BufferGeometry): Rig | undefined {
  const { position, skinIndex, skinWeight } = geometry.attributes;
  if (position === undefined || skinIndex === undefined || skinWeight === undefined) {
    return undefined;
  }
  const morphs = geometry.morphAttributes.position ?? [];
  const attributes = [position, skinIndex, skinWeight, ...morphs] as Position[];
  const known = rigs.get(geometry);
  if (
    known?.attributes.length === attributes.length &&
    attributes.every(
      (attribute, i) =>
        attribute === known.attributes[i] && versionOf(attribute) === known.versions[i],
    )
  ) {
    return known;
  }
  const made = { attributes, versions: attributes.map(versionOf), ...readRig(geometry) };
  rigs.set(geometry, made);
  return made;
}

function readRig(geometry: BufferGeometry) {
  const { position, skinIndex, skinWeight } = geometry.attributes;
  const boxes = new Map<number, BoneBox>();
  let minSum = Infinity;
  let maxSum = -Infinity;
  let isBounded = position.count > 0;
  for (let vertex = 0; vertex < position.count; vertex += 1) {
    let sum = 0;
    for (let i = 0; i < 4; i += 1) {
      const weight = skinWeight.getComponent(vertex, i);
      if (weight === 0) continue;
      if (!(weight > 0)) isBounded = false;
      sum += weight;
      addVertex(boxes, skinIndex.getComponent(vertex, i), position as Position, vertex);
    }
    minSum = Math.min(minSum, sum);
    maxSum = Math.max(maxSum, sum);
  }
  const offsets = (geometry.morphAttributes.position ?? []).map((target) =>
    maxOffset(target as Position, position as Position, geometry.morphTargetsRelative),
  );
  return { boxes: [...boxes.values()], minSum, maxSum, maxOffsets: offsets, isBounded };
}

function addVertex(
  boxes: Map<number, BoneBox>,
  number: number,
  position: Position,
  vertex: number,
): void {
  let box = boxes.get(number);
  if (box === undefined) {
    box = {
      bone: number,
      min: [Infinity, Infinity, Infinity],
      max: [-Infinity, -Infinity, -Infinity],
    };
    boxes.set(number, box);
  }
  for (let axis = 0; axis < 3; axis += 1) {
    const value = position.getComponent(vertex, axis);
    box.min[axis] = Math.min(box.min[axis], value);
    box.max[axis] = Math.max(box.max[axis], value);
  }
}

function maxOffset(target: Position, position: Position, isRelative: boolean): number[] {
  const far = [0, 0, 0];
  for (let vertex = 0; vertex < Math.min(target.count, position.count); vertex += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      const base = isRelative ? 0 : position.getComponent(vertex, axis);
      const move = Math.abs((target as BufferAttribute).getComponent(vertex, axis) - base);
      far[axis] = Math.max(far[axis], move);
    }
  }
  return far;
}
