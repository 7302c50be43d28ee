/**
 * Counts that describe the order in which a camera query returns items, compared with independent
 * computations.
 */

import { SphereTree, StaticTree } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import {
  adjacentShare,
  cornerOrders,
  cullOrder,
  inversionShare,
  isCulling,
} from '../../../web/playground/src/features/order/cull-order.js';
import { prepare, type Scene, withScene } from './scene.js';

beforeAll(prepare);

const address = 'v=1&scene=uniform&n=500&play=0&structure=sphere-tree&q=frustum';

/**
 * Returns the squared distances from the eye to the boxes of visible items, in the order of the
 * traversal.
 */
function distances({ session }: Scene): number[] {
  const { boxes, main, shape } = session;
  const { eye, planes } = shape.frustum ?? {
    eye: new Float32Array(3),
    planes: new Float32Array(0),
  };
  const { ids } = (main.index as SphereTree).cullReport(planes, eye);
  return [...ids].map((id) =>
    eye.reduce((sum, at, axis) => {
      const gap = Math.max(boxes[6 * id + axis] - at, at - boxes[6 * id + 3 + axis], 0);
      return sum + gap * gap;
    }, 0),
  );
}

test('[SB6] inversions are the pairs in which the farther box precedes', async () => {
  await withScene(address, (scene) => {
    const { main, shape } = scene.session;
    if (!isCulling(main.index) || !shape.frustum) throw new Error('no walk');
    const order = cullOrder(main.index, shape.frustum);
    const found = distances(scene);
    let inverted = 0;
    for (let i = 0; i < found.length; i++) {
      for (let j = i + 1; j < found.length; j++) if (found[j] < found[i]) inverted++;
    }
    expect(order.visible).toBe(scene.hits.length);
    expect(order.inversions).toBe(inverted);
    expect(inversionShare(order)).toBeLessThan(0.3);
    // each visited node except the first counts as one step, and a tree of 500 items has at most
    // 999 nodes
    expect(order.steps).toBeLessThan(2 * 500 - 1);
    expect(order.adjacentSteps).toBeLessThanOrEqual(order.steps);
  });
});

test('[SB6] the share of adjacent steps depends on the corner of the eye', async () => {
  await withScene(address, ({ session }) => {
    const { index } = session.main;
    if (!isCulling(index)) throw new Error('no walk');
    const corners = new Map(
      cornerOrders(index, session.source.sceneBounds).map(({ corner, order }) => [corner, order]),
    );
    expect(corners.size).toBe(8);
    for (const { visible } of corners.values()) expect(visible).toBe(500);
    const shares = [...corners.values()].map(adjacentShare);
    expect(corners.get('− − −') && adjacentShare(corners.get('− − −')!)).toBe(Math.max(...shares));
    expect(corners.get('+ + +') && adjacentShare(corners.get('+ + +')!)).toBe(Math.min(...shares));
    expect(Math.max(...shares)).toBeGreaterThan(0.9);
    expect(Math.min(...shares)).toBeLessThan(0.1);
  });
});

test('trees without split planes have no culling order', () => {
  using boxes = new StaticTree({ dimensions: 3 });
  using circles = new SphereTree({ dimensions: 2 });
  expect([boxes, circles].map(isCulling)).toEqual([false, false]);
});
