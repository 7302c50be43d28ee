/** SVG elements of figures: items, hits, nodes and the query. */

import { useMemo } from 'preact/hooks';
import type { NodeDump } from 'sapwood/all';
import { all, type View } from './drawing.js';
import type { Opened } from './subject.js';
import type { Box, World } from './world.js';

export function Items({ view, world }: { view: View; world: World }) {
  const path = useMemo(() => view.boxes(world.boxes, all(world.count)), [view, world]);
  return <path class="learn-items" d={path} />;
}

export function ItemsInRole({
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

export function QueryMark({ box, view }: { box: Box; view: View }) {
  return <path class="learn-question" d={view.rectangle(box)} />;
}

/** Draws the nodes down to level `deepest`. The root and its children have thicker lines. */
export function Levels({ deepest, nodes, view }: { deepest: number; nodes: NodeDump; view: View }) {
  const [high, low] = useMemo(() => {
    const drawn = [...all(nodes.count)].filter((node) => nodes.level[node] <= deepest);
    const isHigh = (node: number) => nodes.level[node] <= 1;
    return [drawn.filter(isHigh), drawn.filter((node) => !isHigh(node))].map((each) =>
      view.boxes(nodes.bounds, each),
    );
  }, [nodes, view, deepest]);
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

/** Draws the nodes that a query tested: rejected nodes first, then entered nodes over them. */
export function OpenedNodes({ nodes, opened: { rejected, entered }, view }: OpenedNodes) {
  return (
    <g class="learn-opened">
      <path class="learn-rejected" d={view.boxes(nodes.bounds, rejected)} />
      <path class="learn-entered" d={view.boxes(nodes.bounds, entered)} />
    </g>
  );
}
