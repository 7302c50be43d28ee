/** Tests that all implementations have the same results in the scenes of games. */

import { games, playGame } from 'measuring/games';
import { init } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { volume } from '../../web/support/volume';
import { describeEnvironment } from '../node/environment';
import { readFile } from '../report/document';
import { PAGE, renderPage } from './page';

await init();

describe('scenes of games', () => {
  test.each(games)('$id: all implementations have the same results', async (kind) => {
    const rows = await playGame(kind, volume(510, 300), volume(12, 8), 3);
    expect(rows.filter(({ right }) => !right)).toEqual([]);
    expect(rows.some(({ ours }) => ours) && rows.some(({ ours }) => !ours)).toBe(true);
    expect(rows[0].found).toBeGreaterThan(0);
  });

  /** Values of n for each game in the page, with the number of frames and the results per frame. */
  const published = games.flatMap((kind) => {
    const [, section] = readFile(PAGE).split(`## ${kind.id},`);
    const sizes = section
      .split('\n## ')[0]
      .matchAll(/n = ([\d,]+), (\d+) frames, ([\d,]+) results/g);
    return Array.from(sizes, ([, ...texts]) => {
      const [n, frames, found] = texts.map((text) => Number(text.replaceAll(',', '')));
      return { kind, id: kind.id, n, frames, found };
    });
  });

  test('the page contains all sizes of all games', () => {
    const sizes = games.flatMap(({ id, sizes }) => sizes.map((n) => `${id} ${n}`));
    expect(published.map(({ id, n }) => `${id} ${n}`)).toEqual(sizes);
  });

  test.each(published.filter(({ n }) => n <= volume(Infinity, 3000)))(
    'results in the page match the current code: $id, n = $n',
    async ({ kind, n, frames, found }) => {
      // only the first implementation runs, because its results determine the next frame
      const create = async (count: number) => {
        const game = await kind.create(count);
        const [first, ...others] = game.players;
        for (const player of others) player.dispose?.();
        return {
          players: [first],
          resultKind: game.resultKind,
          advance: (result: ArrayLike<number>) => game.advance(result),
          dispose: () => game.dispose?.(),
        };
      };
      const [row] = await playGame({ ...kind, create }, n, frames);
      expect(Math.round(row.found)).toBe(found);
    },
  );

  test('a player with a different result is marked WRONG and has no time', async () => {
    const player = (id: string, result: number[]) => ({ id, ours: false, frame: () => result });
    const players = [player('a', [0, 1]), player('b', [0, 2])];
    const kind = {
      ...games[0],
      create: async () => ({ players, resultKind: 'pairs' as const, advance() {} }),
    };
    const rows = await playGame(kind, 3, 4, 1);
    expect(rows.map(({ right, p50 }) => right && p50 !== null)).toEqual([true, false]);
    const environment = describeEnvironment({ preset: 'games', rounds: 1, sampleMs: 0 });
    expect(renderPage({ environment, rows })).toContain('| b | **WRONG** |');
  });
});
