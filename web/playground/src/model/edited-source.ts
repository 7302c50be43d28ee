/**
 * Scene in which the user has added, moved or removed boxes. The boxes of the original scene
 * continue to move.
 *
 * Ids are always 0 to count - 1: when an item is removed, the last item is inserted again with the
 * removed id. Because ids change, each item also has a slot, a number that never changes. Edits
 * refer to items by their slots. The original items have the first slots, followed by added items.
 * Undo reverts edits in reverse order, which restores all ids.
 */

import type { BoxSource } from './box-source.js';

/** Maximum number of boxes that the user can add. Each of them is inserted by a separate call. */
export const MAX_ADDED = 1000;

/**
 * Operation on an index. `insert` assigns the smallest free id, which equals the number of items.
 */
export type IndexChange =
  | { readonly method: 'insert'; readonly box: Float32Array }
  | { readonly method: 'move'; readonly id: number; readonly box: Float32Array }
  | { readonly method: 'remove'; readonly id: number };

/** Single edit, with the data that undo requires. */
type Step =
  | { readonly kind: 'added'; readonly slot: number }
  | { readonly kind: 'shifted'; readonly slot: number; readonly from: readonly number[] | null }
  | { readonly kind: 'erased'; readonly slot: number; readonly id: number };

export interface EditSummary {
  readonly added: number;
  readonly moved: number;
  readonly erased: number;
}

const GONE = -1;

export class EditedSource implements BoxSource {
  readonly dimensions;
  readonly sceneBounds;
  /**
   * An edited scene is always drawn as boxes, even if the original scene has bodies or triangles.
   */
  readonly solids = { kind: 'boxes' } as const;
  movedIds = new Uint32Array(0);
  movedCount = 0;
  /**
   * True if the scene stops while it is edited, because its bodies or triangles would move away
   * from edited boxes.
   */
  readonly frozen: boolean;
  /** Permanent number (slot) of the item with each id. `ids` maps slots to ids. */
  private readonly slots: number[];
  private readonly ids: number[];
  /** Boxes of the original scene in the current frame. */
  private readonly made: Float32Array;
  private readonly added: Float32Array[] = [];
  private readonly shifts = new Map<number, readonly number[]>();
  /** Groups of edits, oldest first. The edits of a group are undone together. */
  private readonly strokes: Step[][] = [];
  private strokeOpen = false;
  private readonly stride: number;

  constructor(private readonly source: BoxSource) {
    const { count, dimensions, sceneBounds, solids } = source;
    this.dimensions = dimensions;
    this.sceneBounds = sceneBounds;
    this.stride = 2 * dimensions;
    this.frozen = solids.kind !== 'boxes';
    this.slots = Array.from({ length: count }, (_, id) => id);
    this.ids = [...this.slots];
    this.made = new Float32Array(count * this.stride);
    source.writeBoxes(this.made);
  }

  get count(): number {
    return this.slots.length;
  }

  get isUntouched(): boolean {
    return this.strokes.every((steps) => steps.length === 0);
  }

  get summary(): EditSummary {
    const made = this.source.count;
    const live = (slot: number) => this.ids[slot] !== GONE;
    return {
      added: this.ids.slice(made).filter((id) => id !== GONE).length,
      moved: [...this.shifts.keys()].filter((slot) => slot < made && live(slot)).length,
      erased: this.ids.slice(0, made).filter((id) => id === GONE).length,
    };
  }

  /** Added boxes that have not been removed, in id order. */
  get additions(): readonly Float32Array[] {
    const made = this.source.count;
    return this.slots.flatMap((slot, id) => (slot >= made ? [this.box(id)] : []));
  }

  get remaining(): number {
    return MAX_ADDED - this.summary.added;
  }

  step(): void {
    if (this.frozen) return;
    const { source } = this;
    source.step();
    source.writeBoxes(this.made);
    const moved: number[] = [];
    for (const slot of source.movedIds.subarray(0, source.movedCount)) {
      if (this.ids[slot] !== GONE) moved.push(this.ids[slot]);
    }
    this.movedIds = Uint32Array.from(moved).sort();
    this.movedCount = moved.length;
  }

  writeBoxes(target: Float32Array): void {
    for (let id = 0; id < this.count; id++) this.writeBox(id, target, id * this.stride);
  }

  box(id: number): Float32Array {
    const box = new Float32Array(this.stride);
    this.writeBox(id, box, 0);
    return box;
  }

  /** Returns the user's displacement of an item from its position in the original scene. */
  shiftOf(id: number): readonly number[] {
    return this.shifts.get(this.slots[id]) ?? new Array(this.dimensions).fill(0);
  }

  beginStroke(): void {
    this.endStroke();
    this.strokes.push([]);
    this.strokeOpen = true;
  }

  endStroke(): void {
    if (this.strokes.at(-1)?.length === 0) this.strokes.pop();
    this.strokeOpen = false;
  }

  /** The id of the new box is the number of items before the call. */
  add(box: Float32Array): IndexChange[] {
    const slot = this.ids.length;
    this.added.push(box.slice());
    this.ids.push(this.count);
    this.slots.push(slot);
    this.remember({ kind: 'added', slot });
    return [{ method: 'insert', box }];
  }

  /**
   * `shift` is the displacement from the item's position in the original scene, not from its
   * current position.
   */
  shift(id: number, shift: readonly number[]): IndexChange[] {
    const slot = this.slots[id];
    const last = this.strokes.at(-1)?.at(-1);
    const continuesStep = this.strokeOpen && last?.kind === 'shifted' && last.slot === slot;
    if (!continuesStep)
      this.remember({ kind: 'shifted', slot, from: this.shifts.get(slot) ?? null });
    this.shifts.set(slot, shift);
    return [{ method: 'move', id, box: this.box(id) }];
  }

  erase(id: number): IndexChange[] {
    const slot = this.slots[id];
    this.remember({ kind: 'erased', slot, id });
    this.ids[slot] = GONE;
    const last = this.slots.pop() as number;
    if (last === slot) return [{ method: 'remove', id }];
    const from = this.count;
    this.assignId(id, last);
    return [
      { method: 'remove', id },
      { method: 'remove', id: from },
      { method: 'insert', box: this.box(id) },
    ];
  }

  undo(): IndexChange[] {
    this.strokeOpen = false;
    const steps = this.strokes.pop() ?? [];
    return steps.reverse().flatMap((step) => this.revert(step));
  }

  dispose(): void {}

  private revert(step: Step): IndexChange[] {
    const { slot } = step;
    if (step.kind === 'erased') return this.restore(slot, step.id);
    const id = this.ids[slot];
    if (step.kind === 'added') {
      this.slots.pop();
      this.ids.pop();
      this.added.pop();
      return [{ method: 'remove', id }];
    }
    if (step.from) this.shifts.set(slot, step.from);
    else this.shifts.delete(slot);
    return [{ method: 'move', id, box: this.box(id) }];
  }

  /**
   * Reinserts a removed item with its former id. If another item has this id now, that item gets
   * the next unused id.
   */
  private restore(slot: number, id: number): IndexChange[] {
    const displaced = this.slots.at(id);
    this.assignId(id, slot);
    if (displaced === undefined) return [{ method: 'insert', box: this.box(id) }];
    const last = this.count;
    this.assignId(last, displaced);
    return [
      { method: 'remove', id },
      { method: 'insert', box: this.box(id) },
      { method: 'insert', box: this.box(last) },
    ];
  }

  private assignId(id: number, slot: number): void {
    this.slots[id] = slot;
    this.ids[slot] = id;
  }

  private remember(step: Step): void {
    if (this.strokeOpen) this.strokes.at(-1)?.push(step);
    else this.strokes.push([step]);
  }

  private writeBox(id: number, target: Float32Array, at: number): void {
    const { dimensions, made, source, stride } = this;
    const slot = this.slots[id];
    const isMade = slot < source.count;
    const box = isMade ? made : this.added[slot - source.count];
    const from = isMade ? slot * stride : 0;
    const shift = this.shifts.get(slot);
    for (let i = 0; i < stride; i++) {
      // without a shift, the values are copied, because adding 0 would change -0 to 0
      target[at + i] = shift ? box[from + i] + shift[i % dimensions] : box[from + i];
    }
  }
}
