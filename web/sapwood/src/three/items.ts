import { WideTree } from '../generated/3d.js';

/** Filter category of items that a ray can hit only inside their boxes. */
export const MESHES = 1;
/**
 * Filter category of points and lines, which a ray can also hit outside their boxes, within a
 * threshold.
 */
export const THIN = 2;

const FIRST_CAPACITY = 64;

/** Box that contains all bounded items. It can be larger than necessary. */
export class Extent {
  readonly box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

  /** Largest absolute coordinate of the box; 0 if there are no bounded items. */
  get largest(): number {
    const { box } = this;
    return box[0] <= box[3] ? Math.max(...box.map(Math.abs)) : 0;
  }

  add(boxes: Float32Array, at: number): void {
    if (boxes[at] === -Infinity) return;
    for (let axis = 0; axis < 3; axis += 1) {
      this.box[axis] = Math.min(this.box[axis], boxes[at + axis]);
      this.box[axis + 3] = Math.max(this.box[axis + 3], boxes[at + axis + 3]);
    }
  }
}

/** Tree with an item for each object or instance. */
export class Items<Owner extends object, Result extends object> {
  readonly tree = new WideTree();
  /** Owner of each item, by id. */
  readonly owners: (Owner | undefined)[] = [];
  /** Query result of each item, by id. Created on first use. */
  readonly results: (Result | undefined)[] = [];
  /** Number of the instance within its object, by id; 0 for objects without instances. */
  instances = new Uint32Array(FIRST_CAPACITY);
  /** Boxes by id, as in the tree. */
  boxes = new Float32Array(6 * FIRST_CAPACITY);
  /**
   * Sums of both corners (doubled centers) by id: 3 numbers and 1 of padding, so that an item is in
   * one cache line.
   */
  centers = new Float32Array(4 * FIRST_CAPACITY);
  found = new Uint32Array(FIRST_CAPACITY);
  #moved = new Uint32Array(FIRST_CAPACITY);
  #movedCount = 0;
  #isMoved = new Uint8Array(FIRST_CAPACITY);
  /** Number of ids, used and unused: one more than the largest id used so far. */
  #end = 0;
  #extent: Extent | undefined;

  /**
   * Adds `count` items and passes their ids to `assign`.
   * @param assign - Receives the position of an item in `boxes` and its id. Returns the owner of
   * the item.
   */
  insert(boxes: Float32Array, count: number, assign: (at: number, id: number) => Owner): void {
    if (count === 0) return;
    const { tree } = this;
    const used = boxes.subarray(0, 6 * count);
    let ids: Uint32Array | undefined;
    if (tree.size === 0) tree.build(used);
    else ids = tree.insertMany(used) as Uint32Array;
    for (let i = 0; i < count; i += 1) {
      const id = ids?.[i] ?? i;
      this.#reserve(id + 1);
      this.owners[id] = assign(i, id);
      for (let k = 0; k < 6; k += 1) this.boxes[6 * id + k] = used[6 * i + k];
      this.#writeCenter(id);
    }
    this.#extent = undefined;
  }

  remove(ids: Uint32Array): void {
    for (let i = 0; i < ids.length; i += 1) {
      this.tree.remove(ids[i]);
      this.owners[ids[i]] = undefined;
      this.results[ids[i]] = undefined;
    }
    this.#extent = undefined;
  }

  /** Marks an item as moved after the caller changed its box in `boxes`. */
  markMoved(id: number): void {
    this.#writeCenter(id);
    if (this.#isMoved[id] === 1) return;
    this.#isMoved[id] = 1;
    this.#moved[this.#movedCount] = id;
    this.#movedCount += 1;
  }

  #writeCenter(id: number): void {
    const { boxes, centers } = this;
    for (let axis = 0; axis < 3; axis += 1) {
      centers[4 * id + axis] = boxes[6 * id + axis] + boxes[6 * id + 3 + axis];
    }
  }

  flush(): void {
    if (this.#movedCount === 0) return;
    const count = this.#movedCount;
    const ids = this.#moved.subarray(0, count);
    this.#movedCount = 0;
    if (2 * count > this.#end && this.rebuild()) {
      this.#isMoved.fill(0);
      this.#extent = undefined;
      return;
    }
    let size = 0;
    const boxes = this.#scratch(6 * count);
    for (let i = 0; i < count; i += 1) {
      const id = ids[i];
      this.#isMoved[id] = 0;
      if (this.owners[id] === undefined) continue;
      ids[size] = id;
      for (let k = 0; k < 6; k += 1) boxes[6 * size + k] = this.boxes[6 * id + k];
      this.#extent?.add(boxes, 6 * size);
      size += 1;
    }
    this.tree.moveMany(ids.subarray(0, size), boxes.subarray(0, 6 * size));
  }

  /** Rebuilds the tree if all ids below `#end` are in use. Returns true if the tree was rebuilt. */
  rebuild(): boolean {
    if (this.tree.size !== this.#end) return false;
    this.tree.update(this.boxes.subarray(0, 6 * this.#end));
    return true;
  }

  get extent(): Extent {
    this.#extent ??= this.#computeExtent();
    return this.#extent;
  }

  dispose(): void {
    this.tree.dispose();
  }

  #scratchBoxes = new Float32Array(0);

  #scratch(length: number): Float32Array {
    if (this.#scratchBoxes.length < length) this.#scratchBoxes = new Float32Array(2 * length);
    return this.#scratchBoxes;
  }

  #computeExtent(): Extent {
    const extent = new Extent();
    const { boxes } = this;
    for (let id = 0; id < this.#end; id += 1) {
      if (this.owners[id] !== undefined) extent.add(boxes, 6 * id);
    }
    return extent;
  }

  #reserve(count: number): void {
    this.#end = Math.max(this.#end, count);
    const { length } = this.instances;
    if (count <= length) return;
    const capacity = Math.max(count, 2 * length);
    this.instances = grown(this.instances, new Uint32Array(capacity));
    this.boxes = grown(this.boxes, new Float32Array(6 * capacity));
    this.centers = grown(this.centers, new Float32Array(4 * capacity));
    this.found = new Uint32Array(capacity);
    this.#moved = grown(this.#moved, new Uint32Array(capacity));
    this.#isMoved = grown(this.#isMoved, new Uint8Array(capacity));
  }
}

function grown<T extends Uint32Array | Float32Array | Uint8Array>(old: T, fresh: T): T {
  fresh.set(old);
  return fresh;
}
