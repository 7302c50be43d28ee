/**
 * Editing of the scene: boxes are added, moved and erased by pointer and keys. The motion of the
 * scene is paused.
 */

import { effect, signal, untracked } from '@preact/signals';
import { MAX_ADDED } from '../../model/edited-source.js';
import type { PointerRay } from '../../model/node-picker.js';
import type { Playground } from '../../session/page.js';
import type { Session } from '../../session/session.js';
import { SOLID_SHARE } from '../../stage/color.js';
import { type CursorHost, EditCursor } from './edit-cursor.js';
import { EditDrawing } from './edit-drawing.js';
import { EditPointer, type EditPointerHost } from './edit-pointer.js';
import { EditSpace, middleOf } from './edit-space.js';
import { itemAt, itemUnder, typicalWidth } from './item-picker.js';
import { SceneEdits } from './scene-edits.js';

export const tools = ['hand', 'paint', 'erase'] as const;
export type Tool = (typeof tools)[number];

/** Smallest and largest side of a new box, as fractions of the scene's longest side. */
export const sizeRange = [0.003, 0.3] as const;
/** Initial size in scenes of points, as a fraction of the scene's longest side. */
const SIZE_AMONG_POINTS = 0.02;
/** Distance between the centers of consecutive boxes in a stroke, as a multiple of the box side. */
const SPACING = 1.25;

const format = new Intl.NumberFormat('en');
const FULL = `You can add at most ${format.format(MAX_ADDED)} boxes by hand. Erase some, or choose more boxes for the scene.`;

const SIZES = `The size of new boxes must be a number from ${100 * sizeRange[0]} to ${100 * sizeRange[1]} % of the scene.`;

/**
 * Item at the start of a drag: its center, and the distance along each axis by which earlier edits
 * moved it.
 */
interface DragStart {
  readonly id: number;
  readonly middle: Float32Array;
  readonly from: readonly number[];
}

type Gesture =
  | { readonly kind: 'paint'; last: Float32Array }
  | { readonly kind: 'erase' }
  | { readonly kind: 'shift'; readonly grip: Float32Array; readonly start: DragStart };

/** Shape that a press, or a step of a stroke, adds instead of one square box. */
export interface Brush {
  /** Returns the outline of the shape around `middle`, for the preview under the pointer. */
  outline(middle: Float32Array): Float32Array;
  boxes(middle: Float32Array): readonly Float32Array[];
  /** Distance between the steps of a stroke, in world units. */
  readonly spacing: number;
}

/** Functions of the page that editing calls. */
interface EditingHost {
  shouldHandleKey(event: KeyboardEvent): boolean;
  leave(): void;
}

export class Editing implements EditPointerHost, CursorHost {
  readonly tool = signal<Tool>('hand');
  readonly size = signal(SIZE_AMONG_POINTS);
  /** Message that is shown after the maximum number of boxes was added; null otherwise. */
  readonly remark = signal<string | null>(null);
  /** Error message if the entered size was invalid; null otherwise. */
  readonly sizeRemark = signal<string | null>(null);
  readonly edits: SceneEdits;
  /** Position at which keys add a box. */
  readonly cursor = new Float32Array(3);
  /** Item that keys move and erase. */
  readonly heldItem = signal<number | null>(null);
  /** Shape of new boxes. Null means square boxes of the selected size. */
  brush: Brush | null = null;
  private cursorShown = false;
  private hoveredItem: number | null = null;
  private pointed: Float32Array | null = null;
  private gesture: Gesture | null = null;
  private lastSession: Session | null = null;
  private space: EditSpace | null = null;
  private drawing: EditDrawing | null = null;
  private readonly pointer: EditPointer;
  private readonly keys: EditCursor;
  private readonly stopFollowing: () => void;
  private readonly fit = () => {
    this.drawing?.fit();
    this.keys.place();
  };

  constructor(
    private readonly playground: Playground,
    private readonly host: EditingHost,
  ) {
    const { nodeSelection, pointing, stage, store } = playground;
    this.edits = new SceneEdits(playground);
    store.tune({ play: false, build: null, node: null });
    nodeSelection.hover(null);
    pointing.enabled = false;
    stage.cameras.yieldMainButton(true);
    this.pointer = new EditPointer(stage.canvas, pointing, this);
    this.keys = new EditCursor(stage, this, (event) => host.shouldHandleKey(event));
    playground.drawListeners.add(this.fit);
    const stops = [
      effect(() => {
        playground.numbersVersion.value;
        untracked(() => this.follow());
      }),
      effect(() => {
        // moving or replayed scenes cannot be edited
        if (store.field('play').value || store.field('build').value) untracked(() => host.leave());
      }),
    ];
    this.stopFollowing = () => {
      for (const stop of stops) stop();
    };
  }

  /** Ends editing. Call once. */
  dispose(): void {
    const { drawListeners, pointing, stage } = this.playground;
    this.stopFollowing();
    this.pointer.dispose();
    this.keys.dispose();
    this.drawing?.dispose();
    drawListeners.delete(this.fit);
    pointing.enabled = true;
    stage.cameras.yieldMainButton(false);
    stage.canvas.style.cursor = '';
    this.edits.close();
    this.playground.invalidate();
  }

  leave(): void {
    this.host.leave();
  }

  sceneBounds(): Float32Array | null {
    return this.session?.source.sceneBounds ?? null;
  }

  focus(): void {
    this.keys.focus();
  }

  press(ray: PointerRay, { adds }: { readonly adds: boolean }): boolean {
    const { session, space } = this;
    if (!session || !space) return false;
    this.remark.value = null;
    this.cursorShown = false;
    const tool = this.tool.peek();
    const id = tool === 'paint' || adds ? null : this.itemUnder(ray);
    const point = space.meet(ray, id === null ? space.middle : middleOf(this.boxOf(id)));
    if (!point) return false;
    this.edits.beginStroke();
    if (tool === 'erase') {
      this.gesture = { kind: 'erase' };
      this.eraseItem(id);
    } else if (id !== null) {
      this.gesture = { kind: 'shift', grip: point, start: this.dragStartOf(id) };
      this.hold(id);
    } else {
      this.gesture = { kind: 'paint', last: point };
      this.add([point]);
    }
    return true;
  }

  draw(ray: PointerRay): void {
    const { gesture, space } = this;
    if (!gesture || !space) return;
    if (gesture.kind === 'erase') {
      this.eraseItem(this.itemUnder(ray));
      return;
    }
    const point = space.meet(ray, gesture.kind === 'paint' ? gesture.last : gesture.grip);
    if (!point) return;
    if (gesture.kind === 'paint') gesture.last = this.paint(gesture.last, point);
    else {
      const { grip, start } = gesture;
      this.shift(
        start,
        start.middle.map((value, axis) => value + point[axis] - grip[axis]),
      );
    }
  }

  release(): void {
    this.gesture = null;
    this.edits.endStroke();
    this.focus();
    this.show();
  }

  cancel(): void {
    this.gesture = null;
    this.undo();
  }

  hover(ray: PointerRay | null): void {
    const { space } = this;
    if (this.gesture || !space) return;
    const tool = this.tool.peek();
    this.hoveredItem = ray && tool !== 'paint' ? this.itemUnder(ray) : null;
    const adds = tool !== 'erase' && this.hoveredItem === null;
    this.pointed = ray && adds ? space.meet(ray, space.middle) : null;
    const grabs = tool === 'hand' && this.hoveredItem !== null;
    this.playground.stage.canvas.style.cursor = grabs ? 'grab' : 'crosshair';
    this.show();
  }

  undo(): void {
    if (this.gesture) return;
    this.hoveredItem = this.held = null;
    this.edits.undo();
    this.show();
  }

  /**
   * Sets the size of new boxes. Values out of range are clamped and NaN is ignored; both set
   * `sizeRemark`.
   */
  setSize(share: number): void {
    const [min, max] = sizeRange;
    if (!Number.isNaN(share)) this.size.value = Math.min(Math.max(share, min), max);
    // reset first, so that a repeated message updates the field
    this.sizeRemark.value = null;
    if (!(share >= min && share <= max)) this.sizeRemark.value = SIZES;
    this.show();
  }

  reset(): void {
    this.hoveredItem = this.held = null;
    this.playground.restore();
  }

  /** Moves the cursor, and the held item with it. */
  moveCursor(to: Float32Array): void {
    const { cursor, held, space } = this;
    if (this.gesture || !space) return;
    const by = to.map((value, axis) => value - cursor[axis]);
    if (held === null) cursor.set(space.within(to));
    else {
      const start = this.dragStartOf(held);
      this.shift(
        start,
        start.middle.map((value, axis) => value + by[axis]),
      );
    }
    this.showCursor(true);
    this.playground.invalidate();
  }

  showCursor(shown: boolean): void {
    this.cursorShown = shown;
    this.show();
  }

  addAtCursor(): void {
    if (this.gesture) return;
    this.remark.value = null;
    this.add([this.cursor.slice()]);
    this.held = null;
    this.showCursor(true);
  }

  /** Holds the item at the cursor, or releases the held item. */
  toggleHeld(): void {
    if (this.gesture) return;
    if (this.held === null) this.hold(this.itemAtCursor());
    else this.held = null;
    this.showCursor(true);
  }

  /** Erases the held item, otherwise the item at the cursor. */
  erase(): void {
    if (this.gesture) return;
    this.eraseItem(this.held ?? this.itemAtCursor());
  }

  private get held(): number | null {
    return this.heldItem.peek();
  }

  private set held(id: number | null) {
    this.heldItem.value = id;
  }

  private get session(): Session | null {
    return this.playground.session;
  }

  /** Updates the editing tools after the scene or the structures were replaced. */
  private follow(): void {
    const { session, stage } = this.playground;
    if (!session || session === this.lastSession) return;
    const sameScene = this.lastSession?.source === session.source;
    this.lastSession = session;
    const { dimensions, sceneBounds } = session.source;
    this.space = new EditSpace(stage, sceneBounds);
    if (!sameScene) this.begin(session, this.space);
    if (this.drawing?.dimensions !== dimensions) {
      this.drawing?.dispose();
      this.drawing = new EditDrawing(stage, dimensions);
    }
    this.show();
  }

  private begin({ boxes }: Session, { dimensions, middle, reach }: EditSpace): void {
    const share = typicalWidth(boxes, dimensions) / reach || SIZE_AMONG_POINTS;
    const [min, max] = sizeRange;
    this.size.value = Number(Math.min(Math.max(share, min), max).toPrecision(2));
    this.hoveredItem = this.pointed = this.gesture = this.held = null;
    this.remark.value = this.sizeRemark.value = null;
    this.cursor.set(middle);
    this.showItems(share);
  }

  /** Turns on the outlines of items, unless items of the size `share` are shown as solids. */
  private showItems(share: number): void {
    const { settings, store } = this.playground;
    const { show } = settings;
    if (show.has('items') || (show.has('bodies') && share <= SOLID_SHARE)) return;
    store.tune({ show: new Set([...show, 'items']) });
  }

  private itemUnder(ray: PointerRay): number | null {
    const { session, space } = this;
    return session && space && itemUnder(session.main.index, ray, SOLID_SHARE * space.reach);
  }

  private itemAtCursor(): number | null {
    const { session, space } = this;
    return (
      session && space && itemAt(session.main.index, this.cursor, this.size.peek() * space.reach)
    );
  }

  private boxOf(id: number): Float32Array {
    const { boxes, source } = this.session as Session;
    return boxes.slice(id * 2 * source.dimensions, (id + 1) * 2 * source.dimensions);
  }

  private dragStartOf(id: number): DragStart {
    const from = this.edits.edited?.shiftOf(id) ?? [0, 0, 0];
    return { id, middle: middleOf(this.boxOf(id)), from };
  }

  private hold(id: number | null): void {
    this.held = id;
    this.hoveredItem = this.pointed = null;
    if (id !== null) this.cursor.set(middleOf(this.boxOf(id)));
    this.show();
  }

  private shift({ from, id, middle }: DragStart, target: Float32Array): void {
    const { space } = this;
    if (!space) return;
    const to = space.within(target);
    const axes = Array.from({ length: space.dimensions }, (_, axis) => axis);
    const shift = axes.map((axis) => from[axis] + to[axis] - middle[axis]);
    this.edits.change((edited) => edited.shift(id, shift));
    this.cursor.set(to);
    this.show();
  }

  private eraseItem(id: number | null): void {
    const { session } = this;
    if (id === null || !session) return;
    const last = session.source.count - 1;
    this.hoveredItem = null;
    // erasing an item moves the last item to the freed id
    if (this.held === id) this.held = null;
    else if (this.held === last) this.held = id;
    this.edits.change((edited) => edited.erase(id));
    this.show();
  }

  /** Adds boxes between two positions. Returns the position of the last added box. */
  private paint(from: Float32Array, to: Float32Array): Float32Array {
    const square = SPACING * this.size.peek() * (this.space?.reach ?? 1);
    const spacing = this.brush?.spacing ?? square;
    const offset = to.map((value, axis) => value - from[axis]);
    const length = Math.hypot(...offset);
    const steps = Math.floor(length / spacing);
    if (steps === 0) return from;
    const at = (step: number) =>
      from.map((value, axis) => value + (offset[axis] * step * spacing) / length);
    this.add(Array.from({ length: steps }, (_, i) => at(i + 1)));
    return at(steps);
  }

  private add(middles: readonly Float32Array[]): void {
    const { brush, space } = this;
    if (!space) return;
    const size = this.size.peek();
    this.addBoxes(
      middles.flatMap((middle) => brush?.boxes(middle) ?? [space.boxAround(middle, size)]),
    );
  }

  /** Adds boxes until `MAX_ADDED` boxes have been added in total. */
  addBoxes(boxes: readonly Float32Array[]): void {
    const { session } = this;
    if (!session) return;
    const remaining = Math.max(this.edits.edited?.remaining ?? MAX_ADDED, 0);
    if (remaining < boxes.length) this.remark.value = FULL;
    if (remaining === 0) return;
    const accepted = boxes.slice(0, remaining);
    this.showItems(this.size.peek());
    this.edits.change((edited) => accepted.flatMap((box) => edited.add(box)));
    this.hold(session.source.count - 1);
  }

  private show(): void {
    const { drawing, held, hoveredItem, playground, pointed, session, space } = this;
    if (!drawing || !session || !space) return;
    const boxOrNull = (id: number | null) => {
      return id !== null && id < session.source.count ? this.boxOf(id) : null;
    };
    const at = this.cursorShown && held === null ? this.cursor : pointed;
    drawing.show({
      preview: at && (this.brush?.outline(at) ?? space.boxAround(at, this.size.peek())),
      held: boxOrNull(held),
      hovered: hoveredItem === held ? null : boxOrNull(hoveredItem),
      erases: this.tool.peek() === 'erase',
    });
    playground.loop.request();
  }
}
