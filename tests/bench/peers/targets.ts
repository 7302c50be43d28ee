/**
 * Targets for the speed of Sapwood relative to other contenders, and their evaluation in a record.
 */

import { type Cell, median, subjectLabel } from 'measuring';
import type { Dimensions } from 'peers';
import { type PeerRow, type PeersRecord, sameCell } from './record';

/**
 * Contender to compare with: the fastest library, the fastest plain JavaScript, or the fastest of
 * the listed adapters.
 */
export type Against = 'library' | 'plain' | readonly string[];

export interface Target extends Cell {
  readonly title: string;
  readonly against: Against;
  /** Smallest ratio that reaches the target: the contender's time divided by Sapwood's time. */
  readonly atLeast: number;
  /** Id of the compared structure of Sapwood. If undefined, the fastest structure is compared. */
  readonly of?: string;
  /**
   * If true, structures are excluded whose batch of box queries takes longer than the contender's
   * batch.
   */
  readonly queriesToo?: boolean;
}

const uniform = { scene: 'uniform', n: 100_000 } as const;
const LINE_UP_2D = ['rapier2d', 'box2d3', 'planck'];
const LINE_UP_3D = ['jolt', 'rapier3d', 'three-mesh-bvh'];

type Row = Omit<Target, 'dimensions' | 'atLeast' | 'scene' | 'n'> & Partial<Cell>;

const on = (dimensions: Dimensions, atLeast: number, row: Row): Target => ({
  ...uniform,
  dimensions,
  atLeast,
  ...row,
});
const onBoth = ([plane, space]: readonly [number, number], row: Row) => [
  on(2, plane, row),
  on(3, space, row),
];

const comparedWith = (title: string, workload: string, against: Against): Row => ({
  title,
  workload,
  against,
});

const hard = (scene: string, title: string, atLeast: number) =>
  onBoth([atLeast, atLeast], { ...comparedWith(`all pairs, ${title}`, 'pairs', 'plain'), scene });

const gridByGrid = (title: string, workload: string) =>
  onBoth([2, 2], {
    ...comparedWith(`hash grid against grid, ${title}`, workload, ['plain-grid']),
    of: 'hash-grid',
  });

const changing = (title: string, workload: string) => [
  on(2, 4, comparedWith(title, workload, ['planck'])),
  on(3, 4, comparedWith(title, workload, ['bvh-js'])),
];

export const targets: readonly Target[] = [
  ...onBoth([25, 30], comparedWith('all pairs from scratch', 'pairs', 'library')),
  ...onBoth(
    [4, 4.5],
    comparedWith('all pairs from scratch in plain JavaScript', 'pairs', ['plain-grid']),
  ),
  ...onBoth([25, 30], comparedWith('frame, all move', 'frame', 'library')),
  ...onBoth([12, 12], comparedWith('frame, 10 % move', 'frame-tenth', 'library')),
  ...onBoth([2, 3], { ...comparedWith('all pairs, few boxes', 'pairs', 'plain'), n: 1000 }),
  ...hard('clustered', 'clustered', 3),
  ...hard('line', 'one thin line', 3.5),
  ...hard('mixed', '1 % large boxes', 3),
  ...gridByGrid('all pairs', 'pairs'),
  ...gridByGrid('frame, all move', 'frame'),
  ...gridByGrid('box queries in a batch', 'box-queries'),
  on(2, 5, { ...comparedWith('build for queries', 'build', ['flatbush']), queriesToo: true }),
  on(3, 8, { ...comparedWith('build for queries', 'build', ['three-mesh-bvh']), queriesToo: true }),
  on(2, 15, comparedWith('box queries in a batch', 'box-queries', ['flatbush'])),
  on(3, 12, comparedWith('box queries in a batch', 'box-queries', ['three-mesh-bvh'])),
  ...onBoth(
    [2, 3],
    comparedWith('box queries in a batch in plain JavaScript', 'box-queries', ['plain-grid']),
  ),
  on(2, 8, comparedWith('single box queries', 'box-query', ['flatbush'])),
  on(3, 8, comparedWith('single box queries', 'box-query', ['three-mesh-bvh'])),
  on(2, 3, comparedWith('8 nearest neighbors', 'nearest', ['kdbush'])),
  on(3, 5, comparedWith('8 nearest neighbors', 'nearest', ['three-mesh-bvh'])),
  on(2, 10, { ...comparedWith('closest rays, sparse boxes', 'rays', LINE_UP_2D), scene: 'sparse' }),
  on(3, 6.5, {
    ...comparedWith('closest rays, sparse boxes', 'rays', LINE_UP_3D),
    scene: 'sparse',
  }),
  ...changing('insert one by one', 'insert'),
  ...changing('move every tenth', 'move'),
  ...changing('remove every tenth', 'remove'),
  on(2, 1, { ...comparedWith('to bytes and back', 'copy', ['flatbush']), n: 1_000_000 }),
];

export interface Finding {
  readonly target: Target;
  /**
   * Number of boxes of the compared rows: the target's number, or the largest smaller number in the
   * record.
   */
  readonly n: number;
  readonly ours?: PeerRow;
  readonly theirs?: PeerRow;
  /** Median over the rounds of the contender's time divided by Sapwood's time. */
  readonly ratio?: number;
  readonly range?: readonly [low: number, high: number];
  readonly reached: boolean;
  /** Reason why there is no ratio. */
  readonly note?: string;
}

const isTimed = (row: PeerRow) => row.status === 'ok' && row.ms !== null;

function fastest(rows: readonly PeerRow[]): PeerRow | undefined {
  return rows
    .filter(isTimed)
    .reduce<PeerRow | undefined>((a, b) => (a && a.ms!.median <= b.ms!.median ? a : b), undefined);
}

function isContender({ against }: Target, { side, id }: PeerRow): boolean {
  if (typeof against === 'string') return side === against;
  return side !== 'sapwood' && against.includes(id);
}

/**
 * Returns the largest number of boxes in the record that does not exceed the target's number; 0 if
 * there is none.
 */
function sizeIn(record: PeersRecord, { workload, scene, dimensions, n }: Target): number {
  const sizes = record.cells
    .filter((cell) => sameCell({ ...cell, n }, { workload, scene, dimensions, n }))
    .map((cell) => cell.n);
  return Math.max(0, ...sizes.filter((size) => size <= n));
}

const sameSubject = (a: PeerRow, b: PeerRow) =>
  subjectLabel(a) === subjectLabel(b) && a.side === b.side;

/**
 * Returns whether a batch of box queries with `ours` takes less time than with `theirs`, or the
 * same time.
 */
function queriesAsFast(record: PeersRecord, ours: PeerRow, theirs: PeerRow): boolean {
  const timeOf = (subject: PeerRow) =>
    record.rows.find(
      (row) =>
        isTimed(row) &&
        sameCell(row, { ...subject, workload: 'box-queries' }) &&
        sameSubject(row, subject),
    )?.ms?.median;
  const [mine, other] = [timeOf(ours), timeOf(theirs)];
  return mine !== undefined && other !== undefined && mine <= other;
}

export function find(record: PeersRecord, target: Target): Finding {
  const n = sizeIn(record, target);
  const rows = record.rows.filter((row) => sameCell(row, { ...target, n }));
  const theirs = fastest(rows.filter((row) => isContender(target, row)));
  if (!theirs)
    return { target, n, reached: false, note: 'no contender to compare with was measured' };
  const fitting = rows.filter(
    (row) =>
      row.side === 'sapwood' &&
      isTimed(row) &&
      (target.of === undefined || target.of === row.id) &&
      (!target.queriesToo || queriesAsFast(record, row, theirs)),
  );
  const ours = fastest(fitting);
  if (!ours) return { target, n, theirs, reached: false, note: 'no structure of ours qualifies' };
  const mine = ours.ms!.each;
  const ratios = theirs.ms!.each.map((ms, round) => ms / mine[round]);
  const ratio = median(ratios);
  return {
    target,
    n,
    ours,
    theirs,
    ratio,
    range: [Math.min(...ratios), Math.max(...ratios)],
    reached: ratio >= target.atLeast,
  };
}

export function findAll(record: PeersRecord): Finding[] {
  return targets.map((target) => find(record, target));
}
