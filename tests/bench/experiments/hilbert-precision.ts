/**
 * Precision of Hilbert keys: the minimum number of bits per axis with which queries of a packed
 * tree need no more work than with 16 bits.
 */

import { boxesFrom, packLevels, publishedBits, treePairs } from 'published';
import { type PublishedName, publishedNames, publishedScene } from 'scenes';
import { onceEach } from '../node/once';
import { change, percent, type Table, whole } from '../report/document';
import type { Experiment, Findings } from './experiment';

const N = 2000;
const K = 8;
const sizes = [500, N, 8000];
export const precisions = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, publishedBits];

interface Parameters {
  readonly scene: PublishedName;
  readonly bits: number;
  readonly n?: number;
}

/**
 * Returns the number of nodes visited plus items compared by box queries with the boxes of all
 * items.
 */
export const workOfPrecision = onceEach(({ scene, bits, n = N }: Parameters): number => {
  const boxes = boxesFrom(publishedScene(scene, n, 0));
  const [root] = packLevels(boxes, { packing: 'curve-hilbert', k: K, bits }).at(-1)!;
  const { visits, candidates } = treePairs(boxes, root, 'nodes');
  return visits + candidates;
});

export const relativeWork = (scene: PublishedName, bits: number) =>
  workOfPrecision({ scene, bits }) / workOfPrecision({ scene, bits: publishedBits });

/**
 * Returns the minimum number of bits from which every scene needs at most `factor` times the work
 * of 16 bits.
 */
export function enoughBits(factor: number): number {
  const isEnough = (bits: number) =>
    publishedNames.every((scene) => relativeWork(scene, bits) <= factor);
  return precisions.find((_, i) => precisions.slice(i).every(isEnough))!;
}

/**
 * Returns the minimum number of bits, at least 3, with at most `factor` times the work of 16 bits,
 * for the scene Random with n boxes.
 */
export function enoughBitsFor(n: number, factor: number): number {
  const work = (bits: number) => workOfPrecision({ scene: 'Random', bits, n });
  const base = work(publishedBits);
  // fewer than 3 bits are never enough, and their queries take long
  return precisions.find((bits) => bits >= 3 && work(bits) <= factor * base)!;
}

function tableOf(): Table {
  const base = (scene: PublishedName) => workOfPrecision({ scene, bits: publishedBits });
  return {
    caption: `Nodes visited + items compared by ${whole(N)} box queries, and change from ${publishedBits} bits:`,
    header: ['bits for each axis', 'cells', ...publishedNames],
    rows: precisions.map((bits) => [
      bits,
      whole(4 ** bits),
      ...publishedNames.map((scene) => {
        const work = workOfPrecision({ scene, bits });
        return bits === publishedBits
          ? whole(work)
          : `${whole(work)} (${change(work, base(scene))})`;
      }),
    ]),
  };
}

function conclusions(): string[] {
  const enough = enoughBits(1.02);
  const fewer = precisions[precisions.indexOf(enough) - 1];
  const worst = Math.max(...publishedNames.map((scene) => relativeWork(scene, fewer)));
  const needed = sizes.map((n) => `${enoughBitsFor(n, 1.02)} bits for ${whole(n)} boxes`);
  return [
    `With ${enough} or more bits for each axis (${whole(4 ** enough)} cells for ${whole(N)} boxes), the work is within 2 % of the work with ${publishedBits} bits in every scene. ${fewer} bits need up to ${percent(worst - 1)} more.`,
    `With few cells many boxes have the same key and stay in the order of the input. In Random 1 bit needs ${relativeWork('Random', 1).toFixed(1)} times the work of ${publishedBits} bits. In XLine and YLine it needs only ${relativeWork('XLine', 1).toFixed(2)} and ${relativeWork('YLine', 1).toFixed(2)} times the work, because the input is sorted along the line.`,
    `More boxes need more bits: in Random ${needed.join(', ')}. Each additional bit quadruples the number of cells, so ${publishedBits} bits are enough for many more boxes if they are evenly distributed.`,
  ];
}

export const hilbertPrecision: Experiment = {
  id: 'hilbert-precision',
  title: 'Precision of Hilbert keys',
  question: `The key of a box is the position of its center along a Hilbert curve over 2^b × 2^b cells. A publication uses ${publishedBits} bits for each axis, as \`PackedRTree\` does in 2D, and gives no reason. How many bits does the tree need? Scenes of the publication, ${whole(N)} boxes, ${K} in a node, every box queried, in plain TypeScript (\`web/published\`).`,
  run: (): Findings => ({ tables: [tableOf()], conclusions: conclusions() }),
};
