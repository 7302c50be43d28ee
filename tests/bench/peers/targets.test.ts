/** Evaluation of targets: which contenders are compared, and which results are excluded. */

import { adapters } from 'peers';
import { describe, expect, test } from 'vitest';
import { cellsOf } from './plan';
import type { PeerRow, PeersRecord } from './record';
import { explanations } from './shortfalls';
import { find, type Target, targets } from './targets';

const small = { workload: 'pairs', scene: 'uniform', dimensions: 2, n: 300 } as const;

describe('targets', () => {
  const target: Target = { ...small, n: 1000, title: 'pairs', against: 'plain', atLeast: 2 };
  const timed = (side: PeerRow['side'], id: string, each: number[], workload = 'pairs') => {
    const [low, middle, high] = [...each].sort((a, b) => a - b);
    const ms = { median: middle, low, high, each };
    return { ...small, workload, side, id, options: {}, status: 'ok', ms, rounds: 3 } as const;
  };
  const row = (
    side: PeerRow['side'],
    id: string,
    ms: number | null,
    workload = 'pairs',
  ): PeerRow =>
    ms === null
      ? { ...timed(side, id, []), status: 'wrong', ms: null }
      : timed(side, id, [ms, ms, ms], workload);
  const record = (...rows: PeerRow[]) =>
    ({ cells: [{ ...small, count: 1, hash: '' }], rows }) as unknown as PeersRecord;

  test('compare the fastest structure of Sapwood with the fastest other contender', () => {
    const found = find(
      record(
        row('sapwood', 'a', 2),
        row('sapwood', 'b', 1),
        row('plain', 'plain-grid', 3),
        row('plain', 'plain-sweep', 4),
        row('library', 'flatbush', 0.5),
      ),
      target,
    );
    expect(found).toMatchObject({ n: 300, ratio: 3, reached: true });
  });

  test('compare times of the same round', () => {
    const rows = [timed('sapwood', 'a', [2, 2, 4]), timed('plain', 'plain-grid', [6, 5, 16])];
    expect(find(record(...rows), target)).toMatchObject({ ratio: 3, range: [2.5, 4] });
  });

  test('ignore wrong results', () => {
    const rows = [row('sapwood', 'a', null), row('sapwood', 'b', 2), row('plain', 'plain-grid', 3)];
    expect(find(record(...rows), target)).toMatchObject({ ratio: 1.5, reached: false });
    const only = record(row('sapwood', 'a', null), row('plain', 'plain-grid', 3));
    expect(find(only, target)).toMatchObject({ reached: false, note: expect.stringMatching(/no/) });
  });

  test('ignore a fast build if its queries are slower', () => {
    const build: Target = {
      ...target,
      workload: 'build',
      against: ['flatbush'],
      queriesToo: true,
    };
    const rows = [
      row('sapwood', 'a', 1, 'build'),
      row('sapwood', 'a', 9, 'box-queries'),
      row('sapwood', 'b', 4, 'build'),
      row('sapwood', 'b', 4, 'box-queries'),
      row('library', 'flatbush', 8, 'build'),
      row('library', 'flatbush', 5, 'box-queries'),
    ];
    const cells = [{ ...small, workload: 'build', count: 1, hash: '' }];
    const both = { cells, rows } as unknown as PeersRecord;
    expect(find(both, build)).toMatchObject({ ours: { id: 'b' }, ratio: 2 });
  });

  test('explanations refer to existing targets', () => {
    const titles = targets.map(({ title, dimensions }) => `${title}, ${dimensions}D`);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toEqual(expect.arrayContaining(Object.keys(explanations)));
  });

  test('every target refers to a cell of the full preset and to existing adapters', () => {
    const cells = cellsOf('full').map((cell) => JSON.stringify(cell));
    const ids = adapters.map(({ id }) => id);
    for (const { workload, scene, dimensions, n, against } of targets) {
      expect(cells).toContain(JSON.stringify({ workload, scene, dimensions, n }));
      if (typeof against !== 'string') expect(ids).toEqual(expect.arrayContaining([...against]));
    }
  });
});
