/** The figure of a chapter: the same boxes in other orders. */

import { useMemo, useState } from 'preact/hooks';
import { type Asked, AskedFigure, AskedLink, useAsked, useNodes } from '../asked.js';
import { all } from '../drawing.js';
import { Choice, Panel, Readings, useWorld, Verdict } from '../kit.js';
import { Levels } from '../marks.js';

const N = 400;
/** Questions a side of the whole world. */
const PLACES = 10;
const packings = { 'nearest-x': 'By x', str: 'In tiles', hilbert: 'Along a curve' } as const;

/** Nodes and boxes looked at by the question, on average over the whole world. */
function meanEffort({ half, shown, subject }: Asked): number {
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
  const asked = useAsked({ world, structure: 'packed-r-tree', options }, [0.4, 0.5], 0.06);
  const nodes = useNodes(asked.subject);
  const mean = useMemo(() => meanEffort(asked), [asked.subject]);
  const { ids, tests, visits } = asked.answer;
  return (
    <>
      <AskedFigure
        asked={asked}
        label="The same boxes, packed into nodes of sixteen in the chosen order"
        nodes={nodes}
        below={(view) => <Levels most={nodes.count} nodes={nodes} view={view} />}
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
        <Verdict of="nearest-x packing makes narrow nodes, sort-tile-recursive is better, Hilbert has no bias" />
        <AskedLink asked={asked} />
      </Panel>
    </>
  );
}
