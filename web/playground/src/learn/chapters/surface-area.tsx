/**
 * Figure: a line that splits the boxes into two groups, and the cost of this split by the surface
 * area heuristic.
 */

import { useMemo, useState } from 'preact/hooks';
import { useNodes } from '../box-query.js';
import { all, type View } from '../drawing.js';
import { Choice, Figure, OpenLink, Panel, Readings, useSubject, useWorld } from '../kit.js';
import { Items } from '../marks.js';
import { boundsOf, type Cut, cutAt, rootCut } from '../split-costs.js';
import { boxesOf } from '../split-seeds.js';
import type { Spot, World } from '../world.js';

const N = 1500;
/** Number of equal intervals into which the axis is divided for the cost curve. */
const CUTS = 160;
/** Maximum height of the cost curve as a fraction of the picture. */
const CURVE = 0.3;
const axes = { x: 'Along x', y: 'Along y' } as const;
const indices = { x: 0, y: 1 } as const;

type Axis = keyof typeof axes;

const percent = (cost: number) => `${Math.round(100 * cost)} %`;

function costsAlong({ boxes, sceneBounds }: World, axis: 0 | 1): number[] {
  const list = boxesOf(boxes);
  const side = sceneBounds[axis + 2] - sceneBounds[axis];
  return [...all(CUTS + 1)].map(
    (i) => cutAt(list, axis, sceneBounds[axis] + (side * i) / CUTS).cost,
  );
}

export function SurfaceArea() {
  const [axis, setAxis] = useState<Axis>('y');
  const [spot, setSpot] = useState<Spot>([0.5, 0.86]);
  const world = useWorld('clustered', N);
  const plain = useSubject(world, 'static-tree', { split: 'box-center' });
  const heuristic = useSubject(world, 'static-tree', { split: 'binned-sah' });
  const nodes = useNodes(heuristic);
  const index = indices[axis];
  const at = world.point(spot)[index];
  const boxes = useMemo(() => boxesOf(world.boxes), [world]);
  const cut = cutAt(boxes, index, at);
  const costs = useMemo(() => costsAlong(world, index), [world, index]);
  const library = useMemo(() => rootCut(nodes, boxes), [nodes, boxes]);
  const treeCost = (of: typeof plain) => (of.index.stats().sah ?? Number.NaN).toFixed(1);
  return (
    <>
      <Figure
        world={world}
        label="Boxes cut in two; the curve shows the cost of each cut"
        handle={{ label: 'The cut', spot, onMove: setSpot }}
        query={[index, at]}
      >
        {(view) => (
          <>
            <Items view={view} world={world} />
            <Halves cut={cut} view={view} />
            <Curve axis={axis} costs={costs} view={view} />
            <CutLine axis={axis} at={at} view={view} />
          </>
        )}
      </Figure>
      <Panel>
        <Choice label="Axis of the cut" of={axes} value={axis} onChange={setAxis} />
        <Readings
          rows={[
            { id: 'cost', label: 'cost of this cut', value: percent(cut.cost), main: true },
            {
              id: 'sides',
              label: 'boxes on each side',
              value: `${cut.low.length} + ${cut.high.length}`,
            },
            { id: 'best', label: 'lowest cost on this axis', value: percent(Math.min(...costs)) },
            { id: 'library', label: 'first cut of the library', value: percent(library.cost) },
            { id: 'center', label: 'cost of a tree cut at centers', value: treeCost(plain) },
            { id: 'sah', label: 'cost of a tree cut by this rule', value: treeCost(heuristic) },
          ]}
        />
        <p class="learn-key">
          The cost of a cut is the number of boxes times the perimeter, of both sides, relative to
          no cut at all. The cost of a tree is the number of nodes that a random ray visits.
        </p>
        <OpenLink world={world} structure="static-tree" options={{ split: 'binned-sah' }} />
      </Panel>
    </>
  );
}

function Halves({ cut: { high, low }, view }: { cut: Cut; view: View }) {
  const halves = [low, high].filter(({ length }) => length > 0).map(boundsOf);
  return <path class="learn-halves" d={halves.map((half) => view.rectangle(half)).join('')} />;
}

/**
 * Curve of the costs of all splits on an axis. It is drawn along the bottom or left border of the
 * picture. The distance from the border is larger for lower costs.
 */
function Curve({ axis, costs, view }: { axis: Axis; costs: readonly number[]; view: View }) {
  const points = costs.map((cost, i) => {
    const along = i / CUTS;
    const share = CURVE * (1 - Math.min(cost, 1));
    return axis === 'x'
      ? `${(along * view.width).toFixed(1)} ${((1 - share) * view.height).toFixed(1)}`
      : `${(share * view.width).toFixed(1)} ${((1 - along) * view.height).toFixed(1)}`;
  });
  return <path class="learn-costs" d={`M${points.join('L')}`} />;
}

function CutLine({ at, axis, view }: { at: number; axis: Axis; view: View }) {
  const line = axis === 'x' ? `M${view.x(at)} 0v${view.height}` : `M0 ${view.y(at)}h${view.width}`;
  return <path class="learn-question" d={line} />;
}
