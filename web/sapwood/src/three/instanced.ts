import {
  type InstancedMesh,
  type Intersection,
  type Matrix4,
  Mesh,
  type Raycaster,
  Sphere,
} from 'three';
import { treeOf } from './geometry-tree.js';
import {
  holdersOf,
  instancedAttributes,
  isPlain,
  type Numbers,
  type Stream,
  streamOf,
  write,
  writeOne,
} from './instance-data.js';
import { Marks } from './marks.js';
import type { MeshTrees } from './mesh-trees.js';
import { Patches } from './patches.js';
import { Slots } from './slots.js';

const single = /* @__PURE__ */ new Mesh();
const sphere = /* @__PURE__ */ new Sphere();

/**
 * Instances of an `InstancedMesh`: their data by id, and their drawing order. The order and count
 * of the mesh do not change before the first call of `draw`.
 */
export class Instances {
  readonly mesh: InstancedMesh;
  readonly marks = new Marks();
  readonly #slots = new Slots();
  /** Instances whose data was written since the last `draw`. */
  readonly #written = new Marks();
  isCulled = false;
  #count: number;
  /** Value of `mesh.count` that this class last read or wrote. */
  #lastCount: number;
  #streams: Stream[] = [];
  #frustumCulled = true;
  #isStale = false;
  #version: number;
  #matrices: object;
  #usesSource = false;
  #viewCount = 0;
  readonly #patches = new Patches();
  #owner: Instances | undefined;
  /** Properties that the mesh had before `attach` made it a level. */
  #before: Partial<InstancedMesh> = {};
  /**
   * Color attribute that was added to the mesh because the owner has colors. It is removed by
   * `detach`.
   */
  #color: InstancedMesh['instanceColor'] = null;

  constructor(mesh: InstancedMesh) {
    this.mesh = mesh;
    this.#count = mesh.count;
    this.#lastCount = mesh.count;
    this.#matrices = mesh.instanceMatrix;
    this.#version = mesh.instanceMatrix.version;
    this.#patch();
  }

  /** Ids of the drawn instances in drawing order. */
  get order(): Uint32Array {
    return this.#slots.order;
  }

  /** Number of instances in view. The instances after these in `order` only cast shadows. */
  get drawnCount(): number {
    return this.#viewCount;
  }

  /** If the mesh is a level of detail, the instances that it draws. Otherwise undefined. */
  get owner(): Instances | undefined {
    return this.#owner;
  }

  /** Number of instances that the mesh draws without culling. */
  get count(): number {
    // `|| 0` replaces NaN by 0
    return Math.min(Math.max(0, Math.floor(this.#count) || 0), this.capacity);
  }

  /** Number of instances for which the mesh has matrices. */
  get capacity(): number {
    return this.mesh.instanceMatrix.count;
  }

  /** Value of `mesh.frustumCulled` that the caller set. If false, all instances are drawn. */
  get isFrustumCulled(): boolean {
    return this.isCulled ? this.#frustumCulled : this.mesh.frustumCulled;
  }

  get matrices(): ArrayLike<number> {
    return this.#sourceOf(this.mesh.instanceMatrix) ?? this.mesh.instanceMatrix.array;
  }

  /** Data by instance id, for callers that write many instances. After a change, call `touch`. */
  get sources(): { matrices: Numbers; colors: Numbers | undefined } {
    const { instanceMatrix, instanceColor } = this.mesh;
    return {
      matrices: (this.#sourceOf(instanceMatrix) ?? instanceMatrix.array) as Numbers,
      colors:
        instanceColor === null
          ? undefined
          : ((this.#sourceOf(instanceColor) ?? instanceColor.array) as Numbers),
    };
  }

  /** Detects whether the caller changed the count, or replaced or updated the matrices. */
  readChanges(): void {
    const { mesh } = this;
    this.#readCount();
    const { instanceMatrix } = mesh;
    if (this.#matrices !== instanceMatrix) {
      this.#matrices = instanceMatrix;
      this.marks.addAll();
    } else if (!this.isCulled && this.#version !== instanceMatrix.version) {
      this.#markUpdatedRanges();
    }
    this.#version = instanceMatrix.version;
  }

  /** Marks `count` instances from `start` on whose data the caller wrote directly. */
  touch(start: number, count: number): void {
    // includes instances beyond the current count, because the count can grow again
    this.marks.addRange(start, count, this.capacity);
    this.#written.addRange(start, count, this.capacity);
  }

  get canBeOrdered(): boolean {
    const { mesh } = this;
    return (
      isPlain(mesh.instanceMatrix) &&
      (mesh.instanceColor === null || isPlain(mesh.instanceColor)) &&
      instancedAttributes(mesh.geometry).every(([, attribute]) => isPlain(attribute))
    );
  }

  sharesDataWith(other: Instances): boolean {
    const holders = holdersOf(this.mesh);
    return [...holdersOf(other.mesh).keys()].some((holder) => holders.has(holder));
  }

  /**
   * Makes the mesh a level of detail. It then draws instances of `owner`, with the world matrix of
   * `owner`.
   */
  attach(owner: Instances): void {
    const { mesh } = this;
    const { matrixWorld, matrixWorldAutoUpdate } = mesh;
    this.#owner = owner;
    this.#before = { matrixWorld, matrixWorldAutoUpdate };
    mesh.matrixWorld = owner.mesh.matrixWorld;
    mesh.matrixWorldAutoUpdate = false;
    this.draw(NONE, 0, 0, true, owner);
  }

  detach(): void {
    const { mesh } = this;
    this.#restore();
    if (mesh.instanceColor === this.#color) mesh.instanceColor = null;
    this.#owner = undefined;
    Object.assign(mesh, this.#before);
    mesh.updateMatrixWorld(true);
  }

  /**
   * @param viewCount - Number of instances at the start of `chosen` that are in view. If
   * `isOrdered` is true, the others are drawn only into shadow maps.
   * @param isOrdered - If true, the instances are drawn in the order of `chosen`. Otherwise, as many
   * instances as possible keep their position in the drawing order.
   * @param owner - Instances to which the ids belong. The caller first draws `owner`, then its
   * levels, and then calls `owner.clearWritten()`.
   */
  draw(
    chosen: Uint32Array,
    count: number,
    viewCount: number,
    isOrdered: boolean,
    owner: Instances = this,
  ): void {
    const { mesh } = this;
    // the mesh of a level can have too little space if the mesh of `owner` was enlarged
    const size = Math.min(count, this.capacity);
    this.#readCount();
    if (!this.isCulled) {
      this.isCulled = true;
      this.#frustumCulled = mesh.frustumCulled;
      mesh.frustumCulled = false;
      this.#isStale = true;
    }
    const hasNewStreams = this.#capture(owner);
    if (hasNewStreams || this.#isStale || (isOrdered && !this.#slots.equals(chosen, size))) {
      this.#slots.set(chosen, size);
      for (const stream of this.#streams) write(stream, chosen, size);
    } else {
      const changed = isOrdered ? [] : this.#slots.update(chosen, size, owner.count);
      this.#writeChanges(changed, owner);
    }
    this.#version = mesh.instanceMatrix.version;
    this.#isStale = false;
    this.#viewCount = isOrdered ? Math.min(viewCount, size) : size;
    this.#show(this.#viewCount);
  }

  #show(count: number): void {
    this.mesh.count = count;
    this.#lastCount = count;
  }

  /** Clears the marks of written instances. Call it after the mesh and all its levels are drawn. */
  clearWritten(): void {
    this.#written.clear();
  }

  /**
   * Writes the data of slots whose instance or data changed. A slot is a position in drawing order.
   */
  #writeChanges(changed: readonly number[], owner: Instances): void {
    const { order, count } = this.#slots;
    let first = count;
    let end = 0;
    const visit = (slot: number): void => {
      if (slot < 0) return;
      first = Math.min(first, slot);
      end = Math.max(end, slot + 1);
      for (const stream of this.#streams) writeOne(stream, slot, order[slot]);
    };
    for (const slot of changed) visit(slot);
    owner.#written.forEach(owner.count, (instance) =>
      visit(this.#slots.slotOf(instance, owner.count)),
    );
    if (first >= end) return;
    for (const { from, upload } of this.#streams) {
      if (from !== undefined) upload(first, end, count);
    }
  }

  dispose(): void {
    this.#patches.restore();
    if (this.#owner === undefined) this.#restore();
    else this.detach();
  }

  #restore(): void {
    const { mesh } = this;
    if (!this.isCulled) return;
    this.#readCount();
    this.isCulled = false;
    mesh.count = this.#count;
    mesh.frustumCulled = this.#frustumCulled;
    for (const { drawn, source, stride, upload } of this.#streams) {
      drawn.set(source as Float32Array);
      upload(0, source.length / stride, source.length / stride);
    }
    this.#streams = [];
  }

  /**
   * Like `InstancedMesh.raycast`, but tests only the first `count` ids in `instances`, which are in
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
    if (mesh.material === undefined) return;
    if (mesh.boundingSphere === null) this.#withSource(() => mesh.computeBoundingSphere());
    sphere.copy(mesh.boundingSphere as Sphere).applyMatrix4(mesh.matrixWorld);
    if (!raycaster.ray.intersectsSphere(sphere)) return;
    single.geometry = mesh.geometry;
    single.material = mesh.material;
    const { matrices, count: total } = this;
    const tree = treeOf(mesh.geometry);
    try {
      for (let i = 0; i < count; i += 1) {
        const instanceId = instances[i];
        if (instanceId >= total) continue;
        single.matrixWorld
          .fromArray(matrices as number[], 16 * instanceId)
          .premultiply(mesh.matrixWorld);
        const fields = { instanceId, object: mesh };
        trees.castInstance(tree, single, fields, raycaster, firstOnly, out);
      }
    } finally {
      single.geometry = EMPTY.geometry;
      single.material = EMPTY.material;
    }
  }

  #readCount(): void {
    const { count } = this.mesh;
    if (count === this.#lastCount) return;
    this.#lastCount = count;
    if (count === this.#count) return;
    this.#count = count;
    this.#isStale = true;
  }

  #sourceOf(holder: object): Numbers | undefined {
    // a plain loop for speed, because `setMatrixAt` calls this method often
    for (const stream of this.#streams) if (stream.holder === holder) return stream.source;
    return undefined;
  }

  #markUpdatedRanges(): void {
    const ranges = this.mesh.instanceMatrix.updateRanges;
    if (ranges.length === 0) this.marks.addAll();
    for (const { start, count } of ranges) {
      const first = Math.floor(start / 16);
      this.marks.addRange(first, Math.ceil((start + count) / 16) - first, this.capacity);
    }
  }

  /**
   * Creates streams for new attributes, and connects each stream with the data of `owner`. Returns
   * whether any stream changed.
   */
  #capture(owner: Instances): boolean {
    const { mesh } = this;
    if (mesh.instanceColor === null && owner.mesh.instanceColor !== null) {
      this.#color = owner.mesh.instanceColor.clone() as InstancedMesh['instanceColor'];
      mesh.instanceColor = this.#color;
    }
    const holders = holdersOf(this.mesh);
    this.#streams = this.#streams.filter(({ holder }) => holders.delete(holder));
    for (const [holder, name] of holders) this.#streams.push(streamOf(name, holder));
    let isNew = holders.size > 0;
    for (const stream of this.#streams) {
      const from = owner.#dataFor(stream);
      if (from !== stream.from) isNew = true;
      stream.from = from;
    }
    return isNew;
  }

  /**
   * Returns the data, by id, of the stream of this mesh that has the same name, type and stride as
   * a given stream.
   */
  #dataFor({ name, stride, drawn }: Stream): Numbers | undefined {
    const isSame = (one: Stream) =>
      one.name === name && one.stride === stride && one.drawn.constructor === drawn.constructor;
    return this.#streams.find(isSame)?.source;
  }

  /**
   * Calls a function while the mesh temporarily has its full count and its data in order of the
   * ids.
   */
  #withSource<T>(run: () => T): T {
    const { mesh } = this;
    if (!this.isCulled || this.#usesSource) return run();
    this.#readCount();
    this.#usesSource = true;
    for (const { put, source } of this.#streams) put(source);
    mesh.count = this.#count;
    try {
      return run();
    } finally {
      mesh.count = this.#lastCount;
      for (const { put, drawn } of this.#streams) put(drawn);
      this.#usesSource = false;
    }
  }

  #patch(): void {
    const { mesh } = this;
    for (const name of ['getMatrixAt', 'getColorAt', 'getMorphAt'] as const) this.#wrap(name);
    for (const name of ['computeBoundingBox', 'computeBoundingSphere'] as const) this.#wrap(name);
    for (const name of ['setColorAt', 'setMorphAt'] as const) this.#wrap(name, true);
    this.#patches.replace(mesh, 'setMatrixAt', (original) => (instance: number, value: Matrix4) => {
      if (instance < this.capacity) this.marks.add(instance);
      const source = this.isCulled ? this.#sourceOf(mesh.instanceMatrix) : undefined;
      if (source === undefined) return original.call(mesh, instance, value);
      value.toArray(source as unknown as number[], 16 * instance);
      if (instance < this.capacity) this.#written.add(instance);
      return mesh;
    });
    this.#showIn('onBeforeShadow', () => this.#slots.count);
    this.#showIn('onAfterShadow', () => this.#viewCount);
    this.#patches.replace(
      mesh,
      'raycast',
      (original) => (raycaster: Raycaster, out: Intersection[]) => {
        // rays test only the mesh that contains the instances, not the meshes of its levels
        if (this.#owner !== undefined) return undefined;
        return this.#withSource(() => original.call(mesh, raycaster, out));
      },
    );
  }

  /**
   * Wraps a method that renderers call before or after the shadow pass. The wrapper first sets
   * `mesh.count`.
   */
  #showIn(name: 'onBeforeShadow' | 'onAfterShadow', count: () => number): void {
    const { mesh } = this;
    this.#patches.replace(mesh, name, (original) => (...args: unknown[]) => {
      // a different count was set by the caller and must not be overwritten
      if (this.isCulled && mesh.count === this.#lastCount) this.#show(count());
      return original.apply(mesh, args);
    });
  }

  /** Wraps a method of the mesh, so that it uses instance ids and the full count. */
  #wrap(name: keyof InstancedMesh & string, writes = false): void {
    const { mesh } = this;
    this.#patches.replace(mesh, name, (original) => (...args: unknown[]) => {
      const instance = args[0] as number;
      if (writes && instance < this.capacity) this.#written.add(instance);
      return this.#withSource(() => original.apply(mesh, args));
    });
  }
}

const EMPTY = /* @__PURE__ */ new Mesh();
const NONE = /* @__PURE__ */ new Uint32Array(0);
