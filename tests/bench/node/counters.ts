/**
 * Deterministic part of the benchmark: counts the work of each structure in small fixed scenes. The
 * counts are committed (results/counters.json), so that a change that adds work to a structure is
 * detected. The phases are shared with the timed benchmark, so that counting also tests their code.
 */

import { type Capability, type StructureEntry, structures } from 'sapwood/all';
import { sceneDefinition } from 'scenes';
import { recordOf } from '../command/record';
import { type Contender, createIndex, variantsOf } from './contenders';
import { Expectations } from './expectations';
import { phases } from './phases';
import type { Phase, Prepared } from './stage';
import { createWorkload, type Workload } from './workload';

export const COUNTERS_SCHEMA = 'sapwood-counters/1';
export const COUNTERS = 'tests/bench/results/counters.json';

/** Counts by name, such as `itemTests` or `bytes`. */
export type Counts = Readonly<Record<string, number>>;

/** Counts by scene, then by contender, then by phase. */
export type CountersFile = Readonly<
  Record<string, Readonly<Record<string, Record<string, Counts>>>>
>;

export interface CountedPhase {
  readonly counts: Counts;
  readonly wrong: readonly string[];
}

/**
 * Scenes with their numbers of boxes: 2D and 3D, equal and mixed sizes, uniform and clustered, with
 * all or a part of the boxes moving.
 */
export const countedCases: readonly (readonly [scene: string, n: number])[] = [
  ['uniform-2d', 400],
  ['drift-mixed-2d', 300],
  ['clustered-3d', 400],
  ['sleeping-3d', 300],
];

/**
 * Phases that are counted for structures with non-default options. Only the most significant phases
 * are counted, to keep the file readable.
 */
const variantPhases: ReadonlySet<string> = new Set(['insert-many', 'frame', 'frame-tenth']);

const QUERIES = 64;
const CALLS = 3;

export interface CountedCase {
  readonly title: string;
  readonly work: Workload;
  readonly expected: Expectations;
}

export async function prepareCase([scene, n]: readonly [
  scene: string,
  n: number,
]): Promise<CountedCase> {
  const work = await createWorkload({ definition: sceneDefinition(scene), n }, QUERIES);
  return { title: `${scene} n=${n}`, work, expected: new Expectations(work) };
}

export function countedContenders(dimensions: 2 | 3): readonly Contender[] {
  return structures
    .filter((entry) => entry.dimensions.includes(dimensions))
    .flatMap((entry) => variantsOf(entry, dimensions));
}

function able(entry: StructureEntry, needs: readonly Capability[]): boolean {
  return needs.every((capability) => entry.capabilities.has(capability));
}

function phasesOf({ entry, options }: Contender, work: Workload): readonly Phase[] {
  const usual = Object.keys(options).length === 0;
  return phases.filter(
    ({ id, needs, unfit }) =>
      able(entry, needs) && !unfit?.(work) && (usual || variantPhases.has(id)),
  );
}

/** Runs a phase and returns its counts, without statistics that the structure does not have. */
function countsOf(prepared: Prepared, index: ReturnType<typeof createIndex>): CountedPhase {
  prepared.run(CALLS);
  const { work, checks } = prepared.verify();
  const { nodes, height, swaps, reinserts } = index.stats();
  const counts: Record<string, number> = { ...work, nodes, bytes: index.byteLength };
  for (const [name, count] of Object.entries({ height, swaps, reinserts })) {
    if (count !== undefined) counts[name] = count;
  }
  const wrong = checks
    .filter(({ hash, expected }) => hash !== expected)
    .map(({ of, hash, against, expected }) => `${of}: ${hash}, expected ${expected} (${against})`);
  return { counts, wrong };
}

export function countPhases(contender: Contender, one: CountedCase): Map<string, CountedPhase> {
  const counted = new Map<string, CountedPhase>();
  for (const phase of phasesOf(contender, one.work)) {
    const index = createIndex(contender, one.work.scene.dimensions);
    try {
      counted.set(phase.id, countsOf(phase.prepare({ index, ...one }), index));
    } finally {
      index.dispose();
    }
  }
  return counted;
}

function change(committed: number | undefined, now: number | undefined): string {
  if (committed === undefined) return `not committed yet, now ${now}`;
  if (now === undefined) return `committed ${committed}, no longer counted`;
  const percent = committed === 0 ? '' : ` (${(100 * (now / committed - 1)).toFixed(1)} %)`;
  return `committed ${committed}, now ${now}${percent}`;
}

export function differences(
  committed: Readonly<Record<string, Counts>>,
  now: Readonly<Record<string, Counts>>,
): string[] {
  const found: string[] = [];
  for (const phase of new Set([...Object.keys(committed), ...Object.keys(now)])) {
    const before = committed[phase] ?? {};
    const after = now[phase] ?? {};
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (before[name] === after[name]) continue;
      found.push(`${phase} ${name}: ${change(before[name], after[name])}`);
    }
  }
  return found;
}

export const readCounters = (text: string): CountersFile =>
  recordOf<{ schema: string; cases: CountersFile }>(COUNTERS_SCHEMA, text).cases;

/** Writes one line per structure with options, so that a diff shows the structures that changed. */
export function formatCounters(file: CountersFile): string {
  const block = (entries: readonly string[], indent: string) =>
    entries.length === 0 ? '{}' : `{\n${indent} ${entries.join(`,\n${indent} `)}\n${indent}}`;
  const cases = Object.entries(file).map(([title, contenders]) => {
    const labels = Object.entries(contenders).map(
      ([label, counted]) => `"${label}": ${JSON.stringify(counted)}`,
    );
    return `"${title}": ${block(labels, '  ')}`;
  });
  return `{\n "schema": "${COUNTERS_SCHEMA}",\n "cases": ${block(cases, ' ')}\n}\n`;
}
