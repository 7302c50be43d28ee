/**
 * Drawings for particular structures: split planes, sweep axes, the order of packed leaves, and
 * flashes that mark changes.
 */

import { describe, expect, test } from 'vitest';
import { type SideSnapshot, usePlayground } from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();
const still = 'v=1&scene=uniform&n=300&motion=still&play=0';

describe('split planes', () => {
  const split: readonly (readonly [structure: string, dim: number, each: number])[] = [
    ['kd-tree', 3, 1],
    ['octree', 3, 3],
    ['loose-octree', 2, 2],
    ['quadtree', 2, 2],
    ['cluster-split', 2, 1],
  ];

  test.each(sample(split, (_, i) => i === 1))(
    'of the %s in %iD are drawn, %i for each split node',
    async (structure, dim, each) => {
      const playground = await opened.page();
      const scene = structure === 'cluster-split' ? 'v=1&scene=clustered&n=300&play=0' : still;
      await playground.open(`${scene}&structure=${structure}&dim=${dim}&show=hierarchy&q=none`);
      expect((await playground.snapshot()).sides[0].planes).toBe(0);
      await (await playground.control('input[name="show-details"]')).check();
      await playground.settle();
      const { sides, hash } = { ...(await playground.snapshot()), hash: await playground.hash() };
      // opens the last step of a top-down build, whose number of steps equals the number of split
      // nodes
      await playground.open(`${hash}&build=split.999999`);
      const branches = (await playground.snapshot()).sides[0].building?.length ?? 0;
      expect(branches).toBeGreaterThan(2);
      expect(sides[0].planes).toBe(each * branches);
      expect(await playground.page.getByRole('list', { name: 'Colors' }).textContent()).toContain(
        'Split plane',
      );
    },
  );

  test('are not uploaded again when levels are selected', async () => {
    const playground = await opened.page();
    await playground.open(`${still}&structure=kd-tree&show=hierarchy,details&q=none`);
    const before = await playground.snapshot();
    await playground.page.getByLabel('Deepest level drawn').fill('1');
    await playground.settle();
    const after = await playground.snapshot();
    expect(after.nodeUploads).toBe(before.nodeUploads);
    expect(after.sides[0].planes).toBe(before.sides[0].planes);
  });

  longTest('are not offered for structures without split planes', async () => {
    const playground = await opened.page();
    await playground.open(`${still}&structure=dynamic-tree`);
    await playground.control('input[name="show-boxes"]');
    const details = playground.page.locator('input[name="show-details"]');
    expect(await details.count()).toBe(0);
    await playground.select('structure', 'kd-tree');
    expect(await details.count()).toBe(1);
  });
});

describe('the axis of a sweep', () => {
  const sweep = `${still}&dim=2&structure=sort-and-sweep&show=items`;

  function overlapping(boxes: readonly number[], query: readonly number[], axis: number): number[] {
    const ids = Array.from({ length: boxes.length / 4 }, (_, id) => id);
    return ids.filter((id) => {
      const [low, high] = [boxes[4 * id + axis], boxes[4 * id + 2 + axis]];
      return low <= query[2 + axis] && high >= query[axis];
    });
  }

  test.each(sample([0, 1], (axis) => axis === 1))(
    'number %i shows the items that overlap the query on this axis',
    async (axis) => {
      const playground = await opened.page();
      await playground.open(`${sweep}&o.axis=${'xy'[axis]}`);
      expect((await playground.snapshot()).sides[0].sweep).toBeNull();
      await (await playground.control('input[name="show-details"]')).check();
      await playground.settle();
      const { query, sides } = await playground.snapshot();
      const expected = overlapping(await playground.boxes(), query.box, axis);
      expect(sides[0].sweep).toEqual({ axis, active: expected });
      expect(expected.length).toBeGreaterThan(sides[0].hits.length);
      const key = await playground.page.getByRole('list', { name: 'Colors' }).textContent();
      expect(key).toContain(`Overlap the query on ${'xy'[axis]}: ${expected.length}`);
    },
  );

  longTest('follows the query and the steps of its traversal', async () => {
    const playground = await opened.page();
    await playground.open(`${sweep},details&o.axis=x&step=0`);
    expect((await playground.snapshot()).sides[0].sweep?.active).toEqual([]);
    const sizes: number[] = [];
    for (let i = 0; i < 40; i++) {
      await playground.page.keyboard.press('.');
      await playground.settle();
      sizes.push((await playground.snapshot()).sides[0].sweep?.active.length ?? -1);
    }
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    const { query, sides } = await playground.snapshot();
    expect(sides[0].sweep?.active).toEqual(overlapping(await playground.boxes(), query.box, 0));
  });
});

const packed = [
  ['packed-r-tree', 2],
  ['packed-r-tree', 3],
  ['wide-tree', 2],
] as const;
test.each(sample(packed, (_, i) => i === 0))(
  'the line through the leaves of the %s in %iD has a piece between consecutive leaves',
  async (id, dim) => {
    const playground = await opened.page();
    const tree = `${still}&structure=${id}&dim=${dim}&show=hierarchy&q=none`;
    await playground.open(tree);
    const { levels } = await playground.snapshot();
    // counts the leaves, which are all on the deepest level
    await playground.open(`${tree}&levels=${levels - 1}-`);
    const leaves = (await playground.snapshot()).drawnNodes;
    await (await playground.control('input[name="show-details"]')).check();
    await playground.settle();
    expect(leaves).toBeGreaterThan(5);
    expect((await playground.snapshot()).sides[0].orderPieces).toBe(leaves - 1);
  },
);

describe('pairs that a grid of corners misses', () => {
  type Point = readonly number[];

  /**
   * Counts pairs of overlapping boxes, and those pairs for which no cell contains a corner of both
   * boxes.
   */
  function counted(flat: readonly number[], dim: number, side: number) {
    const count = flat.length / (2 * dim);
    const ends = Array.from({ length: count }, (_, id) => [
      flat.slice(2 * dim * id, 2 * dim * id + dim),
      flat.slice(2 * dim * id + dim, 2 * dim * (id + 1)),
    ]);
    const corners = (id: number) =>
      ends[id][0].reduce<Point[]>(
        (all, _, axis) => all.flatMap((one) => ends[id].map((end) => [...one, end[axis]])),
        [[]],
      );
    const cells = ends.map(
      (_, id) => new Set(corners(id).map((one) => one.map((v) => Math.floor(v / side)).join())),
    );
    let [all, lost] = [0, 0];
    for (let a = 0; a < count; a++) {
      for (let b = a + 1; b < count; b++) {
        const apart = ends[a][0].some(
          (_, axis) => ends[a][0][axis] > ends[b][1][axis] || ends[b][0][axis] > ends[a][1][axis],
        );
        if (apart) continue;
        all++;
        if (![...cells[a]].some((cell) => cells[b].has(cell))) lost++;
      }
    }
    return { all, lost };
  }

  const scenes = [
    ['random-large-boxes', 2, 20],
    ['large', 3, 2],
  ] as const;
  test.each(sample(scenes, (_, i) => i === 0))(
    'are counted in %s, %iD, with cells of size %i',
    async (scene, dim, side) => {
      const playground = await opened.page();
      const grid = `structure=spatial-hash&o.cellSize=${side}&dim=${dim}`;
      await playground.open(
        `v=1&scene=${scene}&n=200&motion=still&play=0&${grid}&show=items&q=none`,
      );
      expect((await playground.snapshot()).sides[0].lost).toBe(null);
      await (await playground.control('input[name="show-problems"]')).check();
      await playground.settle();
      const [{ lost }] = (await playground.snapshot()).sides;
      const right = counted(await playground.boxes(), dim, side);
      expect(lost).toMatchObject(right);
      expect(right.lost).toBeGreaterThan(0);
      const key = playground.page.getByRole('list', { name: 'Colors' });
      expect((await key.innerText()).replaceAll(',', '')).toContain(
        `${right.lost} of ${right.all} pairs`,
      );
    },
  );
});

describe('changes', () => {
  const moving = 'v=1&dim=2&scene=uniform&n=300&motion=jitter&play=0&structure=dynamic-tree';

  async function afterSteps(hash: string, steps: number): Promise<SideSnapshot> {
    const playground = await opened.page();
    await playground.open(hash);
    for (let i = 0; i < steps; i++) await playground.page.keyboard.press('.');
    await playground.settle();
    return (await playground.snapshot()).sides[0];
  }

  longTest('flash where items were reinserted, and are counted', async () => {
    const hash = `${moving}&policy=move&show=hierarchy,problems&q=none&o.prediction=0`;
    const loose = await afterSteps(`${hash}&o.margin=0.5`, 1);
    expect(loose).toMatchObject({ flashes: 0, replaced: 0 });
    const tight = await afterSteps(`${hash}&o.margin=0`, 1);
    expect(tight.replaced).toBeGreaterThan(200);
    expect(tight.flashes).toBe(tight.replaced);
  });

  longTest('are shown only if problems are shown', async () => {
    const side = await afterSteps(`${moving}&policy=move&show=hierarchy&q=none&o.margin=0`, 1);
    expect(side.flashes).toBe(0);
  });
});

longTest('refitting is chosen by its control, and reset for a structure without it', async () => {
  const playground = await opened.page();
  await playground.open(`v=1&scene=uniform&n=60&motion=drift&play=0&structure=static-tree`);
  await playground.check('policy', 'refit');
  expect((await playground.snapshot()).settings.policy).toBe('refit');
  await playground.select('structure', 'dynamic-tree');
  expect((await playground.snapshot()).settings.policy).toBe('update');
});
