/** Profile of one frame, which updates all boxes and queries all pairs: the time of each part. */

import type { SpatialIndex, StructureEntry } from 'sapwood/all';
import { acceptAll, REPEATS, rejectAll, sameWork, workOf } from './filters';
import type { Agreement, Inputs } from './inputs';
import {
  type InvalidInput,
  type InvalidInputPart,
  invalidInputsOf,
  requireRejected,
} from './invalid-input';
import type { FrameCell } from './record';
import { rounded, Stopwatch, timeOfShort } from './stopwatch';

type Part =
  | 'whole'
  | 'copy'
  | 'update'
  | 'first pairs'
  | 'pairs'
  | InvalidInputPart
  | 'written'
  | 'unwritten'
  | 'calls';

export class FrameProfile {
  private readonly index: SpatialIndex;
  private readonly tiny: SpatialIndex;
  private readonly clock = new Stopwatch<Part>();
  private readonly invalidInputs: readonly InvalidInput[];
  private writes = true;

  constructor(
    private readonly entry: StructureEntry,
    private readonly inputs: Inputs,
    agreement: Agreement,
  ) {
    const { dimensions, boxes, moved, stride, n } = inputs;
    this.index = entry.create({ dimensions });
    this.tiny = entry.create({ dimensions });
    this.tiny.build(boxes.subarray(0, stride));
    this.invalidInputs = invalidInputsOf(boxes, stride, n);
    this.index.build(boxes);
    agreement.requirePairs('pairs', this.index.pairsView(), entry.id);
    this.index.update(moved);
    agreement.requirePairs('moved pairs', this.index.pairsView(), entry.id);
    this.index.build(boxes);
  }

  /** The index contains `boxes` before and after the round. */
  round(): void {
    const { boxes, moved } = this.inputs;
    // these two frames are not timed: they refill the caches after other structures were measured
    this.timeFrame(moved, false);
    this.timeFrame(boxes, false);
    this.timeFrame(moved, true);
    this.timeFrame(boxes, true);
    this.timeParts(moved);
    this.timeParts(boxes);
    this.timeInvalidInputs();
    this.timeCalls();
  }

  /**
   * Times the writing of pairs. Changes the filters of all items; the last build restores the
   * default filters.
   */
  roundOfWriting(): void {
    if (!this.entry.capabilities.has('dynamic')) return;
    const { index, clock } = this;
    index.build(this.inputs.boxes);
    acceptAll(index);
    index.pairsView();
    for (let i = 0; i < REPEATS; i++) clock.time('written', () => index.pairsView());
    const work = workOf(index);
    rejectAll(index);
    if (index.pairsView().length > 0)
      throw new Error(`${index.id}: pairs although the filters reject all items`);
    for (let i = 0; i < REPEATS; i++) clock.time('unwritten', () => index.pairsView());
    this.writes &&= sameWork(work, workOf(index));
    index.build(this.inputs.boxes);
  }

  private timeFrame(boxes: Float32Array, counts: boolean): void {
    const { index } = this;
    const start = performance.now();
    index.update(boxes);
    index.pairsView();
    const ms = performance.now() - start;
    if (counts) this.clock.note('whole', ms);
  }

  private timeParts(boxes: Float32Array): void {
    const { index, clock } = this;
    const room = index.staging(this.inputs.n);
    clock.time('copy', () => room.set(boxes));
    clock.time('update', () => index.update());
    clock.time('first pairs', () => index.pairsView());
    clock.time('pairs', () => index.pairsView());
  }

  private timeInvalidInputs(): void {
    const { index, inputs } = this;
    for (const { part, boxes } of this.invalidInputs) {
      index.staging(inputs.n).set(boxes);
      this.clock.time(part, () => requireRejected(() => index.update()));
    }
  }

  private timeCalls(): void {
    const { tiny, inputs } = this;
    const box = inputs.boxes.slice(0, inputs.stride);
    this.clock.note(
      'calls',
      timeOfShort(() => {
        tiny.update(box);
        tiny.pairsView();
      }),
    );
  }

  private get write(): number | null {
    if (!this.writes || this.clock.median('written') === null) return null;
    return this.clock.without('written', 'unwritten');
  }

  cell(): FrameCell {
    const { clock, entry, inputs, write } = this;
    const check = clock.without('invalid last box', 'invalid first box');
    return {
      structure: entry.id,
      dimensions: inputs.dimensions,
      whole: rounded(clock.required('whole')),
      copy: rounded(clock.required('copy')),
      check: rounded(check),
      update: rounded(clock.required('update') - check),
      late: rounded(clock.without('first pairs', 'pairs')),
      search: rounded(clock.required('pairs') - (write ?? 0)),
      write: write === null ? null : rounded(write),
      calls: rounded(clock.required('calls')),
    };
  }

  dispose(): void {
    this.index.dispose();
    this.tiny.dispose();
  }
}
