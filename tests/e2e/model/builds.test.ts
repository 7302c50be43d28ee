/** Builds of every structure are shown in steps, forward and backward, in three modes. */

import { structures } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BuildReplayStep } from '../../../web/playground/src/model/build-step.js';
import { prepare, type Scene, withScene } from './scene.js';

beforeAll(prepare);

const scene = 'v=1&scene=uniform&n=60&motion=still&play=0&show=items,hierarchy';
const ids = structures.map(({ id, dimensions }) => [id, dimensions[0]] as const);

function frameOf(opened: Scene, address: string): BuildReplayStep {
  const { building } = opened.apply(address).side;
  if (!building) throw new Error('no build is shown');
  return building;
}

const seen = ({ changes, dump, ...frame }: BuildReplayStep) => {
  const { made, refitted, moved, removed, splits, merges } = changes;
  const counts = { made, refitted, moved, removed: removed.length, splits, merges };
  const { mode, at, length, words } = frame;
  return { mode, at, length, words, ...counts, nodes: dump.count };
};

describe.each(ids)('%s', (id, dim) => {
  const here = `${scene}&dim=${dim}&structure=${id}`;

  test('items are inserted one by one and removed again', async () => {
    await withScene(here, (opened) => {
      const whole = opened.side.dump.count;
      for (const mode of ['insert', 'remove']) {
        const before = seen(frameOf(opened, `${here}&build=${mode}.59`));
        expect(before).toMatchObject({ mode, at: 59, length: 60 });
        const after = seen(frameOf(opened, `${here}&build=${mode}.60`));
        expect(after.at).toBe(60);
        expect(after.nodes).toBe(before.nodes + after.made - after.removed);
        expect(seen(frameOf(opened, `${here}&build=${mode}.59`))).toEqual(before);
        expect(opened.session.faults()).toEqual([]);
      }
      expect(seen(frameOf(opened, `${here}&build=remove.60`)).nodes).toBeLessThanOrEqual(1);
      const again = opened.apply(here);
      expect(again.side.building).toBeNull();
      expect(again.side.dump.count).toBe(whole);
      again.expectSound();
    });
  });

  test('a step backward shows the same as the step forward', async () => {
    const many = here.replace('n=60', 'n=1300');
    const first = await withScene(many, (opened) =>
      seen(frameOf(opened, `${many}&build=insert.600`)),
    );
    await withScene(many, (opened) => {
      frameOf(opened, `${many}&build=insert.1300`);
      expect(seen(frameOf(opened, `${many}&build=insert.600`))).toEqual(first);
    });
  });
});

describe('description of a step', () => {
  const flat = `${scene}&dim=2`;

  test('leaves above their capacity are split, and sparse leaves merged', async () => {
    const here = `${flat}&structure=octree&o.capacity=4`;
    await withScene(here, (opened) => {
      let [splits, merges] = [0, 0];
      for (let at = 1; at <= 12; at++) {
        const frame = seen(frameOf(opened, `${here}&build=insert.${at}`));
        expect(frame.words).toMatch(new RegExp(`^Box ${at - 1} inserted: `));
        splits += frame.splits;
      }
      for (let at = 41; at <= 60; at++) {
        merges += seen(frameOf(opened, `${here}&build=remove.${at}`)).merges;
      }
      expect(splits).toBeGreaterThan(0);
      expect(merges).toBeGreaterThan(0);
    });
  });

  test('rotations of a balanced tree change the parents of nodes', async () => {
    const here = `${flat}&structure=dynamic-tree`;
    const moved = await withScene(`${here}&o.balance=height`, (opened) => {
      let sum = 0;
      for (let at = 4; at <= 28; at++) {
        sum += seen(frameOf(opened, `${here}&o.balance=height&build=insert.${at}`)).moved;
      }
      return sum;
    });
    expect(moved).toBeGreaterThan(0);
    await withScene(`${here}&o.balance=none`, (opened) => {
      for (let at = 5; at <= 28; at++) {
        // without rotations, an insertion creates a leaf and its parent and changes no other node
        const frame = seen(frameOf(opened, `${here}&o.balance=none&build=insert.${at}`));
        expect(frame).toMatchObject({ moved: 0, made: 2, removed: 0 });
      }
    });
  });

  test('every split of a top-down build shows its children', async () => {
    const here = `${flat}&structure=static-tree`;
    await withScene(here, (opened) => {
      const whole = opened.side.dump.count;
      const first = seen(frameOf(opened, `${here}&build=split.0`));
      expect(first.nodes).toBe(1);
      let { nodes } = first;
      for (let at = 1; at <= first.length; at++) {
        const step = seen(frameOf(opened, `${here}&build=split.${at}`));
        expect(step.nodes).toBe(nodes + step.made);
        expect(step.words).toContain(`${step.made} children with `);
        nodes = step.nodes;
      }
      expect(nodes).toBe(whole);
    });
  });

  test('a step in the address beyond the end shows the end', async () => {
    await withScene(flat, (opened) => {
      expect(seen(frameOf(opened, `${flat}&build=insert.999999`))).toMatchObject({ at: 60 });
      expect(opened.apply(`${flat}&build=bark.3`).side.building).toBeNull();
    });
  });
});

test.each(['insert', 'remove'])(
  'a step backward in a large build starts from a copy: %s',
  async (mode) => {
    const large =
      'v=1&dim=2&scene=uniform&n=10000&motion=still&play=0&show=items&structure=dynamic-tree';
    await withScene(large, (opened) => {
      let { applied } = frameOf(opened, `${large}&build=${mode}.10000`);
      for (const at of [9999, 9000, 4000, 1, 9990]) {
        const before = applied;
        applied = frameOf(opened, `${large}&build=${mode}.${at}`).applied;
        // a step backward starts from one of the copies of the index, which are at most 512 steps
        // apart; the step forward to 9990 may apply more steps
        expect(applied - before, String(at)).toBeLessThanOrEqual(at === 9990 ? 10_000 : 513);
      }
    });
  },
);
