/** Break mode: stores painted boxes in the URL and measures their cost. */

import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { EditableSource } from '../../model/editable-source.js';
import { longestSide } from '../../model/query-shape.js';
import type { Playground } from '../../session/page.js';
import { leaveEditing } from '../edit/edit-switch.js';
import { shouldHandleKey } from '../edit/edit-tools.js';
import { type Brush, Editing } from '../edit/editing.js';
import { arrangementFor } from './arrangements.js';
import { isBreakable, leaveBreaking } from './break-switch.js';
import { type Reading, readMeter } from './meter.js';
import { readPainted, rounded, writePainted } from './painted.js';

export const shapes = ['dot', 'row', 'column', 'dust'] as const;
export type Shape = (typeof shapes)[number];

/** Lengths of painted boxes, as fractions of the scene's longest side. */
const LENGTH = 0.4;
const DUST_SIDE = 0.001;
const DUST_RADIUS = 0.02;
const DUST_GRAINS = 12;
const FIRST_SIZE = 0.02;
/** Distance between the boxes of a stroke, as a multiple of the box side. */
const SPACING = 1.25;
/** Golden angle in radians; multiples of it never repeat a direction. */
const GOLDEN_TURN = 2.399963;

export class Breaking implements Brush {
  readonly editing: Editing;
  readonly shape = signal<Shape>('dot');
  /**
   * Measured work of the structures. Null before the first measurement and with more than
   * `MAX_COUNTED` boxes.
   */
  readonly reading: ReadonlySignal<Reading | null>;
  private readonly read = signal<Reading | null>(null);
  private readonly stops: readonly (() => void)[];
  /** Boxes, structure and options of the last measurement. */
  private counted: readonly unknown[] = [];
  /** Encoded boxes at the last synchronization of URL and scene. */
  private agreed: string | null = null;
  /** Scene that contains the painted boxes. */
  private filled: EditableSource | null = null;
  private ended = false;

  constructor(private readonly playground: Playground) {
    this.reading = this.read;
    this.editing = new Editing(playground, { shouldHandleKey, leave: leaveEditing });
    this.editing.tool.value = 'paint';
    this.editing.brush = this;
    const { store } = playground;
    this.stops = [
      effect(() => {
        playground.numbersVersion.value;
        store.field('painted').value;
        store.field('structure').value;
        untracked(() => this.follow());
      }),
    ];
  }

  outline(middle: Float32Array): Float32Array {
    const [width, height] = this.sides;
    return this.boxAt(middle, width, height);
  }

  boxes(middle: Float32Array): readonly Float32Array[] {
    if (this.shape.peek() !== 'dust') return [this.outline(middle)];
    const far = DUST_RADIUS * this.reach;
    return Array.from({ length: DUST_GRAINS }, (_, i) => {
      // sunflower spiral of uniform density; its rotation depends on the x coordinate of the brush
      const turn = i * GOLDEN_TURN + middle[0];
      const out = far * Math.sqrt((i + 0.5) / DUST_GRAINS);
      const at = middle.slice();
      at[0] += out * Math.cos(turn);
      at[1] += out * Math.sin(turn);
      return this.boxAt(at, DUST_SIDE, DUST_SIDE);
    });
  }

  get spacing(): number {
    const [width, height] = this.sides;
    const share = this.shape.peek() === 'dust' ? DUST_RADIUS : SPACING * Math.min(width, height);
    return share * this.reach;
  }

  /** Paints boxes that are the worst case for the selected structure, as one stroke. */
  paintForMe(): void {
    const { session, settings } = this.playground;
    if (!session || !isBreakable(settings.structure)) return;
    const { sceneBounds } = session.source;
    this.clear();
    this.stroke(
      arrangementFor(settings.structure, sceneBounds).map((box) => rounded(box, sceneBounds)),
    );
  }

  clear(): void {
    this.editing.reset();
  }

  /**
   * Ends the mode. With `keepBoxes`, the URL keeps the painted boxes, so that the mode can resume.
   */
  dispose({ keepBoxes }: { readonly keepBoxes: boolean }): void {
    if (this.ended) return;
    this.ended = true;
    for (const stop of this.stops) stop();
    const { settings, store } = this.playground;
    if (!keepBoxes && settings.painted !== null) leaveBreaking(store);
  }

  private get reach(): number {
    const sceneBounds = this.playground.session?.source.sceneBounds;
    return sceneBounds ? longestSide(sceneBounds) : 1;
  }

  /** Sides of the next box on the first two axes. */
  private get sides(): readonly [width: number, height: number] {
    const size = this.editing.size.peek();
    const shape = this.shape.peek();
    if (shape === 'dust') return [2 * DUST_RADIUS, 2 * DUST_RADIUS];
    return [shape === 'row' ? LENGTH : size, shape === 'column' ? LENGTH : size];
  }

  private boxAt(middle: Float32Array, width: number, height: number): Float32Array {
    const { session } = this.playground;
    if (!session) return new Float32Array(0);
    const { sceneBounds } = session.source;
    const sides = [width, height, Math.min(width, height)];
    const dimensions = sceneBounds.length / 2;
    const box = Float32Array.from({ length: 2 * dimensions }, (_, i) => {
      const half = (sides[i % dimensions] * this.reach) / 2;
      return middle[i % dimensions] + (i < dimensions ? -half : half);
    });
    return rounded(box, sceneBounds);
  }

  private stroke(boxes: readonly Float32Array[]): void {
    const { edits } = this.editing;
    edits.beginStroke();
    this.editing.addBoxes(boxes);
    edits.endStroke();
  }

  /** Copies painted boxes between scene and URL; the last change wins. */
  private follow(): void {
    const { session, settings, source, status, store } = this.playground;
    if (!session || !source || settings.painted === null) return;
    // copies nothing while the next scene is loading
    if (session.source !== source || status.peek().kind !== 'ready') return;
    const { sceneBounds } = source;
    if (source !== this.filled) this.editing.setSize(FIRST_SIZE);
    if (settings.painted !== this.agreed || source !== this.filled) {
      this.agreed = settings.painted;
      this.filled = source;
      if (writePainted(source.edited?.additions ?? [], sceneBounds) !== settings.painted) {
        if (source.edited) this.playground.restore();
        this.stroke(readPainted(settings.painted, sceneBounds));
      }
    }
    const text = writePainted(source.edited?.additions ?? [], sceneBounds);
    if (text !== this.agreed) {
      this.agreed = text;
      store.tune({ painted: text });
    }
    this.count();
  }

  private count(): void {
    const { session, settings } = this.playground;
    if (!session) return;
    const { options, structure } = settings;
    const now = [session.boxes, structure, options];
    if (now.every((value, i) => value === this.counted[i])) return;
    this.counted = now;
    const { dimensions } = session.source;
    this.read.value = readMeter({ boxes: session.boxes, dimensions }, structure, options);
  }
}
