/** Claims about dynamic, static, sphere and loose trees. */

import { milliseconds, percent, whole } from '../report/document';
import { CLAIMS, type Claim, EXPERIMENTS, FRAME } from './claim';
import { bytesOfABox, compare, cullFromAllOctants, measure, visitsByBalance } from './facts';

const GAUL = 'Gaul, *Dynamic AABB Tree*, 2013';
const NOTES = 'Notes on a commercial engine’s static AABB tree';
const BVH = '*BVH with split planes*, 30fps.net, 2024';
const LOOSE = '*Loose octrees for frustum culling*, 2011';

const ofDynamicTrees: readonly Claim[] = [
  {
    source: GAUL,
    text: '5,000 rigid bodies: the broad phase takes about 5 % of the simulation',
    verdict: 'reproduced',
    look: ({ timings: { rigidBodies } }) => {
      const { step, own, tree, share, awake, pairs } = rigidBodies;
      return {
        figure: `5,000 boxes and balls that fall into a bowl, ${whole(awake)} of them awake, ${whole(pairs)} pairs, by the physics engine Rapier: a step takes ${milliseconds(step)} ms, ${percent(own)} of them for its own broad phase. A dynamic tree in place of that takes ${milliseconds(tree)} ms for the same boxes and their begin/end pairs, ${percent(share)} of the step.`,
        holds: share > 0.025 && share < 0.1,
      };
    },
    command: CLAIMS,
  },
  {
    source: GAUL,
    text: 'testing all pairs stalls just over 100 bodies',
    verdict: 'refuted',
    look: ({ timings: { hundred } }) => ({
      figure: `4,950 tests take ${milliseconds(1000 * hundred)} µs, ${percent(hundred / FRAME)} of a frame.`,
      holds: hundred < 0.1,
    }),
    command: CLAIMS,
  },
  {
    source: GAUL,
    text: 'balancing the tree makes queries optimal',
    verdict: 'refuted',
    look: () => {
      const [never, height, area] = (['none', 'height', 'surface-area'] as const).map(
        visitsByBalance,
      );
      return {
        figure: `5,000 random boxes, nodes visited a query: ${whole(never)} without balancing, ${whole(height)} by height, ${whole(area)} by surface area.`,
        holds: height > never && area < never,
      };
    },
    command: CLAIMS,
  },
  {
    source: GAUL,
    text: 'an iterative query is faster than a recursive one',
    verdict: 'qualified',
    look: ({ timings: { nodes } }) => ({
      figure: `Box queries over the same binary tree of 20,000 boxes in plain JavaScript, time of the recursive form against the one with a stack: ${nodes.recursion.toFixed(2)} with nodes in typed arrays, ${nodes.recursionOfObjects.toFixed(2)} with nodes as objects. Ours never recurses because a deep tree must not end the stack.`,
      holds: nodes.recursion > 0.5 && nodes.recursion < 2,
    }),
    command: CLAIMS,
  },
  {
    source: GAUL,
    text: 'an array of nodes is faster than nodes of their own on the heap',
    verdict: 'reproduced',
    look: ({ timings: { nodes } }) => ({
      figure: `The same queries take ${nodes.objects.toFixed(2)} times as long with one object a node, allocated in random order, as with nodes in typed arrays.`,
      holds: nodes.objects > 1,
    }),
    command: CLAIMS,
  },
];

const ofStaticTrees: readonly Claim[] = [
  {
    source: NOTES,
    text: 'a build that is spread over frames leaves no spike',
    verdict: 'qualified',
    look: () => {
      const { limit, published, ours } = compare(5000, 'uniform', 100);
      const over = (work: readonly number[]) => Math.max(...work) / limit;
      return {
        figure: `As published the first call spends ${over(published).toFixed(1)} times its limit, because a node is never split across calls. Stopping inside a node keeps every call within it (${over(ours).toFixed(2)}).`,
        holds: over(published) > 7 && over(ours) <= 1,
      };
    },
    command: EXPERIMENTS,
  },
  {
    source: NOTES,
    text: 'nodes of 28 bytes instead of 40, four items a leaf, save memory',
    verdict: 'reproduced',
    look: () => {
      const [lean, usual] = ['static-tree', 'dynamic-tree'].map(bytesOfABox);
      return {
        figure: `Bytes a box of 10,000 boxes, all that the index holds: ${whole(lean)} in static-tree, ${whole(usual)} in dynamic-tree, which has a leaf for every box.`,
        holds: lean < usual,
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
    look: ({ timings }) => {
      const same = cullFromAllOctants().every(({ visits }) => visits[0] === visits[1]);
      return {
        figure: `It visits no node more, but culling takes ${timings.orderedOverUnordered.toFixed(2)} times as long as without order.`,
        holds: same && timings.orderedOverUnordered < 3,
      };
    },
    command: CLAIMS,
  },
  {
    source: BVH,
    text: 'a camera in the positive corner loses the adjacency of left children',
    verdict: 'reproduced',
    look: () => {
      const shares = cullFromAllOctants().map(({ adjacentSteps, steps }) => adjacentSteps / steps);
      return {
        figure: `${percent(shares[0])} of the steps go to the next node in memory from the corner of all minima, ${percent(shares[7])} from the opposite one.`,
        holds: shares[7] < shares[0],
      };
    },
    command: EXPERIMENTS,
  },
];

const ofLooseOctrees: readonly Claim[] = [
  {
    source: LOOSE,
    text: 'loose cells have no hot spots',
    verdict: 'reproduced',
    look: () => {
      const shallow = ({ depths }: { depths: readonly number[] }) =>
        (depths[0] + (depths[1] ?? 0) + (depths[2] ?? 0)) / 5000;
      const strict = shallow(measure(3, {}));
      const loose = shallow(measure(3, { looseness: 2 }));
      return {
        figure: `${percent(strict)} of all items sit in the first three levels of the strict octree, ${percent(loose)} of the loose one.`,
        holds: strict > 0.2 && loose === 0,
      };
    },
    command: EXPERIMENTS,
  },
  {
    source: LOOSE,
    text: 'loose cells take fewer tests',
    verdict: 'qualified',
    look: () => {
      const tests = (k?: number) => {
        const { boxes } = measure(3, k === undefined ? {} : { looseness: k });
        return boxes.nodes + boxes.items;
      };
      const strict = tests();
      return {
        figure: `Tests a box query against strict cells: ${percent(tests(1.25) / strict)} with k = 1.25, ${percent(tests(2) / strict)} with k = 2, the value that is recommended.`,
        holds: tests(1.25) < 0.8 * strict && tests(1.25) < tests(2),
      };
    },
    command: EXPERIMENTS,
  },
  {
    source: LOOSE,
    text: 'loose cells take items faster, one comparison a level',
    verdict: 'qualified',
    look: ({ timings: { insertions } }) => ({
      figure: `Time of 20,000 single inserts against the strict octree: ${insertions.looseOverStrict.toFixed(2)}. The level follows from the size of the box, but neither tree walks far.`,
      holds: insertions.looseOverStrict > 0.6 && insertions.looseOverStrict < 1.3,
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
