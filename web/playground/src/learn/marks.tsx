/** What figures draw: items, hits, nodes that a question came to, the question itself. */

import { useMemo } from 'preact/hooks';
import type { NodeDump } from 'sapwood/all';
import { all, opened, type Touches, type View } from './drawing.js';
import { type Box, boxOf, type World } from './world.js';

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

const DEEPEST = 6;

/** Nodes by level, the root darkest. */
export function Levels({ most, nodes, view }: { most: number; nodes: NodeDump; view: View }) {
  const paths = useMemo(() => {
    const words = Array.from({ length: DEEPEST + 1 }, () => '');
    for (const node of all(nodes.count)) {
      const level = nodes.level[node];
      if (level > most) continue;
      words[Math.min(level, DEEPEST)] += view.rectangle(boxOf(nodes.bounds, node));
    }
    return words;
  }, [nodes, view, most]);
  return (
    <g class="learn-levels">
      {paths.map((path, level) => path && <path key={level} data-level={level} d={path} />)}
    </g>
  );
}

/** Nodes that the question touches, over those beside them that it looked at and left. */
export function Opened({
  nodes,
  touches,
  view,
}: {
  nodes: NodeDump;
  touches: Touches;
  view: View;
}) {
  const { left, touched } = opened(nodes, touches);
  return (
    <g class="learn-opened">
      <path class="learn-left" d={view.boxes(nodes.bounds, left)} />
      <path class="learn-touched" d={view.boxes(nodes.bounds, touched)} />
    </g>
  );
}
