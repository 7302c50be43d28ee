/** Scenes of games: all players of each give the same answers. */

import { games, playGame } from 'measuring/games';
import { init } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { volume } from '../../web/support/volume';
import { describeEnvironment } from '../node/environment';
import { renderPage } from './page';

await init();

describe('scenes of games', () => {
  test.each(games)('$id: all players find the same', async (kind) => {
    const rows = await playGame(kind, volume(510, 300), volume(12, 8), 3);
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
    const environment = describeEnvironment({ preset: 'games', rounds: 1, sampleMs: 0 });
    expect(renderPage({ environment, rows })).toContain('| b | **WRONG** |');
  });
});
