/** Explanation why a structure is fastest for a task. */

import type { Contender } from './measured.js';
import type { Question, Task } from './question.js';

/** How each structure saves work. */
const methods: Readonly<Record<string, string>> = {
  'brute-force': 'For so few boxes, testing four at a time costs less than maintaining nodes.',
  'sweep-and-prune':
    'It sorts the boxes along an axis in columns and tests each with 32 neighbors at a time',
  'wide-tree': 'It tests the four boxes of a node at once, and skips whole branches',
  'hash-grid': 'It computes the cells of a box instead of searching them',
  'sort-and-sweep':
    'Its sorted list is nearly in order from frame to frame, and a repair costs little.',
  'packed-r-tree': 'Its nodes are full and contiguous in memory, so few of them are read',
  'kd-tree': 'It halves the boxes at the median, which is the cheapest build of a tree',
  'static-tree': 'Its build splits the boxes where queries enter few nodes',
  'dynamic-tree': 'The margins of its boxes leave most of them in place when they move',
};

const outcomes: Readonly<Record<Task, string>> = {
  collisions: 'finds the overlapping pairs',
  neighbors: 'finds the nearest boxes',
  camera: 'finds the boxes in view',
  rays: 'finds the closest hit',
  ranges: 'finds the boxes in a small region',
};

const follow = {
  rebuild: 'A rebuild is faster here than an update.',
  refit: 'When boxes move, it keeps its nodes and only recomputes their bounds.',
  incremental: 'Only the boxes that moved are passed to it.',
} as const;

/** Does not mention times, which are in the table. */
export function reasonFor({ task, share }: Question, { following, structure }: Contender): string {
  const method = methods[structure];
  const update = share > 0 ? follow[following] : '';
  if (!method) return `It ${outcomes[task]} in the least measured time. ${update}`.trim();
  const sentence = method.endsWith('.')
    ? method
    : `${method}, so it ${outcomes[task]} with few tests.`;
  return `${sentence} ${update}`.trim();
}
