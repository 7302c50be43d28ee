/** Figure: an insertion splits a full node of an R-tree. */

import { useState } from 'preact/hooks';
import { NodeKind } from 'sapwood/all';
import { all } from '../drawing.js';
import { Choice, Figure, OpenLink, Panel, Readings, useSubject, useWorld } from '../kit.js';
import { Items, ItemsInRole } from '../marks.js';
import { areaOf, boxesOf, seedRules, sharedArea } from '../split-seeds.js';
import { around, boxOf, type Spot } from '../world.js';

const FAN_OUT = 8;
const OWN = FAN_OUT;
const splits = { linear: 'Linear', quadratic: 'Quadratic', 'r-star': 'R*' } as const;

type Split = keyof typeof splits;

const words: Readonly<Record<Split, string>> = {
  linear: 'The seeds are the two boxes that are farthest apart on one axis.',
  quadratic: 'The seeds are the two boxes whose common box wastes the most area (hatched).',
  'r-star': 'There are no seeds. The boxes are sorted and cut where the nodes overlap least.',
};

const percent = (share: number) => `${Math.round(100 * share)} %`;

export function NodeSplit() {
  const [split, setSplit] = useState<Split>('quadratic');
  const [spot, setSpot] = useState<Spot>([0.5, 0.5]);
  const world = useWorld('uniform', FAN_OUT + 1);
  const options = { split, fanOut: FAN_OUT };
  const subject = useSubject(world, 'r-tree', options);
  const [left, low, right, high] = boxOf(world.boxes, OWN);
  const [x, y] = world.point(spot);
  const [halfWidth, halfHeight] = [(right - left) / 2, (high - low) / 2];
  // the build inserts the user's box last, when the node is already full
  world.boxes.set([x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight], 4 * OWN);
  subject.index.build(world.boxes);
  const nodes = subject.nodes();
  const leaves = [...all(nodes.count)].filter((node) => nodes.kind[node] === NodeKind.Leaf);
  const [a, b] = leaves.map((leaf) => boxOf(nodes.bounds, leaf));
  const whole = areaOf(around(a, b));
  const seeds = split === 'r-star' ? null : seedRules[split](boxesOf(world.boxes));
  return (
    <>
      <Figure
        world={world}
        label={`Nine boxes in two nodes; ${seeds ? `boxes ${seeds.pair.join(' and ')} are the seeds` : 'there are no seeds'}`}
        handle={{ label: 'The box that is inserted last', spot, onMove: setSpot }}
        query={boxOf(world.boxes, OWN)}
      >
        {(view) => (
          <>
            <pattern
              id="learn-hatch"
              width="14"
              height="14"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <path class="learn-hatch" d="M0 0v14" />
            </pattern>
            {seeds && (
              <path
                class="learn-waste"
                d={view.rectangle(seeds.around) + view.boxes(world.boxes, seeds.pair)}
              />
            )}
            <Items view={view} world={world} />
            {seeds && <ItemsInRole kind="hit" ids={seeds.pair} view={view} world={world} />}
            <ItemsInRole kind="own" ids={[OWN]} view={view} world={world} />
            <path class="learn-halves" d={view.boxes(nodes.bounds, leaves)} />
          </>
        )}
      </Figure>
      <Panel>
        <Choice label="Split" of={splits} value={split} onChange={setSplit} />
        <p class="learn-key">{words[split]}</p>
        <Readings
          rows={[
            {
              id: 'waste',
              label: 'of the box around both seeds is wasted',
              value: seeds ? percent(seeds.waste / areaOf(seeds.around)) : '–',
              main: true,
            },
            {
              id: 'area',
              label: 'area of both nodes, as a share of the full node',
              value: percent((areaOf(a) + areaOf(b)) / whole),
            },
            {
              id: 'overlap',
              label: 'area where they overlap, as a share of the full node',
              value: percent(sharedArea(a, b) / whole),
            },
          ]}
        />
        <OpenLink world={world} structure="r-tree" options={options} />
      </Panel>
    </>
  );
}
