/**
 * `npm run bench -- scaling`: measures structures with various numbers of boxes, and writes the
 * record, docs/benchmarks/scaling.md and its charts.
 */

import { init, type StructureEntry, structures, WideTree } from 'sapwood/all';
import { type Arguments, pick } from '../command/arguments';
import { defineRun } from '../command/run';
import { withCard } from '../node/environment';
import { onceEach } from '../node/once';
import { readFile } from '../report/document';
import { Agreement, type Inputs, makeInputs } from './inputs';
import { agree, measureSize, type SizePlan } from './measure';
import { measureMemory } from './memory';
import { PAGE, renderPage } from './page';
import {
  type Excluded,
  formatRecord,
  type MemoryCell,
  RECORD,
  readRecord,
  SCHEMA,
  type ScalingCell,
  type ScalingRecord,
  type Scene,
} from './record';

export interface ScalingRequest extends SizePlan {
  readonly preset: 'quick' | 'full';
  /** Numbers of boxes in ascending order. */
  readonly n: readonly number[];
  /** Ids of the measured structures; an empty list means all structures. */
  readonly structures: readonly string[];
}

const presets = {
  quick: { n: [1000, 3000, 10_000], rounds: 5, sampleMs: 2 },
  full: {
    n: [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000],
    rounds: 7,
    sampleMs: 10,
  },
} as const;

const LARGEST = 4_000_000;
const LIMIT_SECONDS = 4;
/** Memory is measured with the largest measured number of boxes that does not exceed this value. */
const MEMORY_SIZE = 100_000;

const USAGE = `npm run bench -- scaling [arguments]
  --quick      n to 10,000 and short samples: a check, not a measurement of growth
  --n          boxes; default ${presets.full.n}
  --structure  only these structures of the registry
  --rounds     samples of each figure; default ${presets.full.rounds}, quick ${presets.quick.rounds}
  --limit      seconds: structures that take longer for one build and all pairs are excluded; default ${LIMIT_SECONDS}`;

await init();

function parse(args: Arguments): ScalingRequest {
  const preset = args.has('quick') ? 'quick' : 'full';
  const usual = presets[preset];
  const sizes = args.wholes('n', { max: LARGEST });
  return {
    preset,
    n: sizes.length > 0 ? [...new Set(sizes)].sort((a, b) => a - b) : usual.n,
    structures: args.ids('structure', structures),
    rounds: args.whole('rounds', usual.rounds, { max: 1000 }),
    sampleMs: usual.sampleMs,
    limitMs: 1000 * args.positive('limit', LIMIT_SECONDS),
  };
}

function memoryCells(inputs: readonly Inputs[], cells: readonly ScalingCell[]): MemoryCell[] {
  const sized = inputs.filter(({ n }, i) => i === 0 || n <= MEMORY_SIZE);
  return structures.flatMap((entry) => {
    const reached = sized.filter(({ n }) =>
      cells.some((cell) => cell.structure === entry.id && cell.n === n),
    );
    return reached.length > 0 ? [measureMemory(entry, reached[reached.length - 1])] : [];
  });
}

type Measured = Omit<ScalingRecord, 'environment'>;

async function measureAll(request: ScalingRequest): Promise<Measured> {
  const scenes: Scene[] = [];
  const cells: ScalingCell[] = [];
  const excluded: Excluded[] = [];
  const memory: MemoryCell[] = [];
  for (const dimensions of [2, 3] as const) {
    let entries: readonly StructureEntry[] = pick('structure', structures, request.structures);
    entries = entries.filter((entry) => entry.dimensions.includes(dimensions));
    const small: Inputs[] = [];
    const mine: ScalingCell[] = [];
    for (const n of request.n) {
      const inputs = makeInputs(dimensions, n);
      if (small.length === 0 || n <= MEMORY_SIZE) small.push(inputs);
      const measured = await measureSize(entries, inputs, request);
      entries = entries.filter(
        ({ id }) => !measured.excluded.some(({ structure }) => structure === id),
      );
      mine.push(...measured.cells);
      excluded.push(...measured.excluded);
      scenes.push(measured.scene);
      console.log(`${dimensions}D n=${n}: ${measured.cells.length} structures`);
    }
    memory.push(...memoryCells(small, mine));
    cells.push(...mine);
  }
  return { schema: SCHEMA, limitMs: request.limitMs, scenes, cells, excluded, memory };
}

function measure(request: ScalingRequest): Promise<ScalingRecord> {
  const { rounds, sampleMs } = request;
  const preset = request.preset === 'quick' ? 'scaling --quick' : 'scaling';
  return withCard({ preset, rounds, sampleMs }, () => measureAll(request));
}

const inputsOf = onceEach(({ dimensions, n }: Pick<Inputs, 'dimensions' | 'n'>) =>
  makeInputs(dimensions, n),
);

function recountScene({ dimensions, n }: Scene): Scene {
  const inputs = makeInputs(dimensions, n);
  const index = new WideTree({ dimensions });
  try {
    index.build(inputs.boxes);
    return { dimensions, n, ...agree(index, inputs, new Agreement(inputs)) };
  } finally {
    index.dispose();
  }
}

function recountMemory({ structure, dimensions, n }: MemoryCell): MemoryCell {
  const entry = structures.find(({ id }) => id === structure);
  if (!entry) throw new Error(`${structure} is not in the registry`);
  return measureMemory(entry, inputsOf({ dimensions, n }));
}

export const run = defineRun({
  usage: USAGE,
  known: { flags: ['quick'], texts: ['n', 'structure', 'rounds', 'limit'] },
  parse,
  measure,
  recount: (record) => ({
    ...record,
    scenes: record.scenes.map(recountScene),
    memory: record.memory.map(recountMemory),
  }),
  recorded: () => readRecord(readFile(RECORD)),
  files: (record) => new Map([[RECORD, formatRecord(record)], ...renderPage(record)]),
  summary: (record) => renderPage(record).get(PAGE) ?? '',
});
