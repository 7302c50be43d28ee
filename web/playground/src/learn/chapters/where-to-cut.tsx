/** Figure: the same boxes, packed into a tree in different orders. */

import { useMemo, useState } from 'preact/hooks';
import {
  type BoxQuery,
  BoxQueryFigure,
  BoxQueryLink,
  useBoxQuery,
  useNodes,
} from '../box-query.js';
import { all } from '../drawing.js';
import { Choice, More, Panel, Readings, useWorld } from '../kit.js';
import { Levels } from '../marks.js';
import { Curves } from './curves.js';
import { NodeSplit } from './node-split.js';

const N = 400;
/** Number of query positions along each side of the world. */
const PLACES = 10;
const packings = { 'nearest-x': 'By x', str: 'In tiles', hilbert: 'Along a curve' } as const;

/**
 * Returns the mean cost of queries on a regular grid of positions. The cost is the number of
 * visited nodes plus tested items.
 */
function meanEffort({ half, shown, subject }: BoxQuery): number {
  const middle = (place: number) => (place + 0.5) / PLACES;
  let sum = 0;
  for (const at of all(PLACES ** 2)) {
    const spot = [middle(at % PLACES), middle(Math.floor(at / PLACES))] as const;
    const { tests, visits } = subject.inBox(shown.world.square(spot, half));
    sum += tests + visits;
  }
  return sum / PLACES ** 2;
}

export function WhereToCut() {
  const [packing, setPacking] = useState<keyof typeof packings>('nearest-x');
  const world = useWorld('uniform', N);
  const options = { packing };
  const query = useBoxQuery({ world, structure: 'packed-r-tree', options }, [0.4, 0.5], 0.06);
  const nodes = useNodes(query.subject);
  const mean = useMemo(() => meanEffort(query), [query.subject]);
  const { ids, tests, visits } = query.result;
  return (
    <>
      <BoxQueryFigure
        query={query}
        label="The same boxes, packed into nodes of sixteen in the chosen order"
        nodes={nodes}
        below={(view) => <Levels deepest={nodes.count} nodes={nodes} view={view} />}
      />
      <Panel>
        <Choice label="Packing order" of={packings} value={packing} onChange={setPacking} />
        <Readings
          rows={[
            {
              id: 'effort',
              label: 'nodes visited and boxes tested',
              value: tests + visits,
              main: true,
            },
            { id: 'mean', label: `on average over ${PLACES ** 2} places`, value: mean },
            { id: 'found', label: 'found', value: ids.length },
          ]}
        />
        <BoxQueryLink query={query} />
      </Panel>
      <More
        title="Curves that fill the plane"
        idea="A curve visits every cell of a square once. The boxes are packed in the order of their cells, so a node gets consecutive cells of the curve. If each step leads to an adjacent cell, these cells stay close together. Red steps jump."
        invitation="Choose a curve, and move the node along it."
        Live={Curves}
      />
      <More
        title="Splits of full nodes"
        idea="A tree that grows box by box has to split full nodes. Guttman’s splits begin with two boxes that should not share a node, the seeds (orange). The other boxes join the seed whose node grows less."
        invitation="Drag the ninth box, which no longer fits into the node of eight."
        Live={NodeSplit}
      />
    </>
  );
}
