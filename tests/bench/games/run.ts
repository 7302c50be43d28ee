/**
 * `npm run bench -- games`: runs every game scene and writes the record and
 * docs/benchmarks/games.md.
 */

import { type GameRow, games, playGame } from 'measuring/games';
import { init } from 'sapwood/all';
import { type Arguments, pick } from '../command/arguments';
import { defineRun } from '../command/run';
import { withCard } from '../node/environment';
import { readFile } from '../report/document';
import { PAGE, renderPage } from './page';
import { formatRecord, type GamesRecord, RECORD, readRecord, SCHEMA } from './record';

export interface GamesRequest {
  readonly frames: number;
  /** Ids of games. An empty list selects all games. */
  readonly games: readonly string[];
  /** Number by which all sizes are divided. */
  readonly divisor: number;
}

const FRAMES = { quick: 60, full: 240 } as const;

const USAGE = `npm run bench -- games [arguments]
  --game   only these: ${games.map(({ id }) => id).join(', ')}
  --quick  a tenth of the things, ${FRAMES.quick} frames instead of ${FRAMES.full}`;

await init();

function parse(args: Arguments): GamesRequest {
  const isQuick = args.has('quick');
  return {
    frames: isQuick ? FRAMES.quick : FRAMES.full,
    games: args.ids('game', games),
    divisor: isQuick ? 10 : 1,
  };
}

function measure(request: GamesRequest): Promise<GamesRecord> {
  return withCard({ preset: 'games', rounds: 1, sampleMs: 0 }, async () => {
    const rows: GameRow[] = [];
    for (const kind of pick('game', games, request.games)) {
      for (const n of kind.sizes) {
        const played = await playGame(kind, n / request.divisor, request.frames);
        rows.push(...played);
        for (const { player, p50, p99 } of played) {
          console.log(`${kind.id} ${n / request.divisor} ${player} ${p50} ${p99}`);
        }
      }
    }
    return { schema: SCHEMA, rows };
  });
}

export const run = defineRun({
  usage: USAGE,
  known: { flags: ['quick'], texts: ['game'] },
  parse,
  measure,
  recorded: () => readRecord(readFile(RECORD)),
  files: (record) =>
    new Map([
      [RECORD, formatRecord(record)],
      [PAGE, renderPage(record)],
    ]),
  summary: renderPage,
  faults: ({ rows }) =>
    rows
      .filter(({ right }) => !right)
      .map(({ game, n, player }) => `${game}, n = ${n}: ${player} has a different result`),
});
