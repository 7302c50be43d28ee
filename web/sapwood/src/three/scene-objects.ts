import type { Object3D } from 'three';
import { copyMatrix, multiplyWorld, setWorld, world, writeBox } from './bounds.js';
import { type InstanceLevel, InstanceLevels } from './instance-levels.js';
import type { Instances } from './instanced.js';
import { Items, THIN } from './items.js';
import { Tracked } from './tracked.js';

const EVENTS = ['childadded', 'childremoved'] as const;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Time in milliseconds after which `prepare` pauses. */
const SLICE = 8;
/** Minimum number of items that `prepare` inserts in one batch. */
const CHUNK = 500;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Object or instance as a query result. */
export interface SceneItem {
  /** Object of the item: the object itself, or the mesh that contains the instance. */
  readonly object: Object3D;
  /** Id of an instance of an `InstancedMesh`; otherwise undefined. */
  readonly instanceId?: number;
  /** Id of an instance of a `BatchedMesh`; otherwise undefined. */
  readonly batchId?: number;
}

/** Number of updates of all indices so far. It identifies the current update. */
let updates = 0;

/** Undocumented list of listeners of an object. */
interface WithListeners {
  _listeners?: Record<string, unknown[]>;
}

/** Objects that had no listeners before an index added its listeners. */
const firstListened = new WeakSet<Object3D>();

/** All objects below a root, and their items in a spatial index. */
export class SceneObjects {
  readonly root: Object3D;
  readonly items = new Items<Tracked, SceneItem>();
  /** Descendants of the root in depth-first order. */
  nodes: Tracked[] = [];
  instanced: Tracked[] = [];
  lights: Object3D[] = [];
  /** Plain objects (without instances) whose `frustumCulled` is false. */
  always: Tracked[] = [];
  /**
   * Version that increases when objects are added or removed, or when `frustumCulled` of an object
   * changes.
   */
  version = 0;
  /** Objects that are tested with every ray. */
  custom: Tracked[] = [];
  /** Number of `Points` and `Line` objects. */
  thinCount = 0;
  readonly #tracked = new Map<Object3D, Tracked>();
  /** World matrices of all objects at the last update, in one array for fast comparison. */
  #matrices = new Float64Array(16 * 16);
  #matrixCount = 0;
  readonly #freeMatrices: number[] = [];
  readonly #listened = new Set<Object3D>();
  #isOutdated = true;
  #traversal = 0;
  readonly #listener = () => {
    this.#isOutdated = true;
  };

  constructor(root: Object3D) {
    this.root = root;
    this.#listen(root);
  }

  /** Adds all objects, with pauses so that the page stays responsive. */
  async prepare(): Promise<void> {
    const waiting = [...this.root.children];
    let chunk: Tracked[] = [];
    let count = 0;
    /** Number of items when the tree was first built; 0 before that. */
    let built = 0;
    let start = performance.now();
    for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
      // skips an object that was already read; it is in `waiting` again if it got a new parent
      // during a pause
      if (this.#tracked.has(object)) continue;
      const tracked = this.#track(object);
      tracked.updateBounds(updates);
      chunk.push(tracked);
      count += tracked.itemCount;
      for (const child of object.children) waiting.push(child);
      if (count >= CHUNK) {
        this.#insert(chunk.filter(({ itemCount }) => itemCount > 0));
        chunk = [];
        count = 0;
        built ||= this.items.tree.size;
      }
      if (performance.now() - start < SLICE) continue;
      await pause();
      start = performance.now();
    }
    this.synchronize();
    if (built === 0) return;
    await pause();
    if (this.items.tree.size === built) return;
    // queries of a rebuilt tree are faster than those of a tree with many inserted items
    this.items.rebuild();
    await pause();
  }

  find(object: Object3D): Tracked | undefined {
    return this.#tracked.get(object);
  }

  /** True if objects were added or removed since the last `synchronize`. */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  /**
   * Adds objects that were added below the root, and removes objects that are no longer below it.
   */
  synchronize(): void {
    if (!this.#isOutdated) return;
    this.#traversal += 1;
    this.nodes = [];
    this.#rootChildren = this.root.children.length;
    for (const child of this.root.children) this.#visit(child);
    for (const tracked of this.#tracked.values()) {
      if (tracked.traversal !== this.#traversal) this.#remove(tracked);
    }
    const fresh = this.nodes.filter(({ ids, itemCount }) => ids.length === 0 && itemCount > 0);
    updates += 1;
    try {
      this.#insert(fresh);
    } catch (error) {
      // the next call tries to add these objects again
      for (const tracked of fresh) this.#release(tracked);
      throw error;
    }
    this.#isOutdated = false;
    this.#linkLevels();
    this.#findCustoms();
    this.instanced = this.nodes.filter(({ instances, batches }) => instances ?? batches);
    this.lights = this.nodes.flatMap(({ object }) => (isLight(object) ? [object] : []));
    this.#findAlways();
  }

  #rootChildren = 0;

  /** Updates the items of all objects that changed since the last update. */
  update(): void {
    this.synchronize();
    let hasNewMethods = false;
    let hasNewFlags = false;
    let isComplete = this.root.children.length === this.#rootChildren;
    for (const tracked of this.nodes) {
      const { object } = tracked;
      if (object.children.length !== tracked.childCount) isComplete = false;
      if (object.frustumCulled !== tracked.frustumCulled) {
        tracked.frustumCulled = object.frustumCulled;
        hasNewFlags = true;
      }
      if (tracked.updateMethod()) hasNewMethods = true;
    }
    this.#refresh(this.nodes);
    if (hasNewMethods) this.#findCustoms();
    if (hasNewFlags) this.#findAlways();
    if (isComplete) return;
    this.#isOutdated = true;
    this.synchronize();
  }

  updateInstances(): void {
    this.synchronize();
    this.#refresh(this.instanced);
  }

  /**
   * Updates the boxes of objects and instances that moved or changed, and adds items for new
   * instances.
   */
  #refresh(list: readonly Tracked[]): void {
    updates += 1;
    for (const tracked of list) {
      tracked.instances?.readChanges();
      if (tracked.ids.length === 0) continue;
      const isMoved = copyMatrix(this.#matrices, tracked.matrixAt, tracked.object);
      const isResized = tracked.updateBounds(updates);
      const marks = (tracked.instances ?? tracked.batches)?.marks;
      if (isMoved || isResized) {
        if (marks === undefined) this.#write(tracked, 0);
        else marks.addAll();
      }
      marks?.drain(tracked.ids.length, (instance) => this.#write(tracked, instance));
    }
    this.items.flush();
    this.#insert(this.instanced.filter(({ itemCount, ids }) => itemCount > ids.length));
  }

  dispose(): void {
    for (const tracked of this.#tracked.values()) tracked.dispose();
    for (const object of [...this.#listened]) this.#unlisten(object);
    this.#tracked.clear();
    this.items.dispose();
  }

  /** Returns the `Tracked` of an object, and creates it if necessary. */
  #track(object: Object3D): Tracked {
    let tracked = this.#tracked.get(object);
    if (tracked === undefined) {
      tracked = new Tracked(object);
      this.#tracked.set(object, tracked);
      this.#listen(object);
    }
    return tracked;
  }

  #visit(object: Object3D): void {
    const tracked = this.#track(object);
    tracked.traversal = this.#traversal;
    tracked.ordinal = this.nodes.length;
    tracked.childCount = object.children.length;
    this.nodes.push(tracked);
    for (const child of object.children) this.#visit(child);
    tracked.end = this.nodes.length;
  }

  /**
   * Sets the levels of detail of a mesh. Removes the items of the meshes of the levels, and
   * restores meshes that are no longer levels.
   */
  setLevels(tracked: Tracked, levels: readonly InstanceLevel[]): void {
    const { instances } = tracked;
    for (const { mesh } of tracked.levels?.list ?? []) this.#tracked.get(mesh)?.instances?.detach();
    const meshes = levels.map(({ mesh }) => this.#tracked.get(mesh) as Tracked);
    for (const level of meshes) {
      level.instances?.attach(instances as Instances);
      this.items.remove(level.ids);
      level.ids = new Uint32Array(0);
      level.firstId = -1;
    }
    tracked.levels =
      levels.length > 0 ? new InstanceLevels(levels, [tracked, ...meshes]) : undefined;
    // `synchronize` then adds items for meshes that are no longer levels
    this.#isOutdated = true;
  }

  /**
   * Removes the levels of an object. Also removes the object itself from the levels of another
   * mesh.
   */
  #removeLevels(tracked: Tracked): void {
    if (tracked.levels !== undefined) this.setLevels(tracked, []);
    const owner = this.#tracked.get(tracked.instances?.owner?.mesh as Object3D);
    const levels = owner?.levels?.list.filter(({ mesh }) => mesh !== tracked.object);
    if (owner !== undefined) this.setLevels(owner, levels ?? []);
  }

  #remove(tracked: Tracked): void {
    if (isThin(tracked) && tracked.ids.length > 0) this.thinCount -= 1;
    this.items.remove(tracked.ids);
    this.#release(tracked);
  }

  /** Restores an object whose items are already removed, and stops tracking the object. */
  #release(tracked: Tracked): void {
    const { object } = tracked;
    this.#removeLevels(tracked);
    tracked.dispose();
    if (tracked.matrixAt >= 0) this.#freeMatrices.push(tracked.matrixAt);
    this.#tracked.delete(object);
    this.#unlisten(object);
  }

  #insert(list: readonly Tracked[]): void {
    let total = 0;
    for (const tracked of list) total += tracked.itemCount - tracked.ids.length;
    const boxes = new Float32Array(6 * total);
    // for each new item, the position of its object in `list`, and its instance number
    const places = new Uint32Array(total);
    const numbers = new Uint32Array(total);
    const lists: Uint32Array[] = [];
    let at = 0;
    for (const [place, tracked] of list.entries()) {
      const { itemCount, ids: before } = tracked;
      if (itemCount > 0) {
        this.#reserveMatrix(tracked);
        copyMatrix(this.#matrices, tracked.matrixAt, tracked.object);
        tracked.updateBounds(updates);
      }
      const ids = new Uint32Array(itemCount);
      if (before.length > 0) ids.set(before);
      for (let instance = before.length; instance < itemCount; instance += 1) {
        this.#writeItem(tracked, instance, boxes, 6 * at);
        places[at] = place;
        numbers[at] = instance;
        at += 1;
      }
      lists.push(ids);
    }
    const { items } = this;
    items.insert(boxes, total, (i, id) => {
      const owner = list[places[i]];
      lists[places[i]][numbers[i]] = id;
      if (isThin(owner)) items.tree.setFilter(id, { category: THIN });
      return owner;
    });
    // the following code does not throw, so that the objects are updated completely
    for (const [place, tracked] of list.entries()) {
      if (tracked.ids.length === 0) {
        if (isThin(tracked)) this.thinCount += 1;
        // The items of a new object are already written. Marks of other objects remain for the next
        // update.
        tracked.instances?.marks.clear();
        tracked.batches?.marks.clear();
      }
      const ids = lists[place];
      const [first] = ids;
      const isDense = ids.length > 0 && ids.every((id, instance) => id === first + instance);
      tracked.ids = ids;
      tracked.firstId = isDense ? first : -1;
    }
    for (let i = 0; i < total; i += 1) items.instances[lists[places[i]][numbers[i]]] = numbers[i];
  }

  #reserveMatrix(tracked: Tracked): void {
    if (tracked.matrixAt >= 0) return;
    const free = this.#freeMatrices.pop();
    tracked.matrixAt = free ?? 16 * this.#matrixCount;
    if (free !== undefined) return;
    this.#matrixCount += 1;
    if (16 * this.#matrixCount <= this.#matrices.length) return;
    const grown = new Float64Array(2 * this.#matrices.length);
    grown.set(this.#matrices);
    this.#matrices = grown;
  }

  #write(tracked: Tracked, instance: number): void {
    const id = tracked.ids[instance];
    // Instances beyond the capacity were deleted, and their items keep their boxes. Instances
    // beyond the count are updated, because the count can grow again.
    if (instance >= (tracked.instances?.capacity ?? tracked.itemCount)) return;
    this.#writeItem(tracked, instance, this.items.boxes, 6 * id);
    this.items.markMoved(id);
  }

  #writeItem(tracked: Tracked, instance: number, out: Float32Array, at: number): void {
    const { instances, batches, matrixAt } = tracked;
    const group = instances ?? batches;
    if (group !== undefined) {
      multiplyWorld(this.#matrices, matrixAt, group.matrices, 16 * instance);
      writeBox(batches?.boundsOf(instance) ?? tracked.bounds, out, at);
      return;
    }
    // the bounds of skinned meshes are already in world space
    if (tracked.kind === 'skinned') world.set(IDENTITY);
    else setWorld(this.#matrices, matrixAt);
    writeBox(tracked.bounds, out, at);
  }

  #findAlways(): void {
    this.version += 1;
    this.always = this.nodes.filter(({ isPlain, frustumCulled }) => isPlain && !frustumCulled);
  }

  /**
   * Stores the `LOD` objects of each level object. A ray that passes near a level then tests its
   * `LOD`.
   */
  #linkLevels(): void {
    for (const tracked of this.nodes) tracked.lods.length = 0;
    for (const tracked of this.nodes) {
      if (tracked.kind !== 'lod') continue;
      for (const { object } of levelsOf(tracked)) this.#tracked.get(object)?.lods.push(tracked);
    }
  }

  #findCustoms(): void {
    this.custom = this.nodes.filter(
      (tracked) =>
        tracked.isCustom ||
        (tracked.kind === 'lod' &&
          levelsOf(tracked).some(({ object }) => this.#tracked.get(object)?.isCustom ?? true)),
    );
  }

  #listen(object: Object3D): void {
    if (this.#listened.has(object)) return;
    this.#listened.add(object);
    if ((object as WithListeners)._listeners === undefined) firstListened.add(object);
    for (const event of EVENTS) object.addEventListener(event, this.#listener);
  }

  #unlisten(object: Object3D): void {
    for (const event of EVENTS) object.removeEventListener(event, this.#listener);
    this.#listened.delete(object);
    const owner = object as WithListeners;
    if (!firstListened.has(object) || owner._listeners === undefined) return;
    if (Object.values(owner._listeners).every((list) => list.length === 0)) {
      delete owner._listeners;
      firstListened.delete(object);
    }
  }
}

const isLight = (object: Object3D): boolean => (object as { isLight?: boolean }).isLight === true;

const isThin = ({ kind }: Tracked): boolean => kind === 'points' || kind === 'line';

const levelsOf = (tracked: Tracked): readonly { readonly object: Object3D }[] =>
  (tracked.object as unknown as { levels: { object: Object3D }[] }).levels;
