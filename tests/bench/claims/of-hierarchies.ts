/** Claims about dynamic, static, sphere and loose trees. */

import { milliseconds, percent, whole } from '../report/document';
import { CLAIMS, type Claim, EXPERIMENTS, FRAME } from './claim';
import {
  bytesOfABox,
  compare,
  cullFromAllOctants,
  measure,
  overdrawOf,
  visitsByBalance,
} from './facts';

const GAUL = 'Gaul, *Dynamic AABB Tree*, 2013';
const NOTES = 'Notes on a commercial engine’s static AABB tree';
const BVH = '*BVH with split planes*, 30fps.net, 2024';
const LOOSE = '*Loose octrees for frustum culling*, 2011';

const ofDynamicTrees: readonly Claim[] = [
  {
    source: GAUL,
    text: '5,000 rigid bodies: the broad phase takes about 5 % of the simulation',
    verdict: 'reproduced',
    evaluate: ({ timings: { rigidBodies } }) => {
      const { step, own, tree, share, awake, pairs } = rigidBodies;
      return {
        figure: `Measured with the physics engine Rapier: 5,000 boxes and balls fall into a bowl, ${whole(awake)} of them awake, with ${whole(pairs)} pairs. A step takes ${milliseconds(step)} ms, of which its broad phase takes ${percent(own)}. A dynamic tree instead takes ${milliseconds(tree)} ms for the same boxes and their begin and end events, ${percent(share)} of the step.`,
        supportsVerdict: share > 0.025 && share < 0.1,
      };
    },
    command: CLAIMS,
  },
  {
    source: GAUL,
    text: 'testing all pairs becomes too slow just over 100 bodies',
    verdict: 'refuted',
    evaluate: ({ timings: { hundred } }) => ({
      figure: `4,950 tests take ${milliseconds(1000 * hundred)} µs, ${percent(hundred / FRAME)} of a frame.`,
      supportsVerdict: hundred < 0.1,
    }),
    command: CLAIMS,
  },
  {
    source: GAUL,
    text: 'balancing the tree makes queries optimal',
    verdict: 'refuted',
    evaluate: () => {
      const [never, height, area] = (['none', 'height', 'surface-area'] as const).map(
        visitsByBalance,
      );
      return {
        figure: `Nodes visited by a query of 5,000 random boxes: ${whole(never)} without balancing, ${whole(height)} balanced by height, ${whole(area)} balanced by surface area.`,
        supportsVerdict: height > never && area < never,
      };
    },
    command: CLAIMS,
  },
  {
    source: GAUL,
    text: 'an iterative query is faster than a recursive one',
    verdict: 'qualified',
    evaluate: ({ timings: { nodes } }) => ({
      figure: `Recursive box queries of a binary tree of 20,000 boxes in plain JavaScript take ${nodes.recursion.toFixed(2)} times as long as iterative ones with nodes in typed arrays, and ${nodes.recursionOfObjects.toFixed(2)} times with nodes as objects. Sapwood uses no recursion, because a deep tree must not overflow the stack.`,
      supportsVerdict: nodes.recursion > 0.5 && nodes.recursion < 2,
    }),
    command: CLAIMS,
  },
  {
    source: GAUL,
    text: 'nodes in an array are faster than nodes allocated separately on the heap',
    verdict: 'reproduced',
    evaluate: ({ timings: { nodes } }) => ({
      figure: `With one object for each node, allocated in random order, the same queries take ${nodes.objects.toFixed(2)} times as long as with nodes in typed arrays.`,
      supportsVerdict: nodes.objects > 1,
    }),
    command: CLAIMS,
  },
];

const ofStaticTrees: readonly Claim[] = [
  {
    source: NOTES,
    text: 'a build that is spread over frames causes no spike',
    verdict: 'qualified',
    evaluate: () => {
      const { limit, published, ours } = compare(5000, 'uniform', 100);
      const over = (work: readonly number[]) => Math.max(...work) / limit;
      return {
        figure: `As published, the first call does ${over(published).toFixed(1)} times its limit of work, because a node is never split across calls. When a call may stop inside a node, no call exceeds its limit (${over(ours).toFixed(2)} at most).`,
        supportsVerdict: over(published) > 7 && over(ours) <= 1,
      };
    },
    command: EXPERIMENTS,
  },
  {
    source: NOTES,
    text: 'nodes of 28 bytes instead of 40, with four items per leaf, save memory',
    verdict: 'reproduced',
    evaluate: () => {
      const [lean, usual] = ['static-tree', 'dynamic-tree'].map(bytesOfABox);
      return {
        figure: `An index of 10,000 boxes has ${whole(lean)} bytes per box in static-tree and ${whole(usual)} in dynamic-tree, which has a leaf for every box, nodes of 32 bytes, and the fat boxes by id.`,
        supportsVerdict: lean < usual,
      };
    },
    command: CLAIMS,
  },
];

const ofSphereTrees: readonly Claim[] = [
  {
    source: BVH,
    text: 'front-to-back order by split planes is pretty much free',
    verdict: 'qualified',
    evaluate: ({ timings }) => {
      const same = cullFromAllOctants().every(({ visits }) => visits[0] === visits[1]);
      return {
        figure: `It visits no additional nodes, but culling takes ${timings.orderedOverUnordered.toFixed(2)} times as long as without order.`,
        supportsVerdict: same && timings.orderedOverUnordered < 3,
      };
    },
    command: CLAIMS,
  },
  {
    source: BVH,
    text: 'drawing in the order of split planes saves shading, because of early Z',
    verdict: 'reproduced',
    evaluate: () => {
      const [scene, planes, sorted] = (['scene', 'split-planes', 'front-to-back'] as const).map(
        overdrawOf,
      );
      return {
        figure: `With a depth buffer a covered pixel is shaded ${scene.toFixed(2)} times in the order of the scene, ${planes.toFixed(2)} times in the order of split planes and ${sorted.toFixed(2)} times in sorted order.`,
        supportsVerdict: planes < 0.75 * scene && planes < 1.05 * sorted,
      };
    },
    command: EXPERIMENTS,
  },
  {
    source: BVH,
    text: 'a camera in the positive corner loses the adjacency of left children',
    verdict: 'reproduced',
    evaluate: () => {
      const shares = cullFromAllOctants().map(({ adjacentSteps, steps }) => adjacentSteps / steps);
      return {
        figure: `From the corner of all minima ${percent(shares[0])} of the steps go to the next node in memory, from the opposite corner ${percent(shares[7])}.`,
        supportsVerdict: shares[7] < shares[0],
      };
    },
    command: EXPERIMENTS,
  },
  {
    source: BVH,
    text: 'the lost adjacency of left children is irrelevant if a node fills a cache line',
    verdict: 'refuted',
    evaluate: ({ timings: { nodeSizes } }) => {
      const of = (bytes: number) =>
        nodeSizes.find((one) => one.bytes === bytes && one.items === 20_000)!;
      const [compact, line] = [of(20), of(64)];
      return {
        figure: `With 20,000 items and nodes of 64 bytes, a node visited from the corner of all maxima takes ${line.oppositeCorners.toFixed(2)} times as long as from that of all minima; with nodes of 20 bytes it takes ${compact.oppositeCorners.toFixed(2)} times as long. Culling with nodes of 64 bytes takes ${line.overSmallest.toFixed(2)} times as long as with 20 bytes.`,
        supportsVerdict:
          line.oppositeCorners > compact.oppositeCorners &&
          nodeSizes.every(({ bytes, overSmallest }) => bytes === 20 || overSmallest > 1),
      };
    },
    command: CLAIMS,
  },
];

const ofLooseOctrees: readonly Claim[] = [
  {
    source: LOOSE,
    text: 'loose cells have no hot spots',
    verdict: 'reproduced',
    evaluate: () => {
      const shallow = ({ depths }: { depths: readonly number[] }) =>
        (depths[0] + (depths[1] ?? 0) + (depths[2] ?? 0)) / 5000;
      const strict = shallow(measure(3, {}));
      const loose = shallow(measure(3, { looseness: 2 }));
      return {
        figure: `${percent(strict)} of all items are in the first three levels of the strict octree, and ${percent(loose)} in those of the loose one.`,
        supportsVerdict: strict > 0.2 && loose === 0,
      };
    },
    command: EXPERIMENTS,
  },
  {
    source: LOOSE,
    text: 'loose cells need fewer tests',
    verdict: 'qualified',
    evaluate: () => {
      const tests = (k?: number) => {
        const { boxes } = measure(3, k === undefined ? {} : { looseness: k });
        return boxes.nodes + boxes.items;
      };
      const strict = tests();
      return {
        figure: `Compared with strict cells a box query needs ${percent(tests(1.25) / strict)} of the tests with k = 1.25, and ${percent(tests(2) / strict)} with k = 2, the recommended value.`,
        supportsVerdict: tests(1.25) < 0.8 * strict && tests(1.25) < tests(2),
      };
    },
    command: EXPERIMENTS,
  },
  {
    source: LOOSE,
    text: 'inserting into loose cells is faster, with one comparison a level',
    verdict: 'qualified',
    evaluate: ({ timings: { insertions } }) => ({
      figure: `20,000 single inserts take ${insertions.looseOverStrict.toFixed(2)} times as long as in the strict octree. The level follows from the size of the box, but both trees descend only a few levels.`,
      supportsVerdict: insertions.looseOverStrict > 0.6 && insertions.looseOverStrict < 1.3,
    }),
    command: CLAIMS,
  },
];

export const ofHierarchies: readonly Claim[] = [
  ...ofDynamicTrees,
  ...ofStaticTrees,
  ...ofSphereTrees,
  ...ofLooseOctrees,
];
