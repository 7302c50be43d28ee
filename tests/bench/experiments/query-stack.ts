/** Memory of a running query: active calls of a recursion, or waiting nodes on a stack. */

import { binaryTree, TreeQuery } from 'published';
import { DynamicTree } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { once } from '../node/once';
import { type Table, whole } from '../report/document';
import type { Experiment, Findings } from './experiment';
import { boxAround } from './queries';

/**
 * Minimum bytes of one call of a recursive box query: return address, saved registers, tree, box
 * and callback. GCC 12 reports 48 for x86-64 with `-fstack-usage`, for each of -O1, -O2 and -Os.
 */
export const FRAME_BYTES = 48;
/** Bytes of a stack entry, which is the index of a node. */
const NODE_BYTES = 4;
/**
 * Number of nodes that `TraversalStack` of the core stores without allocation. If the tree is
 * higher, it allocates one stack entry per level.
 */
export const INLINE_NODES = 96;
const QUERIES = 200;

interface Form {
  readonly name: string;
  readonly count: number;
  readonly balance: 'none' | 'surface-area';
  /** Boxes in the order in which they are inserted. */
  readonly boxes: () => readonly Float32Array[];
}

function scattered(count: number): Float32Array[] {
  const random = new Mulberry32(81);
  const half = 0.25 / Math.cbrt(count);
  return Array.from({ length: count }, () =>
    boxAround([random.unit(), random.unit(), random.unit()], half),
  );
}

const line = (count: number) =>
  Array.from({ length: count }, (_, i) => boxAround([(i + 0.5) / count, 0.5, 0.5], 0.25 / count));

const scattering = [100, 1000, 10_000, 100_000].map((count): Form => {
  return { name: 'at random', count, balance: 'surface-area', boxes: () => scattered(count) };
});

const forms: readonly Form[] = [
  ...scattering,
  { name: 'sorted along a line', count: 5000, balance: 'surface-area', boxes: () => line(5000) },
  {
    name: 'sorted along a line, not balanced',
    count: 5000,
    balance: 'none',
    boxes: () => line(5000),
  },
];

export interface StackUse {
  readonly form: Pick<Form, 'name' | 'count'>;
  readonly height: number;
  /**
   * Maximum over all queries: active calls of the recursive query, and nodes that wait on the stack
   * of the iterative query.
   */
  readonly calls: number;
  readonly waiting: number;
}

function measureForm(form: Form): StackUse {
  const index = new DynamicTree({ margin: 0, prediction: 0, balance: form.balance });
  try {
    for (const box of form.boxes()) index.insert(box);
    const tree = binaryTree(index.nodes(), 3);
    const random = new Mulberry32(82);
    let [calls, waiting] = [0, 0];
    for (let i = 0; i < QUERIES; i++) {
      const center = [random.unit(), random.unit(), random.unit()];
      // the first query finds all items
      const box = boxAround(i === 0 ? [0.5, 0.5, 0.5] : center, i === 0 ? 1 : 0.1);
      const query = new TreeQuery(tree, box, () => true);
      query.byRecursion();
      query.withStack();
      calls = Math.max(calls, query.mostCalls);
      waiting = Math.max(waiting, query.mostWaiting);
    }
    return { form, height: index.stats().height!, calls, waiting };
  } finally {
    index.dispose();
  }
}

export const measureStacks = once(() => forms.map(measureForm));

export function reservedBytes(height: number): number {
  const inline = INLINE_NODES * NODE_BYTES;
  return height > INLINE_NODES ? inline + height * NODE_BYTES : inline;
}

const recursionBytes = ({ calls }: StackUse) => calls * FRAME_BYTES;

function table(): Table {
  return {
    caption: `Maximum over ${QUERIES} box queries, one of which finds all items:`,
    header: [
      'items',
      'n',
      'height',
      'active calls',
      'bytes of calls',
      'waiting nodes',
      'bytes of nodes',
      'bytes reserved by Sapwood',
    ],
    rows: measureStacks().map((use) => [
      use.form.name,
      whole(use.form.count),
      whole(use.height),
      whole(use.calls),
      whole(recursionBytes(use)),
      whole(use.waiting),
      whole(NODE_BYTES * use.waiting),
      whole(reservedBytes(use.height)),
    ]),
  };
}

function conclusions(): string[] {
  const uses = measureStacks();
  const balanced = uses.slice(0, -1);
  const ratios = balanced.map((use) => recursionBytes(use) / (NODE_BYTES * use.waiting));
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  const largest = uses.find(({ form }) => form.count === 100_000)!;
  const chain = uses[uses.length - 1];
  return [
    `A recursion has one active call for each level of the tree. Fewer nodes wait on a stack. In the balanced trees the calls take ${low.toFixed(0)} to ${high.toFixed(0)} times the bytes of the nodes, because a call stores ${FRAME_BYTES} bytes and an entry ${NODE_BYTES}.`,
    `Both are small in a balanced tree: for 100,000 items ${whole(recursionBytes(largest))} bytes of calls, or ${whole(NODE_BYTES * largest.waiting)} bytes of nodes. Sapwood reserves ${whole(reservedBytes(largest.height))} bytes on the stack of the call and allocates nothing.`,
    `The bytes of a recursion grow with the height: ${whole(recursionBytes(chain))} bytes for a height of ${whole(chain.height)}, in a tree that is not balanced. A recursion of this depth overflows a smaller stack. Sapwood reserves ${whole(reservedBytes(chain.height))} bytes, most of them on the heap, and reports a failed allocation as an error.`,
  ];
}

export const queryStack: Experiment = {
  id: 'query-stack',
  title: 'Memory of recursive and iterative queries',
  question: `A publication on dynamic trees replaces the recursive query by a loop with a stack. What does a query store while it runs? Both forms traverse the nodes of the same \`DynamicTree\` in plain TypeScript (\`web/published\`), and count active calls and waiting nodes. A call is counted with ${FRAME_BYTES} bytes, which GCC reports for a recursive box query in C++ (x86-64, \`-O2\`); a waiting node takes ${NODE_BYTES} bytes.`,
  run: (): Findings => ({ tables: [table()], conclusions: conclusions() }),
};
