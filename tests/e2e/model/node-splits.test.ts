/**
 * A top-down build is shown node by node. Before its split, a node contains all items that will be
 * below it.
 */

import { beforeAll, expect, test } from 'vitest';
import { prepare, withScene } from './scene.js';

beforeAll(prepare);

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0);

test.each(['static-tree', 'kd-tree', 'octree'])('%s: nodes split one by one', async (structure) => {
  const scene = `v=1&dim=3&scene=uniform&n=200&play=0&motion=still&structure=${structure}`;
  await withScene(scene, (opened) => {
    const whole = opened.side.dump;
    const frame = (at: number) => opened.apply(`${scene}&build=split.${at}`).side.building!;
    const root = frame(0);
    expect([...root.dump.itemCount]).toEqual([200]);
    expect({ made: root.changes.made, splits: root.changes.splits }).toEqual({
      made: 1,
      splits: 0,
    });
    expect(root.words).toBe('The root');
    const first = frame(1);
    expect(first.changes.splits).toBe(1);
    expect(first.changes.made).toBe(first.dump.count - 1);
    expect(first.dump.itemCount[0]).toBe(whole.itemCount[0]);
    expect(sum(first.dump.itemCount)).toBeGreaterThanOrEqual(200);
    const last = frame(root.length);
    expect(last.dump.count).toBe(whole.count);
    expect(sum(last.dump.itemCount)).toBe(sum(whole.itemCount));
  });
});
