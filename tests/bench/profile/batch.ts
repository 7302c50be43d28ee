/**
 * Profile of one batch of box queries: the time of each part, such as copies, checks and writing.
 */

import type { SpatialIndex, StructureEntry } from 'sapwood/all';
import { hashResults } from '../node/expectations';
import { acceptAll, REPEATS, rejectAll, sameWork, workOf } from './filters';
import type { Agreement, Inputs } from './inputs';
import {
  type InvalidInput,
  type InvalidInputPart,
  invalidInputsOf,
  requireRejected,
} from './invalid-input';
import type { BatchCell } from './record';
import { rounded, Stopwatch, timeOfShort } from './stopwatch';

type Part = 'whole' | 'copy' | 'copy out' | InvalidInputPart | 'written' | 'unwritten' | 'calls';

export class BatchProfile {
  private readonly index: SpatialIndex;
  private readonly tiny: SpatialIndex;
  private readonly clock = new Stopwatch<Part>();
  private readonly invalidInputs: readonly InvalidInput[];
  private readonly resultWords: number;
  private writes = true;

  constructor(
    private readonly entry: StructureEntry,
    private readonly inputs: Inputs,
    agreement: Agreement,
  ) {
    const { dimensions, boxes, queries, queryCount, stride } = inputs;
    this.index = entry.create({ dimensions });
    this.tiny = entry.create({ dimensions });
    this.tiny.build(boxes.subarray(0, stride));
    this.invalidInputs = invalidInputsOf(queries, stride, queryCount);
    this.index.build(boxes);
    const found = this.index.queryBoxMany(queries);
    this.resultWords = found.ids.length + found.offsets.length;
    agreement.require('hits', hashResults('boxes', found, queryCount), entry.id);
  }

  get hits(): number {
    return this.resultWords - this.inputs.queryCount - 1;
  }

  /**
   * Times the parts of a batch, except the writing of results. `roomOf` returns WASM memory into
   * which queries are copied, and from which results are copied.
   */
  round(roomOf: () => Float32Array): void {
    const { index, clock, inputs } = this;
    const { queries } = inputs;
    index.queryBoxMany(queries);
    clock.time('whole', () => index.queryBoxMany(queries));
    clock.time('whole', () => index.queryBoxMany(queries));
    const room = roomOf();
    clock.time('copy', () => room.set(queries));
    clock.time('copy out', () => room.slice(0, this.resultWords));
    for (const { part, boxes } of this.invalidInputs) {
      clock.time(part, () => requireRejected(() => index.queryBoxMany(boxes)));
    }
    const one = queries.slice(0, inputs.stride);
    clock.note(
      'calls',
      timeOfShort(() => this.tiny.queryBoxMany(one)),
    );
  }

  /**
   * Times the writing of results. Changes the filters of all items; the last build restores the
   * default filters.
   */
  roundOfWriting(): void {
    if (!this.entry.capabilities.has('dynamic')) return;
    const { index, clock } = this;
    const { boxes, queries } = this.inputs;
    index.build(boxes);
    acceptAll(index);
    index.queryBoxMany(queries);
    for (let i = 0; i < REPEATS; i++) clock.time('written', () => index.queryBoxMany(queries));
    const work = workOf(index);
    rejectAll(index);
    const { ids } = index.queryBoxMany(queries);
    if (ids.length > 0) throw new Error(`${index.id}: hits although the filters reject all items`);
    for (let i = 0; i < REPEATS; i++) clock.time('unwritten', () => index.queryBoxMany(queries));
    this.writes &&= sameWork(work, workOf(index));
    index.build(boxes);
  }

  /**
   * Time to write hits to WASM memory; null if filters cannot measure it. The difference between
   * the timed calls also contains the copy of the hits out of WASM memory, which is subtracted.
   */
  private get write(): number | null {
    const { clock } = this;
    if (!this.writes || clock.median('written') === null) return null;
    return clock.without('written', 'unwritten') - clock.required('copy out');
  }

  cell(): BatchCell {
    const { clock, entry, inputs, write } = this;
    return {
      structure: entry.id,
      dimensions: inputs.dimensions,
      whole: rounded(clock.required('whole')),
      copy: rounded(clock.required('copy')),
      check: rounded(clock.without('invalid last box', 'invalid first box')),
      write: write === null ? null : rounded(write),
      copyOut: rounded(clock.required('copy out')),
      calls: rounded(clock.required('calls')),
    };
  }

  dispose(): void {
    this.index.dispose();
    this.tiny.dispose();
  }
}
