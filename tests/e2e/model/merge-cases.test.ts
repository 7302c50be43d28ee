/** Drawings of merges and of build memory: what they show is what the library does. */

import { StaticTree } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { SLAB, slabsOf, slabUse } from '../../../web/playground/src/features/lab/build-slabs.js';
import {
  boxAt,
  contains,
  mergeCases,
  mergedAs,
} from '../../../web/playground/src/features/lab/merge-cases.js';
import { prepare, withScene } from './scene.js';

beforeAll(prepare);

test.each(mergeCases)('[PX13] a tile that is merged %s becomes the sibling of a copy', (which) => {
  const { added, before, boxes, copy, nodes, target, tile } = mergedAs(which);
  const boxOf = (node: number) => boxAt(nodes.bounds, node);
  const [root] = tile;
  expect([nodes.parent[root], nodes.parent[copy]]).toEqual([target, target]);
  expect(contains(boxOf(target), boxOf(root))).toBe(true);
  expect(contains(boxOf(target), boxOf(copy))).toBe(true);
  expect(added).toBe(tile.length + 1);
  expect(nodes.count).toBe(before + added);
  expect(nodes.items.length).toBe(boxes.length / 4);
});

test('[PX14, PX15] a merge into a leaf moves no node, below the root it moves all others', () => {
  const [leaf, branch, outside] = mergeCases.map(mergedAs);
  expect(leaf.nodes.itemCount[leaf.copy]).toBeGreaterThan(0);
  expect(leaf.shifted).toBe(0);
  expect(branch.nodes.itemCount[branch.copy]).toBe(0);
  expect(branch.nodes.parent[branch.target]).toBeGreaterThanOrEqual(0);
  expect(branch.shifted).toBeGreaterThan(0);
  expect(branch.shifted).toBeLessThan(branch.before - 1);
  expect(outside.target).toBe(0);
  expect(outside.shifted).toBe(outside.before - 1);
  // only this merge makes the root larger
  const isLarger = ({ copy, nodes }: typeof outside) =>
    !contains(boxAt(nodes.bounds, copy), boxAt(nodes.bounds, 0));
  expect(isLarger(outside)).toBe(true);
});

const NODE_BYTES = { 2: 28, 3: 36 } as const;

/** Bytes when a build begins, and the number of slabs that its steps allocate. */
function measuredBuild(boxes: Float32Array, dimensions: 2 | 3, leafLimit: number) {
  const tree = new StaticTree({ dimensions, leafLimit });
  tree.beginBuild(boxes);
  const bytesAtFirst = tree.byteLength;
  let later = 0;
  let bytes = bytesAtFirst;
  while (!tree.stepBuild(100).done) {
    // the finished tree is allocated in a later step, and has a different size
    if (tree.byteLength - bytes === SLAB * NODE_BYTES[dimensions]) later++;
    bytes = tree.byteLength;
  }
  tree.dispose();
  return { bytesAtFirst, later };
}

test.each([2, 3] as const)(
  '[PX3] slabs in %iD have the sizes that a build allocates',
  async (dim) => {
    await withScene(`v=1&scene=uniform&n=3000&dim=${dim}&play=0`, ({ session }) => {
      const boxes = session.boxes.slice();
      const [one, four] = [1, 4].map((limit) => measuredBuild(boxes, dim, limit));
      const uses = [1, 4].map((limit) => slabUse(boxes, dim, limit));
      const [firstOfOne, firstOfFour] = uses.map(({ slabs }) => slabs[0].slots);
      expect(one.bytesAtFirst - four.bytesAtFirst).toBe(
        (firstOfOne - firstOfFour) * NODE_BYTES[dim],
      );
      expect(uses.map(({ slabs }) => slabs.length - 1)).toEqual([one.later, four.later]);
      for (const { nodes, slabs, unused } of uses) {
        const sum = (of: 'slots' | 'used') => slabs.reduce((total, slab) => total + slab[of], 0);
        expect(sum('used')).toBe(nodes);
        expect(sum('slots') - sum('used')).toBe(unused);
      }
    });
  },
);

test('the first slab is full size for few boxes, and a part of it for many', () => {
  expect(slabsOf(512, 4, 351)).toEqual([1023]);
  expect(slabsOf(600, 4, 411)).toEqual([299, SLAB]);
  // an even first slab leaves one slot unused: pairs stay together
  expect(slabsOf(602, 4, 301)).toEqual([300, SLAB]);
});
