import { type BatchedMesh, Box3, type Intersection, Mesh, type Raycaster, Sphere } from 'three';
import { type Bounds, fromBox, UNBOUNDED } from './bounds.js';
import { GeometryTree } from './geometry-tree.js';
import { type GeometryLevel, Levels, type Viewpoints, withCapacity } from './instance-levels.js';
import { Marks } from './marks.js';
import type { MeshTrees } from './mesh-trees.js';
import { Patches } from './patches.js';

/** Undocumented fields of `BatchedMesh`. Older versions of three.js lack some of them. */
interface Internals {
  readonly _instanceInfo: { visible: boolean; active: boolean; geometryIndex: number }[];
  readonly _geometryInfo: {
    readonly active: boolean;
    readonly start: number;
    readonly count: number;
    readonly vertexStart: number;
    readonly vertexCount: number;
  }[];
  readonly _matricesTexture: { readonly image: { readonly data: Float32Array } };
  readonly _indirectTexture: {
    readonly image: { readonly data: Uint32Array };
    needsUpdate: boolean;
  };
  readonly _multiDrawCounts: Int32Array;
  readonly _multiDrawStarts: Int32Array;
  _multiDrawCount: number;
  _multiDrawBytesPerElement?: number;
  readonly _mergedDrawCounts?: Int32Array;
  readonly _mergedDrawStarts?: Int32Array;
  readonly _mergedDrawInstanceCounts?: Int32Array;
  _mergedDrawCount?: number;
  _visibilityChanged: boolean;
}

interface Saved {
  readonly perObjectFrustumCulled: boolean;
  readonly sortObjects: boolean;
  readonly frustumCulled: boolean;
}

/** Methods of `BatchedMesh` after which all instances are read again. */
const CHANGES = ['addInstance', 'deleteInstance', 'setGeometryIdAt', 'setInstanceCount'] as const;

/** Methods of `BatchedMesh` after which instances and geometries are read again. */
const GEOMETRY_CHANGES = [
  'addGeometry',
  'deleteGeometry',
  'setGeometryAt',
  'setGeometrySize',
  'optimize',
] as const;

const NOT_DRAWN = -1;

const NO_DRAWS: DrawCounts = { draws: 0, merged: 0 };

const MAX_UINT16 = 65_535;

const single = /* @__PURE__ */ new Mesh();
const EMPTY = /* @__PURE__ */ new Mesh();
const box = /* @__PURE__ */ new Box3();

/** Instances of a `BatchedMesh`, and its list of draws. */
export class Batches {
  readonly mesh: BatchedMesh;
  readonly marks = new Marks();
  #saved: Saved | undefined;
  #bounds: (Bounds | undefined)[] = [];
  /** Geometry id of each instance, or `NOT_DRAWN`. */
  #geometries = new Int32Array(0);
  #isOutdated = true;
  #hasHidden = false;
  /** True if the mesh still has the list of draws that the last culling wrote. */
  #isListed = false;
  #counts = { view: NO_DRAWS, shadow: NO_DRAWS };
  /** Trees over the triangles, by geometry id. */
  readonly #trees: GeometryTree[] = [];
  /** Levels of detail, by geometry id. */
  readonly #levels: (Levels<GeometryLevel> | undefined)[] = [];
  /** Level of each instance at the last culling that drew the instance. */
  #current = new Uint8Array(0);
  readonly #patches = new Patches();

  constructor(mesh: BatchedMesh) {
    this.mesh = mesh;
    this.#patch();
  }

  get #internals(): Internals {
    return this.mesh as unknown as Internals;
  }

  /** Number of ids, including deleted instances. */
  get count(): number {
    return this.#internals._instanceInfo.length;
  }

  /** Matrices of the instances, by instance id. */
  get matrices(): Float32Array {
    return this.#internals._matricesTexture.image.data;
  }

  touch(start: number, count: number): void {
    this.marks.addRange(start, count, this.count);
    if (start <= 0 && start + count >= this.count) this.#bounds.length = 0;
  }

  /** Geometry id of each instance; negative if the instance is not drawn. */
  get geometries(): Int32Array {
    if (this.#isOutdated) this.#readInstances();
    return this.#geometries;
  }

  get hasHidden(): boolean {
    if (this.#isOutdated) this.#readInstances();
    return this.#hasHidden;
  }

  #readInstances(): void {
    this.#isOutdated = false;
    const { _instanceInfo: list } = this.#internals;
    if (this.#geometries.length !== list.length) this.#geometries = new Int32Array(list.length);
    this.#hasHidden = false;
    for (const [i, { active, visible, geometryIndex }] of list.entries()) {
      const isDrawn = active && visible;
      this.#geometries[i] = isDrawn ? geometryIndex : NOT_DRAWN;
      if (!isDrawn) this.#hasHidden = true;
    }
  }

  boundsOf(instance: number): Bounds {
    const info = this.#internals._instanceInfo[instance];
    if (!info.active) return POINT;
    const { geometryIndex } = info;
    this.#bounds[geometryIndex] ??= this.#boundsOfGeometry(geometryIndex);
    return this.#bounds[geometryIndex];
  }

  /** True if the scene index may choose the drawn instances and their order. */
  get canBeOrdered(): boolean {
    const { mesh } = this;
    const { perObjectFrustumCulled } = this.#saved ?? mesh;
    return perObjectFrustumCulled && mesh.customSort === null && !Array.isArray(mesh.material);
  }

  /** Value of `sortObjects` of the mesh, without the change that culling makes. */
  get isSorted(): boolean {
    return (this.#saved ?? this.mesh).sortObjects;
  }

  hasGeometry(geometry: number): boolean {
    return this.#internals._geometryInfo[geometry]?.active === true;
  }

  setLevels(geometry: number, levels: readonly GeometryLevel[]): void {
    this.#levels[geometry] = levels.length > 0 ? new Levels(levels) : undefined;
  }

  #dropLevels(geometry: number): void {
    for (const [id, levels] of this.#levels.entries()) {
      const isUsed = levels?.list.some((level) => level.geometryId === geometry);
      if (isUsed || id === geometry) this.setLevels(id, []);
    }
  }

  /** Updates the level of an instance, and returns the geometry of the level. */
  #shownGeometry(instance: number, geometry: number, viewpoints: Viewpoints): number {
    const levels = this.#levels[geometry];
    if (levels === undefined) return geometry;
    const { elements } = this.mesh.matrixWorld;
    const squared = viewpoints.distanceTo(elements, this.matrices, 16 * instance);
    const level = levels.levelAt(squared, this.#current[instance]);
    this.#current[instance] = level;
    return level === 0 ? geometry : levels.list[level - 1].geometryId;
  }

  /**
   * Makes three.js draw the first `count` instances of `order`. The first `viewCount` of them are
   * drawn into the view and shadow maps, the others only into shadow maps.
   */
  draw(order: Uint32Array, count: number, viewCount: number, viewpoints: Viewpoints): void {
    const { mesh } = this;
    const internals = this.#internals;
    if (this.#saved === undefined) {
      const { perObjectFrustumCulled, sortObjects, frustumCulled } = mesh;
      this.#saved = { perObjectFrustumCulled, sortObjects, frustumCulled };
      mesh.perObjectFrustumCulled = false;
      mesh.sortObjects = false;
      mesh.frustumCulled = false;
    }
    const { bytes, factor } = drawUnits(mesh);
    const { geometries } = this;
    const { _multiDrawStarts: starts, _multiDrawCounts: counts } = internals;
    const indirect = internals._indirectTexture.image.data;
    const firsts = internals._geometryInfo.map(({ start }) => start * bytes * factor);
    const sizes = internals._geometryInfo.map(({ count: size }) => size * factor);
    const hasLevels = this.#levels.some((levels) => levels !== undefined);
    if (hasLevels) this.#current = withCapacity(mesh.maxInstanceCount, this.#current);
    for (let i = 0; i < count; i += 1) {
      const instance = order[i];
      let geometry = geometries[instance];
      if (hasLevels) geometry = this.#shownGeometry(instance, geometry, viewpoints);
      starts[i] = firsts[geometry];
      counts[i] = sizes[geometry];
      indirect[i] = instance;
    }
    this.#counts = merge(internals, viewCount, count);
    this.#isListed = true;
    this.#setCounts(this.#counts.view);
    if (internals._multiDrawBytesPerElement !== undefined) {
      internals._multiDrawBytesPerElement = bytes;
    }
    internals._indirectTexture.needsUpdate = true;
    internals._visibilityChanged = false;
  }

  /**
   * Restores the flags and methods of the mesh. The next time three.js renders the mesh, it
   * computes its own list of draws.
   */
  dispose(): void {
    this.#patches.restore();
    this.#dropTrees();
    if (this.#saved === undefined) return;
    Object.assign(this.mesh, this.#saved);
    this.#internals._visibilityChanged = true;
    this.#saved = undefined;
  }

  /**
   * Like `BatchedMesh.raycast`, but tests only the first `count` ids in `instances`, which are in
   * ascending order.
   */
  raycast(
    raycaster: Raycaster,
    instances: ArrayLike<number>,
    count: number,
    out: Intersection[],
    trees: MeshTrees,
    firstOnly: boolean,
  ) {
    const { mesh } = this;
    const { _geometryInfo: ranges } = this.#internals;
    const { geometries } = this;
    const { geometry } = single;
    single.material = mesh.material;
    geometry.index = mesh.geometry.index;
    geometry.attributes = mesh.geometry.attributes;
    geometry.boundingBox ??= new Box3();
    geometry.boundingSphere ??= new Sphere();
    try {
      for (let i = 0; i < count; i += 1) {
        const batchId = instances[i];
        const geometryIndex = geometries[batchId];
        if (geometryIndex < 0) continue;
        geometry.setDrawRange(ranges[geometryIndex].start, ranges[geometryIndex].count);
        mesh.getMatrixAt(batchId, single.matrixWorld).premultiply(mesh.matrixWorld);
        mesh.getBoundingBoxAt(geometryIndex, geometry.boundingBox);
        mesh.getBoundingSphereAt(geometryIndex, geometry.boundingSphere);
        const tree = this.#treeOf(geometryIndex);
        const fields = { object: mesh, batchId };
        trees.castInstance(tree, single, fields, raycaster, firstOnly, out);
      }
    } finally {
      single.material = EMPTY.material;
      geometry.index = null;
      geometry.attributes = {};
      geometry.setDrawRange(0, Number.POSITIVE_INFINITY);
    }
  }

  requestTrees(trees: MeshTrees): void {
    for (const geometryIndex of new Set(this.geometries)) {
      if (geometryIndex >= 0) trees.request(this.#treeOf(geometryIndex));
    }
  }

  #treeOf(geometryIndex: number): GeometryTree {
    this.#trees[geometryIndex] ??= new GeometryTree(this.mesh.geometry, {
      ...this.#internals._geometryInfo[geometryIndex],
    });
    return this.#trees[geometryIndex];
  }

  #dropTrees(): void {
    for (const tree of this.#trees) tree?.retire();
    this.#trees.length = 0;
  }

  #boundsOfGeometry(geometryIndex: number): Bounds {
    const found = this.mesh.getBoundingBoxAt(geometryIndex, box);
    return found === null ? UNBOUNDED : fromBox(found);
  }

  #setCounts({ draws, merged }: DrawCounts): void {
    const internals = this.#internals;
    internals._multiDrawCount = draws;
    if (internals._mergedDrawCount !== undefined) internals._mergedDrawCount = merged;
  }

  #patch(): void {
    const { mesh } = this;
    for (const [name, pass] of [
      ['onBeforeShadow', 'shadow'],
      ['onAfterShadow', 'view'],
    ] as const) {
      this.#patches.replace(mesh, name, (original) => (...args: unknown[]) => {
        // without a list from culling, three.js computes the list and its counts
        if (this.#saved !== undefined && this.#isListed) this.#setCounts(this.#counts[pass]);
        return original.apply(mesh, args);
      });
    }
    this.#patches.replace(mesh, 'setMatrixAt', (original) => (...args: unknown[]) => {
      this.marks.add(args[0] as number);
      return original.apply(mesh, args);
    });
    // `replace` ignores methods that older versions of three.js lack
    for (const name of CHANGES) this.#markAllAfter(name, false);
    for (const name of GEOMETRY_CHANGES) this.#markAllAfter(name, true);
    this.#patches.replace(mesh, 'setVisibleAt', (original) => (...args: unknown[]) => {
      this.#isOutdated = true;
      this.#isListed = false;
      return original.apply(mesh, args);
    });
  }

  /** Wraps a method of the mesh so that it marks all instances as changed. */
  #markAllAfter(
    name: (typeof CHANGES)[number] | (typeof GEOMETRY_CHANGES)[number],
    isGeometry: boolean,
  ) {
    const { mesh } = this;
    this.#patches.replace(mesh, name, (original) => (...args: unknown[]) => {
      this.marks.addAll();
      this.#isOutdated = true;
      this.#isListed = false;
      this.#bounds.length = 0;
      if (isGeometry) this.#dropTrees();
      const result = original.apply(mesh, args);
      if (name === 'deleteGeometry') this.#dropLevels(args[0] as number);
      return result;
    });
  }
}

const POINT: Bounds = { shape: 'box', x: 0, y: 0, z: 0, ex: 0, ey: 0, ez: 0 };

/**
 * Returns the bytes per index, and the number of drawn indices per index of the geometry, which is
 * 2 for wireframes.
 */
function drawUnits(mesh: BatchedMesh): { bytes: number; factor: number } {
  const { geometry, material } = mesh;
  if ((material as { wireframe?: boolean }).wireframe === true) {
    return { bytes: geometry.attributes.position.count > MAX_UINT16 ? 4 : 2, factor: 2 };
  }
  return { bytes: geometry.index === null ? 1 : geometry.index.array.BYTES_PER_ELEMENT, factor: 1 };
}

/** Numbers of draws before and after merging consecutive draws of the same geometry. */
interface DrawCounts {
  readonly draws: number;
  readonly merged: number;
}

/**
 * Merges consecutive draws of the same geometry, for `WebGPURenderer`. Returns the numbers of draws
 * for the view and for shadow maps.
 */
function merge(
  internals: Internals,
  viewCount: number,
  count: number,
): { view: DrawCounts; shadow: DrawCounts } {
  const {
    _multiDrawStarts: starts,
    _multiDrawCounts: counts,
    _mergedDrawStarts: mergedStarts,
    _mergedDrawCounts: mergedCounts,
    _mergedDrawInstanceCounts: instanceCounts,
  } = internals;
  let last = -1;
  let inView = 0;
  // older versions of three.js have no lists of merged draws
  const total = mergedStarts && mergedCounts && instanceCounts ? count : 0;
  for (let i = 0; i < total; i += 1) {
    const isSame =
      i !== viewCount && mergedStarts![last] === starts[i] && mergedCounts![last] === counts[i];
    if (!isSame) last += 1;
    mergedStarts![last] = starts[i];
    mergedCounts![last] = counts[i];
    instanceCounts![last] = isSame ? instanceCounts![last] + 1 : 1;
    if (i < viewCount) inView = last + 1;
  }
  return {
    view: { draws: viewCount, merged: inView },
    shadow: { draws: count, merged: last + 1 },
  };
}
