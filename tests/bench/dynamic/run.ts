/**
 * `npm run bench -- dynamic`: simulates every world and writes the record,
 * docs/benchmarks/dynamic.md and its charts.
 */

import { init, structures } from 'sapwood/all';
import type { Arguments } from '../command/arguments';
import { defineRun } from '../command/run';
import { withCard } from '../node/environment';
import { readFile } from '../report/document';
import { PAGE, renderPage } from './page';
import { type Played, type PlayPlan, play } from './play';
import { type DynamicRecord, formatRecord, RECORD, readRecord, SCHEMA, type World } from './record';
import { motionKinds } from './worlds';

export interface DynamicRequest extends PlayPlan {
  readonly n: readonly number[];
  readonly motions: readonly string[];
}

const USUAL = { n: [1000, 10_000, 100_000], frames: 600, seconds: 40 } as const;

const USAGE = `npm run bench -- dynamic [arguments]
  --n          boxes; default ${USUAL.n}
  --frames     default ${USUAL.frames}
  --seconds    a world ends when this time is up; default ${USUAL.seconds}
  --motion     only these: ${motionKinds.map(({ id }) => id).join(', ')}
  --structure  only these structures of the registry`;

await init();

function parse(args: Arguments): DynamicRequest {
  const n = args.wholes('n');
  return {
    n: n.length > 0 ? n : USUAL.n,
    frames: args.whole('frames', USUAL.frames),
    seconds: args.positive('seconds', USUAL.seconds),
    structures: args.ids('structure', structures),
    motions: args.ids('motion', motionKinds),
  };
}

function measure(request: DynamicRequest): Promise<DynamicRecord> {
  const kinds = motionKinds.filter(
    ({ id }) => request.motions.length === 0 || request.motions.includes(id),
  );
  return withCard({ preset: 'dynamic', rounds: 1, sampleMs: 0 }, async () => {
    const played = [];
    for (const dimensions of [2, 3] as const) {
      for (const n of request.n) {
        for (const kind of kinds) {
          const one = await play(kind, dimensions, n, request);
          played.push(one);
          console.log(`${kind.id} ${dimensions}D n=${n}: ${one.world.frames} frames`);
        }
      }
    }
    return {
      schema: SCHEMA,
      frames: request.frames,
      worlds: played.map(({ world }) => world),
      cells: played.flatMap(({ cells }) => cells),
      tooSlow: played.flatMap(({ tooSlow }) => tooSlow),
    };
  });
}

/**
 * Simulates a recorded world again, for at most `frames` frames. The returned cells have current
 * counts and recorded times.
 */
export async function recountWorld(
  record: DynamicRecord,
  { motion, dimensions, n, frames: all }: World,
  frames = all,
): Promise<Pick<Played, 'world' | 'cells'>> {
  const kind = motionKinds.find(({ id }) => id === motion)!;
  const recorded = record.cells.filter(
    (cell) => cell.motion === motion && cell.dimensions === dimensions && cell.n === n,
  );
  const plan = { frames, seconds: Infinity, structures: [], recorded };
  const { world, cells: counted } = await play(kind, dimensions, n, plan);
  const cells = recorded.map((cell, i) => {
    const now = counted[i];
    if (now?.structure !== cell.structure || now.policy !== cell.policy) {
      throw new Error(`${cell.structure}, ${cell.policy}: recorded, but no longer measured`);
    }
    const { work, height, areaRatio, bytes } = now;
    return { ...cell, work, height, areaRatio, bytes };
  });
  return { world, cells };
}

async function recount(record: DynamicRecord): Promise<DynamicRecord> {
  const played = [];
  for (const world of record.worlds) played.push(await recountWorld(record, world));
  return {
    ...record,
    worlds: played.map(({ world }) => world),
    cells: played.flatMap(({ cells }) => cells),
  };
}

export const run = defineRun({
  usage: USAGE,
  known: { texts: ['n', 'frames', 'seconds', 'motion', 'structure'] },
  parse,
  measure,
  recount,
  recorded: () => readRecord(readFile(RECORD)),
  files: (record) => new Map([[RECORD, formatRecord(record)], ...renderPage(record)]),
  summary: (record) => renderPage(record).get(PAGE) ?? '',
});
