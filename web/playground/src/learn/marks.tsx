/** What figures draw: items, hits, nodes that a question came to, the question itself. */

import { useMemo } from 'preact/hooks';
import type { NodeDump } from 'sapwood/all';
import { all, type View } from './drawing.js';
import type { Opened } from './subject.js';
import type { Box, World } from './world.js';

export function Items({ view, world }: { view: View; world: World }) {
  const path = useMemo(() => view.boxes(world.boxes, all(world.count)), [view, world]);
  return <path class="learn-items" d={path} />;
}

/** Some items, by what they are to the question. */
export function Some({
  ids,
  kind,
  view,
  world,
}: {
  ids: Iterable<number>;
  kind: 'hit' | 'tested' | 'own';
  view: View;
  world: World;
}) {
  return <path class={`learn-${kind}`} d={view.boxes(world.boxes, ids)} />;
}

export function Question({ box, view }: { box: Box; view: View }) {
  return <path class="learn-question" d={view.rectangle(box)} />;
}

/** Nodes down to a level; the root and its children in stronger lines. */
export function Levels({ most, nodes, view }: { most: number; nodes: NodeDump; view: View }) {
  const [high, low] = useMemo(() => {
    const drawn = [...all(nodes.count)].filter((node) => nodes.level[node] <= most);
    const isHigh = (node: number) => nodes.level[node] <= 1;
    return [drawn.filter(isHigh), drawn.filter((node) => !isHigh(node))].map((each) =>
      view.boxes(nodes.bounds, each),
    );
  }, [nodes, view, most]);
  return (
    <g class="learn-levels">
      <path d={low} />
      <path class="learn-high" d={high} />
    </g>
  );
}

interface OpenedNodes {
  readonly nodes: NodeDump;
  readonly opened: Opened;
  readonly view: View;
}

/** Nodes that the question opens, over those beside them that it looked at and left. */
export function OpenedNodes({ nodes, opened: { left, touched }, view }: OpenedNodes) {
  return (
    <g class="learn-opened">
      <path class="learn-left" d={view.boxes(nodes.bounds, left)} />
      <path class="learn-touched" d={view.boxes(nodes.bounds, touched)} />
    </g>
  );
}
