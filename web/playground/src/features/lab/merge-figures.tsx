/** Drawings of the places at which a tile is merged into a static tree. */

import { useMemo } from 'preact/hooks';
import {
  type Box,
  boxAt,
  type MergeCase,
  type Merged,
  mergeCases,
  mergedAs,
} from './merge-cases.js';

const words: Readonly<Record<MergeCase, { title: string; sentence: string }>> = {
  leaf: {
    title: 'Inside a leaf',
    sentence: 'The leaf becomes a branch. The new nodes are appended, and no other node moves.',
  },
  branch: {
    title: 'Inside a branch',
    sentence:
      'The tile fits into this node, but into none of its children. The new nodes are inserted before its children, and all nodes after that place move.',
  },
  outside: {
    title: 'Outside the root',
    sentence:
      'No node contains the tile, so the root grows. The new nodes are inserted after it, and all other nodes move.',
  },
};

/** Width of a picture; its height follows from the boxes. */
const WIDTH = 300;
const EDGE = 4;

export function MergeFigures() {
  const merges = useMemo(() => mergeCases.map((id) => ({ id, merged: mergedAs(id) })), []);
  return (
    <>
      <p class="hint">
        The tile becomes a child of the smallest node that contains it. That node gets two new
        children: a copy of itself with its old content, and the root of the tile. The thick outline
        is that node, the dashed outline is the copy. The row of squares is the array of nodes after
        the merge: <span class="lab-key lab-stays" /> unchanged, <span class="lab-key lab-adds" />{' '}
        new, <span class="lab-key lab-moves" /> moved.
      </p>
      <ul class="lab-merges">
        {merges.map(({ id, merged }) => (
          <li key={id} data-merge-case={id}>
            <h4>{words[id].title}</h4>
            <Picture merged={merged} label={words[id].title} />
            <NodeRow merged={merged} />
            <p>
              <b data-number={`${id}-added`}>{merged.added}</b> new nodes,{' '}
              <b data-number={`${id}-shifted`}>{merged.shifted}</b> of {merged.before} nodes moved
            </p>
            <p class="hint">{words[id].sentence}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Picture({ label, merged }: { label: string; merged: Merged }) {
  const { base, boxes, copy, nodes, target, tile } = merged;
  const [left, low, right, high] = boxAt(nodes.bounds, 0);
  const scale = WIDTH / (right - left);
  const height = scale * (high - low);
  const rectangle = ([x0, y0, x1, y1]: Box) =>
    [
      `M${(scale * (x0 - left)).toFixed(1)} ${(scale * (high - y1)).toFixed(1)}`,
      `h${(scale * (x1 - x0)).toFixed(1)}v${(scale * (y1 - y0)).toFixed(1)}`,
      `h${(scale * (x0 - x1)).toFixed(1)}z`,
    ].join('');
  const path = (of: Float32Array, which: readonly number[]) =>
    which.map((i) => rectangle(boxAt(of, i))).join('');
  const others = Array.from(nodes.kind.keys()).filter((node) => !tile.includes(node));
  const items = Array.from({ length: boxes.length / 4 }, (_, i) => i);
  return (
    <svg
      viewBox={[-EDGE, -EDGE, WIDTH + 2 * EDGE, height + 2 * EDGE].join(' ')}
      role="img"
      aria-label={`${label}: nodes of the tree, the node that receives the tile, and the nodes of the tile`}
    >
      <path class="lab-old-items" d={path(boxes, items.slice(0, base))} />
      <path class="lab-old-nodes" d={path(nodes.bounds, others)} />
      <path class="lab-target" d={path(nodes.bounds, [target])} />
      <path class="lab-copy" d={path(nodes.bounds, [copy])} />
      <path class="lab-new-items" d={path(boxes, items.slice(base))} />
      <path class="lab-new-nodes" d={path(nodes.bounds, tile)} />
    </svg>
  );
}

/** The array of nodes: the places that stay, the new ones, and those that move. */
function NodeRow({ merged: { added, before, shifted } }: { merged: Merged }) {
  const kinds = [
    ...Array.from({ length: before - shifted }, () => 'lab-stays'),
    ...Array.from({ length: added }, () => 'lab-adds'),
    ...Array.from({ length: shifted }, () => 'lab-moves'),
  ];
  return (
    <p class="lab-nodes" aria-hidden="true">
      {kinds.map((kind, i) => (
        <span key={i} class={kind} />
      ))}
    </p>
  );
}
