/**
 * Scenes of games: all players of each give the same answers, and the page says what its record says.
 *
 * `npm run bench -- games` plays everything anew and writes record and page.
 */

import { type GameRow, games, playGame } from 'measuring/games';
import { init } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { completed, describeEnvironment } from '../node/environment';
import { parseRequest } from '../node/request';
import { readFile, writeFile } from '../report/document';
import { type GamesRecord, PAGE, RECORD, renderPage } from './page';
import { type GamesRequest, parseGamesRequest, REQUEST_VARIABLE } from './request';

const asked = process.env[REQUEST_VARIABLE];
const HOURS = 4 * 3_600_000;

await init();

async function playAll(request: GamesRequest): Promise<GamesRecord> {
  const card = describeEnvironment(parseRequest([]));
  const rows: GameRow[] = [];
  for (const kind of games) {
    if (request.games.length > 0 && !request.games.includes(kind.id)) continue;
    for (const n of kind.sizes) {
      const played = await playGame(kind, request.quick ? n / 10 : n, request.frames);
      rows.push(...played);
      console.log(
        played.map(({ player, p50, p99 }) => `${kind.id} ${n} ${player} ${p50} ${p99}`).join('\n'),
      );
    }
  }
  return { environment: { ...completed(card), preset: 'games', rounds: 1, sampleMs: 0 }, rows };
}

if (asked) {
  test(
    'play',
    async () => {
      const request = JSON.parse(asked) as GamesRequest;
      const record = await playAll(request);
      if (!request.writes) return console.log(renderPage(record));
      writeFile(RECORD, `${JSON.stringify(record, null, 1)}\n`);
      writeFile(PAGE, renderPage(record));
      expect(record.rows.filter(({ right }) => !right)).toEqual([]);
    },
    HOURS,
  );
}

describe.skipIf(asked)('scenes of games', () => {
  test.each(games)('$id: all players find the same', async (kind) => {
    const rows = await playGame(kind, 510, 12, 3);
    expect(rows.filter(({ right }) => !right)).toEqual([]);
    expect(rows.some(({ ours }) => ours) && rows.some(({ ours }) => !ours)).toBe(true);
    expect(rows[0].found).toBeGreaterThan(0);
  });

  test('a player with another answer is WRONG and has no time', async () => {
    const player = (id: string, answer: number[]) => ({ id, ours: false, frame: () => answer });
    const players = [player('a', [0, 1]), player('b', [0, 2])];
    const kind = {
      ...games[0],
      create: async () => ({ players, answers: 'pairs' as const, advance() {} }),
    };
    const rows = await playGame(kind, 3, 4, 1);
    expect(rows.map(({ right, p50 }) => right && p50 !== null)).toEqual([true, false]);
    const environment = describeEnvironment(parseRequest([]));
    expect(renderPage({ environment, rows })).toContain('| b | **WRONG** |');
  });

  test(`${PAGE} says what the record says`, () => {
    expect(readFile(PAGE)).toBe(renderPage(JSON.parse(readFile(RECORD)) as GamesRecord));
  });

  test('arguments that are not understood are refused with a sentence', () => {
    expect(() => parseGamesRequest(['--game', 'chess'])).toThrow('--game: expected one of');
    expect(parseGamesRequest(['--quick']).writes).toBe(false);
  });
});
