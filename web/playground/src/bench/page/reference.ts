/**
 * Converts the table of the page "Which one?" to a reference run, so that charts and
 * recommendations match. Each structure is shown with its fastest options and update method.
 */

import type { Table } from '../../features/which/table.js';
import type { LoadedRun, PhaseId, Result } from '../model.js';
import { titleOfKey } from '../names.js';

/** Number of queries per call, as in the preset `standard`. */
const QUERIES = 1000;
const MS_PER_NS = 1e-6;

type World = Table['worlds'][number];
type Cell = World['cells'][number];

interface Work {
  readonly phase: PhaseId;
  /** Percentage of boxes that move. */
  readonly share: number;
  readonly queries: boolean;
  /** Returns the nanoseconds per call, or per query if `queries` is true. */
  readonly ns: (cell: Cell) => number;
}

const works: readonly Work[] = [
  { phase: 'frame', share: 100, queries: false, ns: ([, , frame]) => frame },
  { phase: 'frame-tenth', share: 10, queries: false, ns: ([, , frame]) => frame },
  { phase: 'pairs', share: 0, queries: false, ns: ([, , frame]) => frame },
  { phase: 'build', share: 0, queries: false, ns: ([, follow]) => follow },
  { phase: 'box-queries', share: 0, queries: true, ns: ([, , , range]) => range },
  { phase: 'rays', share: 0, queries: true, ns: ([, , , , ray]) => ray },
  { phase: 'nearest', share: 0, queries: true, ns: ([, , , , , nearest]) => nearest },
];

function resultsOf({ candidates }: Table, world: World, work: Work): Result[] {
  const best = new Map<string, number>();
  for (const cell of world.cells) {
    const { structure } = candidates[cell[0]];
    best.set(structure, Math.min(best.get(structure) ?? Infinity, work.ns(cell)));
  }
  const { dimensions, n } = world;
  return [...best].map(([structure, ns]): Result => {
    const ms = ns * MS_PER_NS * (work.queries ? QUERIES : 1);
    return {
      ...{ scene: 'uniform', dimensions, n, phase: work.phase, status: 'ok' },
      contender: `sapwood:${structure}`,
      ms: { min: ms, p25: ms, median: ms, p75: ms },
      ...{ samples: [], sampleCount: 0, calls: 1, bytes: null, found: null, expected: null },
      operations: work.queries ? QUERIES : n,
    };
  });
}

export function referenceRun(table: Table): LoadedRun {
  const { cpu, date, runtime, package: version } = table.environment;
  const keys = [...new Set(table.candidates.map(({ structure }) => `sapwood:${structure}`))];
  return {
    label: 'Reference',
    results: works.flatMap((work) =>
      table.worlds
        .filter(({ share }) => share === work.share)
        .flatMap((world) => resultsOf(table, world, work)),
    ),
    environment: {
      ...{ date, cpu, runtime, package: version, preset: '', simd: '', commit: null, os: '' },
      ...{ cores: 0, calibration: [0, 0], querySeed: 0, rounds: 0, sampleMs: 0 },
    },
    marks: { throttled: false, drift: 1, dropped: 0 },
    configuration: null,
    versions: {},
    titles: Object.fromEntries(keys.map((key) => [key, titleOfKey(key) ?? key])),
  };
}
