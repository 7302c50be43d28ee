/** What a merge costs: the same answers by every way of adding a tile, and bytes that are really there. */

import { beforeAll, expect, test } from 'vitest';
import {
  mergeCost,
  mergeWays,
  mergingIds,
  tilesOf,
} from '../../../web/playground/src/features/lab/merge-costs.js';
import { prepare, withScene } from './scene.js';

beforeAll(prepare);

test.each(mergingIds.flatMap((id) => ([2, 3] as const).map((dim) => [id, dim] as const)))(
  '[PX16] %s in %iD: every way of adding a tile finds the same',
  async (id, dim) => {
    const address = `v=1&scene=uniform&n=300&dim=${dim}&play=0&structure=static-tree`;
    await withScene(address, ({ session }) => {
      const { home } = session.source;
      const tiles = tilesOf(session.boxes, home, 60);
      const costs = mergeWays.map((way) => mergeCost(id, way, tiles, home));
      expect(costs.map(({ tile }) => tile)).toEqual([60, 60, 60]);
      const [merged, inserted, rebuilt] = costs;
      expect(merged.hits).toBeGreaterThan(0);
      expect([inserted.hits, rebuilt.hits]).toEqual([merged.hits, merged.hits]);
      // each item of the tile at least
      expect(merged.touched).toBeGreaterThanOrEqual(60);
      expect([inserted.touched, rebuilt.touched]).toEqual([null, null]);
      for (const { bytes, bytesBefore, visits } of costs) {
        expect(bytes).toBeGreaterThan(bytesBefore);
        expect(visits).toBeGreaterThan(0);
      }
    });
  },
);

test('the tile lies beside the scene', async () => {
  await withScene('v=1&scene=uniform&n=50&dim=2&play=0', ({ session }) => {
    const { home } = session.source;
    const { base, beside } = tilesOf(session.boxes, home, 10);
    const width = home[2] - home[0];
    expect(base).toEqual(session.boxes);
    for (let i = 0; i < beside.length; i++) {
      expect(beside[i]).toBeCloseTo(base[i] + (i % 2 === 0 ? width : 0), 3);
    }
  });
});
