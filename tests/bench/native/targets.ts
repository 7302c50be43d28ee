/** Targets of the native benchmark and their results in a record. */

import { labelOf, type Report, type Row } from 'measuring/schema';

export interface Target {
  readonly phase: string;
  readonly dimensions: 2 | 3;
  /**
   * Maximum of Sapwood's time divided by the library's time. If undefined, the ratio is shown but
   * has no target.
   */
  readonly maxRatio?: number;
  /** Sentences that explain why the target is missed and which improvements were tried. */
  readonly explanation?: string;
  /** Library that Sapwood is compared with. If it is undefined, the fastest library is used. */
  readonly against?: { readonly structure: string; readonly options?: Row['options'] };
}

/** Targets for the uniform scenes with n = 100,000. */
export const targets: readonly Target[] = [
  { phase: 'all-pairs', dimensions: 3, maxRatio: 0.35 },
  { phase: 'all-pairs', dimensions: 2 },
  { phase: 'query-boxes', dimensions: 3, maxRatio: 0.5 },
  { phase: 'query-boxes', dimensions: 2, maxRatio: 0.5 },
  { phase: 'query-boxes-large', dimensions: 3, maxRatio: 0.5 },
  { phase: 'query-boxes-large', dimensions: 2, maxRatio: 0.5 },
  {
    phase: 'nearest-boxes',
    dimensions: 3,
    maxRatio: 0.5,
    explanation:
      'A search of the `quality` tree opens 70 nodes and tests 37 items. With the distance of the last neighbor given in advance it would be 67 and 29, so the cost of a node decides. Without effect were a list of all open nodes, ordered ties, and a float32 radius.',
  },
  { phase: 'nearest-boxes', dimensions: 2, maxRatio: 0.5 },
  { phase: 'nearest-points', dimensions: 3 },
  { phase: 'nearest-points', dimensions: 2 },
  {
    phase: 'raycasts',
    dimensions: 3,
    maxRatio: 1.2,
    against: { structure: 'embree', options: { isa: 'sse4.2' } },
  },
  { phase: 'refit', dimensions: 3, maxRatio: 0.5, against: { structure: 'embree' } },
  { phase: 'frame', dimensions: 3 },
];

/** Maximum of a structure's time as WASM divided by its native time. */
export const WASM_FACTOR = 1.35;
export const WASM_EXPLANATION =
  'Tests of four boxes at a time are affected most, in 3D, where they need the most values at once. In the machine code of V8 values are stored to the stack and read again.';

export interface TargetResult {
  readonly target: Target;
  readonly ours: Row;
  /** Row of the library. Undefined if no library with this phase was found. */
  readonly peer?: Row | undefined;
  /** Sapwood's time divided by the library's time. */
  readonly ratio?: number | undefined;
  /** Time of the structure as WASM divided by its native time. */
  readonly wasm?: number | undefined;
}

const timed = (row: Row) => row.ns !== null;

export function fastest(rows: readonly Row[]): Row | undefined {
  const [first, ...others] = rows.filter(timed);
  return others.reduce(
    (best: Row | undefined, row) => (best && row.ns!.median < best.ns!.median ? row : best),
    first,
  );
}

function isComparedWith(row: Row, { against }: Target): boolean {
  if (!against) return true;
  const options = Object.entries(against.options ?? {});
  return (
    row.structure === against.structure &&
    options.every(([name, value]) => row.options[name] === value)
  );
}

export function wasmFactor(native: Row, rows: readonly Row[]): number | undefined {
  const wasmRow = rows.find(
    (row) =>
      row.runtime === 'wasm' &&
      row.scene === native.scene &&
      row.phase === native.phase &&
      labelOf({ ...row, runtime: 'native' }) === labelOf(native),
  );
  return wasmRow?.ns && native.ns ? wasmRow.ns.median / native.ns.median : undefined;
}

function resultOf(target: Target, rows: readonly Row[]): TargetResult | undefined {
  const scene = `uniform-${target.dimensions}d-100k`;
  const here = rows.filter(
    (row) => row.runtime === 'native' && row.scene === scene && row.phase === target.phase,
  );
  const ours = fastest(here.filter(({ peer }) => !peer));
  if (!ours) return undefined;
  const peer = fastest(here.filter((row) => row.peer && isComparedWith(row, target)));
  const ratio = peer && ours.ns!.median / peer.ns!.median;
  return { target, ours, peer, ratio, wasm: wasmFactor(ours, rows) };
}

export function targetResults({ rows }: Report): TargetResult[] {
  return targets.flatMap((target) => resultOf(target, rows) ?? []);
}
