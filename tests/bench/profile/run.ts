/**
 * `npm run bench -- profile`: profiles a frame and a batch of queries, and writes the record, the
 * page and its charts.
 */

import { init, structures } from 'sapwood/all';
import { type Arguments, pick } from '../command/arguments';
import { defineRun } from '../command/run';
import { withCard } from '../node/environment';
import { readFile } from '../report/document';
import { makeInputs } from './inputs';
import { type Profile, profileAll } from './measure';
import { PAGE, renderPage } from './page';
import { formatRecord, type ProfileRecord, RECORD, readRecord, SCHEMA } from './record';

export interface ProfileRequest {
  readonly preset: 'quick' | 'full';
  readonly n: number;
  /** Number of box queries in the batch. */
  readonly queries: number;
  readonly rounds: number;
  /** Ids of the profiled structures; an empty list means all structures. */
  readonly structures: readonly string[];
}

const presets = {
  quick: { n: 10_000, queries: 1000, rounds: 5 },
  full: { n: 100_000, queries: 10_000, rounds: 15 },
} as const;

const USAGE = `npm run bench -- profile [arguments]
  --quick      ${presets.quick.n} boxes and ${presets.quick.queries} queries instead of ${presets.full.n} and ${presets.full.queries}
  --structure  only these structures of the registry
  --rounds     samples of each part; default ${presets.full.rounds}, quick ${presets.quick.rounds}`;

await init();

function parse(args: Arguments): ProfileRequest {
  const preset = args.has('quick') ? 'quick' : 'full';
  const { n, queries, rounds } = presets[preset];
  return {
    ...{ preset, n, queries },
    rounds: args.whole('rounds', rounds, { max: 1000 }),
    structures: args.ids('structure', structures),
  };
}

function measure(request: ProfileRequest): Promise<ProfileRecord> {
  const { n, queries, rounds } = request;
  const entries = pick('structure', structures, request.structures);
  const name = request.preset === 'quick' ? 'profile --quick' : 'profile';
  const manner = { preset: `${name}, ${rounds} rounds`, rounds, sampleMs: 0 };
  return withCard(manner, async () => {
    const profiles: Profile[] = [];
    for (const dimensions of [2, 3] as const) {
      profiles.push(await profileAll(entries, makeInputs(dimensions, n, queries), rounds));
      console.log(`${dimensions}D`);
    }
    return {
      ...{ schema: SCHEMA, n, queries },
      frames: profiles.flatMap(({ frames }) => frames),
      batches: profiles.flatMap(({ batches }) => batches),
      floors: profiles.map(({ floor }) => floor),
    };
  });
}

export const run = defineRun({
  usage: USAGE,
  known: { flags: ['quick'], texts: ['structure', 'rounds'] },
  parse,
  measure,
  recorded: () => readRecord(readFile(RECORD)),
  files: (record) => new Map([[RECORD, formatRecord(record)], ...renderPage(record)]),
  summary: (record) => renderPage(record).get(PAGE) ?? '',
});
