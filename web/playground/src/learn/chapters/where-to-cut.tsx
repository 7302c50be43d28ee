import { useMemo, useState } from 'preact/hooks';
import { all, touchesBox } from '../drawing.js';
import {
  Choice,
  Figure,
  OpenLink,
  Panel,
  Readings,
  useSubject,
  useWorld,
  Verdict,
} from '../kit.js';
import { Items, Levels, Opened, Question, Some } from '../marks.js';
import type { Subject } from '../subject.js';
import type { Spot, World } from '../world.js';

const N = 400;
const HALF = 0.06;
/** Questions a side of the whole world. */
const PLACES = 10;
const packings = { 'nearest-x': 'By x', str: 'In tiles', hilbert: 'Along a curve' } as const;

/** Nodes and boxes looked at by a question, on average over the whole world. */
function meanEffort(world: World, subject: Subject): number {
  let sum = 0;
  for (const at of all(PLACES ** 2)) {
    const spot = [(at % PLACES) + 0.5, Math.floor(at / PLACES) + 0.5].map((v) => v / PLACES);
    const { tests, visits } = subject.inBox(world.square([spot[0], spot[1]], HALF));
    sum += tests + visits;
  }
  return sum / PLACES ** 2;
}

export function WhereToCut() {
  const [packing, setPacking] = useState<keyof typeof packings>('nearest-x');
  const [spot, setSpot] = useState<Spot>([0.4, 0.5]);
  const world = useWorld('uniform', N);
  const options = { packing };
  const subject = useSubject(world, 'packed-r-tree', options);
  const nodes = useMemo(() => subject.nodes(), [subject]);
  const mean = useMemo(() => meanEffort(world, subject), [world, subject]);
  const box = world.square(spot, HALF);
  const { ids, tests, visits } = subject.inBox(box);
  return (
    <>
      <Figure
        world={world}
        label="The same boxes, packed into nodes of sixteen in another order"
        handle={{ label: 'The question', spot, onMove: setSpot }}
        asks={box}
      >
        {(view) => (
          <>
            <Items view={view} world={world} />
            <Levels most={9} nodes={nodes} view={view} />
            <Opened nodes={nodes} touches={touchesBox(box)} view={view} />
            <Some kind="hit" ids={ids} view={view} world={world} />
            <Question box={box} view={view} />
          </>
        )}
      </Figure>
      <Panel>
        <Choice label="Packed" of={packings} value={packing} onChange={setPacking} />
        <Readings
          rows={[
            {
              id: 'effort',
              label: 'looked at here: nodes and boxes',
              value: tests + visits,
              main: true,
            },
            { id: 'mean', label: `on average over ${PLACES ** 2} places`, value: mean },
            { id: 'found', label: 'found', value: ids.length },
          ]}
        />
        <Verdict of="nearest-x packing makes narrow nodes, sort-tile-recursive is better, Hilbert has no bias" />
        <OpenLink
          world={world}
          structure="packed-r-tree"
          options={options}
          question={{ spot, half: HALF }}
        />
      </Panel>
    </>
  );
}
