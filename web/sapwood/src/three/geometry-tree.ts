import type { BufferAttribute, BufferGeometry, InterleavedBufferAttribute } from 'three';
import type { TriangleMesh } from '../generated/3d/mesh.js';
import { type Position, versionOf } from './bounds.js';

/** Range of the vertices and indices of one geometry in a `BatchedMesh`. */
export interface Part {
  readonly start: number;
  readonly count: number;
  readonly vertexStart: number;
  readonly vertexCount: number;
}

/** Tree over the triangles of a geometry, or of a part of a geometry. */
export class GeometryTree {
  readonly geometry: BufferGeometry;
  readonly part: Part | undefined;
  /** Number of owners. Owners are scene indices, and `meshOf`, which counts once. */
  owners = 0;
  #mesh: TriangleMesh | undefined;
  #position: Position | undefined;
  #version = -1;
  #index: BufferAttribute | null = null;
  #indexVersion = -1;
  #hasFailed = false;
  #isRetired = false;
  failure: unknown;
  #bounds: ArrayLike<number> | undefined;

  constructor(geometry: BufferGeometry, part?: Part) {
    this.geometry = geometry;
    this.part = part;
  }

  get triangleCount(): number {
    return triangleCountOf(this.geometry, this.part);
  }

  get firstTriangle(): number {
    return (this.part?.start ?? 0) / 3;
  }

  /**
   * True if a tree for the current index and positions must be built. False if building such a tree
   * has failed.
   */
  get isMissing(): boolean {
    if (this.#isRetired) return false;
    if (!this.#isSameTopology()) return true;
    if (this.#mesh !== undefined) return false;
    return !this.#hasFailed || versionOf(this.#position) !== this.#version;
  }

  /** Mesh with the current positions, or undefined if the tree is not built. */
  get mesh(): TriangleMesh | undefined {
    if (this.#mesh === undefined || !this.#isSameTopology()) return undefined;
    const position = this.#position as Position;
    const version = versionOf(position);
    if (version !== this.#version && this.part === undefined) {
      this.#version = version;
      this.#bounds = undefined;
      this.#try(() => this.#mesh?.update(position as BufferAttribute));
    }
    return this.#mesh;
  }

  /** Minimum corner of the mesh, then its maximum corner. Requires a built tree. */
  get bounds(): ArrayLike<number> {
    this.#bounds ??= (this.mesh as TriangleMesh).bounds;
    return this.#bounds;
  }

  /** Builds the tree if it is missing and `TriangleMesh` supports the geometry. */
  build(Class: typeof TriangleMesh): void {
    if (!this.isMissing) return;
    this.drop();
    const { attributes, index } = this.geometry;
    this.#position = attributes.position as Position;
    this.#version = versionOf(this.#position);
    this.#index = index;
    this.#indexVersion = index?.version ?? -1;
    this.#try(() => {
      const source = sourceOf(this.geometry, this.part);
      if (source === undefined) this.#hasFailed = true;
      else this.#mesh = new Class(source);
    });
  }

  /** Frees the tree. It can be built again. */
  drop(): void {
    this.#mesh?.dispose();
    this.#mesh = undefined;
    this.#bounds = undefined;
    this.#hasFailed = false;
    this.failure = undefined;
  }

  /** Frees the tree and prevents further builds. */
  retire(): void {
    this.drop();
    this.#isRetired = true;
  }

  /**
   * Runs a call on the mesh. If it throws, frees the tree, so that three.js tests the triangles.
   */
  #try(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.drop();
      this.failure = error;
      this.#hasFailed = true;
    }
  }

  /**
   * Returns true if the index and the attribute `position` are the same objects as at the last
   * build. The values of the positions may have changed.
   */
  #isSameTopology(): boolean {
    const { attributes, index } = this.geometry;
    return (
      attributes.position === this.#position &&
      index === this.#index &&
      (this.part !== undefined || (index?.version ?? -1) === this.#indexVersion)
    );
  }
}

export function triangleCountOf({ attributes, index }: BufferGeometry, part?: Part): number {
  const count = part?.count ?? index?.count ?? attributes.position?.count ?? 0;
  return Math.floor(count / 3);
}

/**
 * Returns vertices and triangles for `TriangleMesh`, or undefined if `TriangleMesh` does not
 * support the geometry.
 */
function sourceOf(geometry: BufferGeometry, part: Part | undefined) {
  const { position } = geometry.attributes;
  if (position === undefined || position.array instanceof Float64Array) return undefined;
  if (part === undefined) {
    return { positions: position as BufferAttribute, indices: geometry.index };
  }
  const { array, itemSize, normalized } = position as BufferAttribute;
  if (isInterleaved(position) || normalized || itemSize !== 3 || part.start % 3 !== 0) {
    return undefined;
  }
  const { start, count, vertexStart, vertexCount } = part;
  if (geometry.index === null) {
    return { positions: array.subarray(3 * start, 3 * (start + count)) };
  }
  const positions = array.subarray(3 * vertexStart, 3 * (vertexStart + vertexCount));
  const indices = Uint32Array.from(
    geometry.index.array.subarray(start, start + count),
    (vertex) => vertex - vertexStart,
  );
  return { positions, indices };
}

const isInterleaved = (position: unknown): position is InterleavedBufferAttribute =>
  (position as InterleavedBufferAttribute).isInterleavedBufferAttribute === true;

const trees = new WeakMap<BufferGeometry, GeometryTree>();

/** Returns the tree of a geometry. All owners share it. */
export function treeOf(geometry: BufferGeometry): GeometryTree {
  let tree = trees.get(geometry);
  if (tree === undefined) {
    tree = new GeometryTree(geometry);
    trees.set(geometry, tree);
  }
  return tree;
}
