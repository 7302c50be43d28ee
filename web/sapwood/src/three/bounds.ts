/**
 * Local bounds of three.js objects, computed from their geometries, and their boxes in world space.
 */
import {
  Box3,
  type BufferAttribute,
  BufferGeometry,
  type InterleavedBufferAttribute,
  type Object3D,
  Sphere,
  type Sprite,
} from 'three';

/** Local bounds: a box with center and half extents, a sphere, or unbounded. */
export interface Bounds {
  readonly shape: 'box' | 'sphere' | 'unbounded';
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Half extents of a box. For a sphere, `ex`, `ey` and `ez` are its radius. */
  readonly ex: number;
  readonly ey: number;
  readonly ez: number;
}

export const UNBOUNDED: Bounds = { shape: 'unbounded', x: 0, y: 0, z: 0, ex: 0, ey: 0, ez: 0 };

/** Relative padding of boxes, larger than the rounding error of float32. */
const PADDING = 2 ** -21;

const MAX_COORDINATE = 1e18;

/** Relative tolerance when a bounding sphere is compared with the bounding box of the vertices. */
const SPHERE_TOLERANCE = 1e-4;

export type Position = BufferAttribute | InterleavedBufferAttribute;

interface Computed {
  readonly position: Position;
  readonly version: number;
  readonly box: Box3;
  sphere: Sphere | undefined;
}

const computed = new WeakMap<BufferGeometry, Computed>();

/** Returns how often an attribute was marked with `needsUpdate`. */
export const versionOf = (position: Position | undefined): number =>
  (position as InterleavedBufferAttribute)?.data?.version ??
  (position as BufferAttribute)?.version ??
  -1;

/** Returns the box of the vertices, which is cached, without changing the geometry. */
function boundsOfVertices(geometry: BufferGeometry): Computed | undefined {
  const position = geometry.attributes.position as Position | undefined;
  // three.js cannot read attributes that exist only in GPU buffers
  if (position?.getX === undefined) return undefined;
  const known = computed.get(geometry);
  const version = versionOf(position);
  if (known?.position === position && known.version === version) return known;
  const box = new Box3().setFromBufferAttribute(position as BufferAttribute);
  const made: Computed = { position, version, box, sphere: undefined };
  computed.set(geometry, made);
  return made;
}

const fromSphere = ({ center, radius }: Sphere): Bounds =>
  finite({
    shape: 'sphere',
    x: center.x,
    y: center.y,
    z: center.z,
    ex: radius,
    ey: radius,
    ez: radius,
  });

export const fromBox = ({ min, max }: Box3): Bounds =>
  finite({
    shape: 'box',
    x: (min.x + max.x) / 2,
    y: (min.y + max.y) / 2,
    z: (min.z + max.z) / 2,
    ex: (max.x - min.x) / 2,
    ey: (max.y - min.y) / 2,
    ez: (max.z - min.z) / 2,
  });

/** Replaces bounds of an empty geometry, and bounds with NaN or Infinity, by `UNBOUNDED`. */
export function finite(bounds: Bounds): Bounds {
  const { x, y, z, ex, ey, ez } = bounds;
  const isValid = Number.isFinite(x + y + z + ex + ey + ez) && ex >= 0 && ey >= 0 && ez >= 0;
  return isValid ? bounds : UNBOUNDED;
}

const hasMorphs = ({ morphAttributes }: BufferGeometry): boolean =>
  morphAttributes.position !== undefined && morphAttributes.position.length > 0;

/**
 * Returns the bounding sphere that three.js tests. If the geometry has none, computes a sphere
 * without storing it in the geometry, because three.js would keep using it after the vertices
 * change.
 */
export function sphereOfGeometry(geometry: BufferGeometry): Bounds {
  if (geometry.boundingSphere !== null) return fromSphere(geometry.boundingSphere);
  const known = boundsOfVertices(geometry);
  if (known === undefined || fromBox(known.box) === UNBOUNDED) return UNBOUNDED;
  if (known.sphere === undefined || hasMorphs(geometry)) {
    const copy = new BufferGeometry();
    copy.attributes = geometry.attributes;
    copy.morphAttributes = geometry.morphAttributes;
    copy.morphTargetsRelative = geometry.morphTargetsRelative;
    copy.computeBoundingSphere();
    known.sphere = copy.boundingSphere ?? new Sphere();
  }
  return fromSphere(known.sphere);
}

/**
 * Returns whether a sphere is inside the circumscribed sphere of the box of the vertices, with a
 * tolerance.
 */
function isOrdinary(sphere: Sphere, { x, y, z, ex, ey, ez }: Bounds): boolean {
  const diagonal = Math.hypot(ex, ey, ez);
  const { center, radius } = sphere;
  const offset = Math.hypot(center.x - x, center.y - y, center.z - z);
  return radius + offset <= diagonal * (1 + SPHERE_TOLERANCE);
}

/**
 * Returns bounds of the triangles. This is the bounding box, or `geometry.boundingSphere` if the
 * user enlarged that sphere, for example for a vertex shader.
 */
export function boundsOfGeometry(geometry: BufferGeometry): Bounds {
  if (hasMorphs(geometry)) return sphereOfGeometry(geometry);
  const box = geometry.boundingBox ?? boundsOfVertices(geometry)?.box;
  if (box === undefined) return UNBOUNDED;
  const bounds = fromBox(box);
  const sphere = geometry.boundingSphere;
  if (bounds === UNBOUNDED || sphere === null || isOrdinary(sphere, bounds)) return bounds;
  return fromSphere(sphere);
}

/** Bounds of a geometry, checked once per update of an index. */
export class GeometryBounds {
  readonly geometry: BufferGeometry;
  readonly #compute: (geometry: BufferGeometry) => Bounds;
  bounds: Bounds = UNBOUNDED;
  #update = -1;
  #position: Position | undefined;
  #version = -1;
  #box: Box3 | null = null;
  #sphere: Sphere | null = null;
  readonly #boxCopy = new Box3();
  readonly #sphereCopy = new Sphere();

  constructor(geometry: BufferGeometry, compute: (geometry: BufferGeometry) => Bounds) {
    this.geometry = geometry;
    this.#compute = compute;
  }

  /**
   * Returns the current bounds. If they did not change, returns the same object as before.
   * @param update - Number of the update.
   */
  at(update: number): Bounds {
    if (update === this.#update) return this.bounds;
    this.#update = update;
    if (this.#isCurrent()) return this.bounds;
    this.#store();
    const bounds = this.#compute(this.geometry);
    if (!sameBounds(bounds, this.bounds)) this.bounds = bounds;
    return this.bounds;
  }

  #isCurrent(): boolean {
    const { boundingBox, boundingSphere, attributes } = this.geometry;
    const position = attributes.position as Position | undefined;
    return (
      position !== undefined &&
      position === this.#position &&
      versionOf(position) === this.#version &&
      boundingBox === this.#box &&
      boundingSphere === this.#sphere &&
      (boundingBox === null || boundingBox.equals(this.#boxCopy)) &&
      (boundingSphere === null || boundingSphere.equals(this.#sphereCopy))
    );
  }

  #store(): void {
    const { boundingBox, boundingSphere, attributes } = this.geometry;
    this.#position = attributes.position as Position | undefined;
    this.#version = versionOf(this.#position);
    this.#box = boundingBox;
    this.#sphere = boundingSphere;
    if (boundingBox !== null) this.#boxCopy.copy(boundingBox);
    if (boundingSphere !== null) this.#sphereCopy.copy(boundingSphere);
  }
}

/**
 * Returns local bounds of a sprite, which contain all its corners and the sphere that three.js
 * tests.
 */
export function boundsOfSprite({ center, material }: Sprite): Bounds {
  if (material.sizeAttenuation === false) return UNBOUNDED;
  const radius = Math.SQRT1_2 + Math.hypot(center.x - 0.5, center.y - 0.5);
  return finite({ shape: 'sphere', x: 0, y: 0, z: 0, ex: radius, ey: radius, ez: radius });
}

export const sameBounds = (a: Bounds, b: Bounds): boolean =>
  a === b ||
  (a.shape === b.shape &&
    a.x === b.x &&
    a.y === b.y &&
    a.z === b.z &&
    a.ex === b.ex &&
    a.ey === b.ey &&
    a.ez === b.ez);

function writeUnbounded(out: Float32Array, at: number): void {
  out.fill(-Infinity, at, at + 3);
  out.fill(Infinity, at + 3, at + 6);
}

/** World matrix that `writeBox` applies, in column-major order. */
export const world = new Float64Array(16);
const m = world;

export function setWorld(matrices: Float64Array, at: number): void {
  for (let i = 0; i < 16; i += 1) world[i] = matrices[at + i];
}

/** Transforms bounds with `world`, and writes the resulting box to `out`, rounded outward. */
export function writeBox(bounds: Bounds, out: Float32Array, at: number): void {
  const { x, y, z, ex, ey, ez } = bounds;
  const cx = m[0] * x + m[4] * y + m[8] * z + m[12];
  const cy = m[1] * x + m[5] * y + m[9] * z + m[13];
  const cz = m[2] * x + m[6] * y + m[10] * z + m[14];
  let rx: number;
  let ry: number;
  let rz: number;
  if (bounds.shape === 'sphere') {
    const scale = Math.max(
      m[0] * m[0] + m[1] * m[1] + m[2] * m[2],
      m[4] * m[4] + m[5] * m[5] + m[6] * m[6],
      m[8] * m[8] + m[9] * m[9] + m[10] * m[10],
    );
    rx = ry = rz = ex * Math.sqrt(scale);
  } else {
    rx = Math.abs(m[0]) * ex + Math.abs(m[4]) * ey + Math.abs(m[8]) * ez;
    ry = Math.abs(m[1]) * ex + Math.abs(m[5]) * ey + Math.abs(m[9]) * ez;
    rz = Math.abs(m[2]) * ex + Math.abs(m[6]) * ey + Math.abs(m[10]) * ez;
  }
  rx += PADDING * (Math.abs(cx) + rx);
  ry += PADDING * (Math.abs(cy) + ry);
  rz += PADDING * (Math.abs(cz) + rz);
  const largest = Math.max(Math.abs(cx) + rx, Math.abs(cy) + ry, Math.abs(cz) + rz);
  // `!(largest < MAX_COORDINATE)` is also true for NaN; projective matrices do not map boxes to
  // boxes
  if (bounds.shape === 'unbounded' || !(largest < MAX_COORDINATE) || !isAffine()) {
    writeUnbounded(out, at);
    return;
  }
  out[at] = cx - rx;
  out[at + 1] = cy - ry;
  out[at + 2] = cz - rz;
  out[at + 3] = cx + rx;
  out[at + 4] = cy + ry;
  out[at + 5] = cz + rz;
}

const isAffine = (): boolean => m[3] === 0 && m[7] === 0 && m[11] === 0 && m[15] === 1;

/** Sets `world` to the product of two matrices, rounded as in `Matrix4.multiplyMatrices`. */
export function multiplyWorld(
  a: Float64Array,
  from: number,
  b: ArrayLike<number>,
  at: number,
): void {
  for (let column = 0; column < 16; column += 4) {
    const b0 = b[at + column];
    const b1 = b[at + column + 1];
    const b2 = b[at + column + 2];
    const b3 = b[at + column + 3];
    m[column] = a[from] * b0 + a[from + 4] * b1 + a[from + 8] * b2 + a[from + 12] * b3;
    m[column + 1] = a[from + 1] * b0 + a[from + 5] * b1 + a[from + 9] * b2 + a[from + 13] * b3;
    m[column + 2] = a[from + 2] * b0 + a[from + 6] * b1 + a[from + 10] * b2 + a[from + 14] * b3;
    m[column + 3] = a[from + 3] * b0 + a[from + 7] * b1 + a[from + 11] * b2 + a[from + 15] * b3;
  }
}

/** Copies the world matrix of an object to `saved`. Returns whether the matrix changed. */
export function copyMatrix(saved: Float64Array, at: number, object: Object3D): boolean {
  const { elements } = object.matrixWorld;
  let isChanged = false;
  for (let i = 0; i < 16; i += 1) {
    const value = elements[i];
    // NaN always counts as a change
    if (saved[at + i] !== value) {
      isChanged = true;
      saved[at + i] = value;
    }
  }
  return isChanged;
}
