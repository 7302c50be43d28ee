/**
 * Collects the results of a run over all rounds, and decides which contenders are measured again.
 */

import { quartiles } from 'measuring';
import type { Expected, Failed, Measured } from './messages.js';
import type { Cell, Plan, Result, Spread } from './model.js';
import type { SkipReason } from './plan.js';

const DIGITS = 5;
/** Minimum number of samples. Results with fewer samples get a remark. */
const ENOUGH_SAMPLES = 30;

const rounded = (value: number) => Number(value.toPrecision(DIGITS));

export function spreadOf(samples: readonly number[]): Spread {
  const { min, p25, median, p75 } = quartiles(samples);
  return { min: rounded(min), p25: rounded(p25), median: rounded(median), p75: rounded(p75) };
}

const blank = {
  ms: null,
  samples: [],
  sampleCount: 0,
  operations: 0,
  calls: 0,
  bytes: null,
  found: null,
  expected: null,
} as const;

function fewSamples({ samples, ms }: Pick<Result, 'samples' | 'ms'>): string {
  const call = Number(ms!.median.toPrecision(2));
  return `only ${samples.length} samples, because a call takes ${call} ms`;
}

const UNKNOWN = 'the library does not report it';
const memoryOf = (bytes: number | null): Pick<Result, 'status'> & Partial<Result> =>
  bytes === null ? { status: 'skipped', note: UNKNOWN } : { status: 'ok', bytes };

export class Tally {
  private readonly slots: (Result | undefined)[];
  /**
   * Smallest n at which a contender timed out. The keys combine contender, phase, scene and
   * dimensions.
   */
  private readonly timedOutFrom = new Map<string, number>();
  private listed: readonly Result[] | undefined;

  constructor(private readonly plan: Plan) {
    this.slots = new Array(plan.results);
  }

  /** Results in plan order. */
  get results(): readonly Result[] {
    this.listed ??= this.slots.filter((slot) => slot !== undefined);
    return this.listed;
  }

  of(cell: Cell, contender: string): Result | undefined {
    return this.slots[this.placeOf(cell, contender)];
  }

  /**
   * Returns whether the contender needs another round: it has no result yet, or its result is ok.
   */
  isOpen(cell: Cell, contender: string): boolean {
    const result = this.of(cell, contender);
    return result === undefined || result.status === 'ok';
  }

  skip(cell: Cell, contender: string, { status, note }: SkipReason): void {
    this.put(cell, contender, { ...blank, ...cell, contender, status, note });
  }

  add(cell: Cell, contender: string, reply: Measured | Failed, expected: Expected): void {
    if (reply.kind === 'failed') {
      const base = { ...blank, ...cell, contender, expected };
      this.put(cell, contender, { ...base, status: 'failed', note: reply.message });
      return;
    }
    const { right, found, note, calls, operations, bytes } = reply;
    const measured = { ...blank, ...cell, contender, calls, operations, found, expected };
    if (!right) this.put(cell, contender, { ...measured, status: 'wrong', ...(note && { note }) });
    else if (cell.phase === 'memory')
      this.put(cell, contender, { ...measured, calls: 0, ...memoryOf(bytes) });
    else this.addTimes(cell, { ...measured, status: 'ok', ...(note && { note }) }, reply.times);
  }

  /**
   * Adds a remark to the result if it has too few samples. Called after the last round of a cell,
   * except in the preset `quick`.
   */
  close(cell: Cell, contender: string): void {
    const result = this.of(cell, contender);
    if (!result?.ms || result.note || result.sampleCount >= ENOUGH_SAMPLES) return;
    this.put(cell, contender, { ...result, note: fewSamples(result) });
  }

  /**
   * Records that the contender timed out in this cell. Larger n of the same task are then skipped.
   */
  recordTimeout(cell: Cell, contender: string): void {
    const key = timeoutKey(cell, contender);
    this.timedOutFrom.set(key, Math.min(cell.n, this.timedOutFrom.get(key) ?? cell.n));
  }

  /**
   * Returns the reason to skip the cell if the contender timed out at this or a smaller n,
   * otherwise null.
   */
  timeoutReason(cell: Cell, contender: string): SkipReason | null {
    const n = this.timedOutFrom.get(timeoutKey(cell, contender));
    if (n === undefined || cell.n < n) return null;
    return {
      status: 'skipped',
      note: `no result in time at n = ${n.toLocaleString('en')}`,
    };
  }

  private addTimes(cell: Cell, result: Result, times: readonly number[]): void {
    const before = this.of(cell, result.contender)?.samples ?? [];
    const samples = [...before, ...times.map(rounded)];
    const ms = spreadOf(samples);
    this.put(cell, result.contender, { ...result, samples, sampleCount: samples.length, ms });
  }

  private placeOf(cell: Cell, contender: string): number {
    const { cells, configuration } = this.plan;
    const { contenders } = configuration;
    return cells.indexOf(cell) * contenders.length + contenders.indexOf(contender);
  }

  private put(cell: Cell, contender: string, result: Result): void {
    this.slots[this.placeOf(cell, contender)] = result;
    this.listed = undefined;
  }
}

const timeoutKey = ({ phase, scene, dimensions }: Cell, contender: string) =>
  [contender, phase, scene, dimensions].join(' ');
