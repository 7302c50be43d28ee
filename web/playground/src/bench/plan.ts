/** Plans a run: lists the measurements of a configuration, and estimates their duration. */

import { type SamplingLimits, workScenes } from 'measuring';
import {
  type Catalog,
  type Cell,
  type Configuration,
  type ContenderInfo,
  type LoadedRun,
  limits,
  type PhaseId,
  type Plan,
  type Preset,
  phaseIds,
  presets,
  type SceneInfo,
} from './model.js';

export interface Effort {
  /**
   * Rounds per measured task. In each round, every contender runs once in a new worker, in random
   * order.
   */
  readonly rounds: number;
  readonly queries: number;
  /** Duration limits of a measurement, without `windowMs`, which depends on the clock. */
  readonly samplingLimits: Omit<SamplingLimits, 'windowMs'>;
  /**
   * Lower bound of `windowMs`, the minimum duration of a sample. With a coarse clock, samples are
   * longer.
   */
  readonly minWindowMs: number;
  readonly timeoutMs: number;
}

export const efforts: Readonly<Record<Preset, Effort>> = {
  quick: {
    rounds: 1,
    queries: 500,
    samplingLimits: { warmUpMs: 15, sampleMs: 40, limitMs: 500, minSamples: 10, steadyMs: 120 },
    minWindowMs: 1,
    timeoutMs: 8000,
  },
  // at least 15 samples in each of two rounds: 30 samples in total
  standard: {
    rounds: 2,
    queries: 1000,
    samplingLimits: { warmUpMs: 20, sampleMs: 60, limitMs: 2500, minSamples: 15, steadyMs: 500 },
    minWindowMs: 2,
    timeoutMs: 20_000,
  },
  full: {
    rounds: 2,
    queries: 2000,
    samplingLimits: {
      warmUpMs: 50,
      sampleMs: 200,
      limitMs: 12_000,
      minSamples: 20,
      steadyMs: 2000,
    },
    minWindowMs: 5,
    timeoutMs: 60_000,
  },
};

// --- configurations ----------------------------------------------------------------------------

const ours = (...ids: string[]) => ids.map((id) => `sapwood:${id}`);

const fewOfOurs = ours('sweep-and-prune', 'hash-grid', 'dynamic-tree', 'wide-tree');
const fewRivals = [
  'plain-sweep',
  'plain-grid',
  'rbush',
  'flatbush',
  'box-intersect',
  'check2d',
  'planck',
];
const inSpace = ['bvh-js', 'three-mesh-bvh'];

type Choices = Omit<Configuration, 'preset' | 'contenders' | 'seed'>;

const choices: Readonly<Record<Preset, Choices>> = {
  quick: {
    scenes: ['uniform'],
    dimensions: [2],
    from: 1000,
    to: 10_000,
    sizes: 3,
    phases: ['frame-tenth', 'frame', 'pairs', 'build'],
  },
  standard: {
    scenes: ['uniform'],
    dimensions: [2, 3],
    from: 1000,
    to: 20_000,
    sizes: 3,
    phases: ['frame-tenth', 'frame', 'pairs', 'build', 'box-queries'],
  },
  full: {
    scenes: ['uniform', 'clustered'],
    dimensions: [2, 3],
    from: 1000,
    to: 100_000,
    sizes: 3,
    phases: phaseIds,
  },
};

/** Maximum n for contenders whose time grows quadratically with n. */
const maxSizes: Readonly<Record<string, number>> = { 'sapwood:brute-force': 10_000 };

function contendersOf(preset: Preset, { contenders }: Catalog): string[] {
  const usual = contenders.filter(
    ({ variantOf, heavy, hidden }) => variantOf === null && !heavy && !hidden,
  );
  const keys = usual.map(({ key }) => key);
  if (preset === 'full') return keys.filter((key) => maxSizes[key] === undefined);
  const requested = [...fewOfOurs, ...fewRivals, ...(preset === 'quick' ? [] : inSpace)];
  return keys.filter((key) => requested.includes(key));
}

export function presetConfiguration(preset: Preset, catalog: Catalog): Configuration {
  return { preset, ...choices[preset], contenders: contendersOf(preset, catalog), seed: 1 };
}

/**
 * Returns the elements of `all` that `requested` contains, in the order of `all`. If there are
 * none, returns the fallback.
 */
function among<Id>(all: readonly Id[], requested: readonly unknown[], fallback: readonly Id[]) {
  const selected = all.filter((id) => requested.includes(id));
  return selected.length > 0 ? selected : fallback;
}

function whole(value: number, low: number, high: number, fallback: number): number {
  return Number.isFinite(value) ? Math.min(high, Math.max(low, Math.round(value))) : fallback;
}

/**
 * Returns the nearest valid configuration. Missing or invalid values are replaced by values of the
 * preset.
 */
export function conformConfiguration(requested: Configuration, catalog: Catalog): Configuration {
  const preset = presets.find((one) => one === requested.preset) ?? presets[0];
  const usual = presetConfiguration(preset, catalog);
  const { min, max } = limits;
  const from = whole(requested.from, min, max, usual.from);
  const to = whole(requested.to, min, max, usual.to);
  const ids = catalog.scenes.map(({ id }) => id);
  const keys = catalog.contenders.map(({ key }) => key);
  return {
    preset,
    scenes: among(ids, requested.scenes, usual.scenes),
    dimensions: among([2, 3] as const, requested.dimensions, usual.dimensions),
    from: Math.min(from, to),
    to: Math.max(from, to),
    sizes: from === to ? 1 : whole(requested.sizes, 1, limits.sizes, usual.sizes),
    phases: among(phaseIds, requested.phases, usual.phases),
    contenders: among(keys, requested.contenders, usual.contenders),
    seed: whole(requested.seed, 0, limits.seed, usual.seed),
  };
}

/** Rounds a size to two significant digits, for short labels in axes and tables. */
const rounded = (n: number) => Number(n.toPrecision(2));

/**
 * Returns the sizes in ascending order, at equal distances on a logarithmic scale. The first is
 * exactly `from`, and the last is exactly `to`. If there is only one size, it is `from`.
 */
export function sizesOf({ from, to, sizes }: Configuration): number[] {
  const list = Array.from({ length: sizes }, (_, i) => {
    if (i === 0) return from;
    if (i === sizes - 1) return to;
    return rounded(from * (to / from) ** (i / (sizes - 1)));
  });
  return [...new Set(list)].sort((a, b) => a - b);
}

// --- plans -------------------------------------------------------------------------------------

const queryPhases: readonly PhaseId[] = ['box-queries', 'nearest', 'rays'];
export const isQueryPhase = (phase: PhaseId) => queryPhases.includes(phase);
const isPairsOnly = (scene: string) =>
  workScenes.find(({ id }) => id === scene)?.pairsOnly === true;

const number = (n: number) => n.toLocaleString('en');

export interface SkipReason {
  readonly status: 'unsupported' | 'skipped';
  readonly note: string;
}

export function skipReasonOf(
  contender: ContenderInfo,
  { dimensions, phase, n }: Cell,
): SkipReason | null {
  if (!contender.dimensions.includes(dimensions)) {
    return { status: 'unsupported', note: `not in ${dimensions}D` };
  }
  if (!contender.phases.has(phase))
    return { status: 'unsupported', note: 'does not support this operation' };
  const maxCount = maxSizes[contender.variantOf ?? contender.key];
  if (maxCount === undefined || n <= maxCount) return null;
  const note = `measured only up to n = ${number(maxCount)}, because its work grows with the square of n`;
  return { status: 'skipped', note };
}

function remarksOf({ scenes, phases, dimensions, to }: Configuration, all: readonly SceneInfo[]) {
  const chosen = all.filter(({ id }) => scenes.includes(id));
  const flat = chosen.filter(
    (scene) => !dimensions.some((axes) => scene.dimensions.includes(axes)),
  );
  const short = chosen.filter(({ maxCount }) => maxCount < to);
  const quiet = chosen.filter(({ id }) => isPairsOnly(id));
  const hasQueries = phases.some(isQueryPhase);
  return [
    ...flat.map(({ title }) => `${title}: only in 2D`),
    ...short.map(({ title, maxCount }) => `${title}: n up to ${number(maxCount)}`),
    ...(hasQueries ? quiet.map(({ title }) => `${title}: queries are not measured`) : []),
  ];
}

function cellsOf(configuration: Configuration, { scenes }: Catalog): Cell[] {
  const sizes = sizesOf(configuration);
  const chosen = scenes.filter(({ id }) => configuration.scenes.includes(id));
  return configuration.phases.flatMap((phase) =>
    configuration.dimensions.flatMap((dimensions) =>
      chosen
        .filter((scene) => scene.dimensions.includes(dimensions))
        .filter(({ id }) => !(isQueryPhase(phase) && isPairsOnly(id)))
        .flatMap(({ id, maxCount }) =>
          sizes
            .filter((n) => n <= maxCount)
            .map((n): Cell => ({ scene: id, dimensions, n, phase })),
        ),
    ),
  );
}

/**
 * Milliseconds to start a worker, load a library and receive the input. Measured on a machine with
 * two cores.
 */
const START_MS = 225;
/** Milliseconds per box and call for a library of average speed, on the machine of `START_MS`. */
const BOX_MS = 0.002;
/** Ratio of the actual duration of a measurement to the configured duration. */
const SLOWNESS = 2.5;

/** Returns the estimated duration of one measurement in milliseconds. */
export function costOf({ n, phase }: Cell, { samplingLimits }: Effort): number {
  const { warmUpMs, sampleMs, limitMs, minSamples = 1 } = samplingLimits;
  const call = n * BOX_MS;
  if (phase === 'memory') return START_MS + call;
  const measured = Math.max(SLOWNESS * sampleMs, minSamples * call);
  return START_MS + Math.min(SLOWNESS * limitMs, 2 * SLOWNESS * warmUpMs + measured) + 2 * call;
}

export function measuredIn(cell: Cell, plan: Plan, catalog: Catalog): ContenderInfo[] {
  return catalog.contenders.filter(
    (one) => plan.configuration.contenders.includes(one.key) && skipReasonOf(one, cell) === null,
  );
}

/**
 * Returns the number of rounds for a task. Memory is measured once, because its size does not vary.
 */
export const roundsOf = ({ phase }: Cell, { rounds }: Effort) => (phase === 'memory' ? 1 : rounds);

export function makePlan(configuration: Configuration, catalog: Catalog): Plan {
  const cells = cellsOf(configuration, catalog);
  const empty: Plan = {
    configuration,
    cells,
    results: cells.length * configuration.contenders.length,
    measurements: 0,
    estimatedMs: 0,
    remarks: remarksOf(configuration, catalog.scenes),
  };
  const effort = efforts[configuration.preset];
  let measurements = 0;
  let measuringMs = 0;
  for (const cell of cells) {
    const contenders = measuredIn(cell, empty, catalog);
    const workers = contenders.length * roundsOf(cell, effort);
    measurements += workers;
    measuringMs += workers * costOf(cell, effort);
  }
  return { ...empty, measurements, estimatedMs: measuringMs };
}

/**
 * Returns the number of results that a run has, and the number that its configuration plans.
 * Returns null if the configuration is unknown.
 */
export function completeness(
  { configuration, results }: Pick<LoadedRun, 'configuration' | 'results'>,
  catalog: Catalog,
): { readonly present: number; readonly planned: number } | null {
  if (!configuration) return null;
  return { present: results.length, planned: makePlan(configuration, catalog).results };
}
