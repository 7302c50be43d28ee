/** Descriptions of traversal steps. */

import { WalkStep } from 'sapwood/all';
import { NO_NODE, type Trace } from '../../session/trace.js';

function plural(amount: number, word: string): string {
  const ending = { child: 'ren', box: 'es' }[word] ?? 's';
  return `${amount} ${word}${amount === 1 ? '' : ending}`;
}

/** Describes a step that does not refer to a node of the hierarchy, such as an empty child. */
function describeUnseen({ kinds, amounts, walked }: Trace, step: number, visit: number): string {
  if (kinds[step] === WalkStep.Compared) return `${plural(amounts[step], 'empty slot')} tested`;
  if (walked.index.id !== 'hash-grid') return `visit ${visit}: an empty child`;
  const what = kinds[step] === WalkStep.Missed ? 'missed' : 'split in half';
  return `visit ${visit}: a block of cells, ${what}`;
}

function describeCompared({ amounts, hitCounts, nodes, walked }: Trace, step: number): string {
  const node = nodes[step];
  const found = hitCounts[step] - (step > 0 ? hitCounts[step - 1] : 0);
  const hits = plural(found, 'hit');
  const amount = amounts[step];
  return amount > walked.links.dump.itemCount[node]
    ? `${plural(amount, 'slot')} of leaf ${node} tested, including empty slots, ${hits}`
    : `${plural(amount, 'box')} of node ${node} tested, ${hits}`;
}

/** Describes a step. `visit` is the number of visits up to and including this step. */
export function describeStep(trace: Trace, step: number, visit: number): string {
  const { kind, links } = trace.walked;
  const node = trace.nodes[step];
  if (node === NO_NODE) return describeUnseen(trace, step, visit);
  const boxes = plural(links.dump.itemCount[node], 'box');
  switch (trace.kinds[step]) {
    case WalkStep.Missed: {
      const why = kind === 'nearest' ? 'too far away' : 'missed';
      return `visit ${visit}: node ${node}, ${why}`;
    }
    case WalkStep.Entered: {
      const children = links.childCount[node];
      return children > 0
        ? `visit ${visit}: node ${node}, entered, ${plural(children, 'child')}`
        : `visit ${visit}: leaf ${node}, entered, ${boxes}`;
    }
    case WalkStep.Covered:
      return `visit ${visit}: node ${node}, inside the query`;
    case WalkStep.Below:
      return `visit ${visit}: node ${node}, below a node inside the query, not tested`;
    case WalkStep.Next:
      return `leaf ${node}, the next one in memory`;
    case WalkStep.Compared:
      return describeCompared(trace, step);
    case WalkStep.Dropped:
      return `node ${node} is dropped: now too far away`;
    default:
      return `${boxes} of node ${node} accepted without a test`;
  }
}
