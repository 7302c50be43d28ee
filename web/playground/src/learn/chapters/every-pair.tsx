/** Figure: brute force compares every box with every other box. */

import { useState } from 'preact/hooks';
import { all } from '../drawing.js';
import { Figure, OpenLink, Panel, Readings, Slider, useSubject, useWorld } from '../kit.js';
import { ItemsInRole } from '../marks.js';
import { boxOf, type Spot } from '../world.js';

const OWN = 0;

export function EveryPair() {
  const [n, setN] = useState(60);
  const [spot, setSpot] = useState<Spot>([0.5, 0.5]);
  const world = useWorld('uniform', n);
  const subject = useSubject(world, 'brute-force');
  const [left, low, right, high] = boxOf(world.boxes, OWN);
  const [x, y] = world.point(spot);
  const [halfWidth, halfHeight] = [(right - left) / 2, (high - low) / 2];
  world.boxes.set([x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight]);
  subject.index.move(OWN, world.boxes.subarray(0, 4));
  const { ids, tests } = subject.pairs();
  const found = ids.length / 2;
  return (
    <>
      <Figure
        world={world}
        label={`${n} boxes; lines join those that overlap`}
        handle={{ label: 'One of the boxes', spot, onMove: setSpot }}
        query={boxOf(world.boxes, OWN)}
      >
        {(view) => {
          const boxAt = (item: number) => boxOf(world.boxes, item);
          let lines = '';
          for (let i = 0; i < ids.length; i += 2) {
            lines += view.line(boxAt(ids[i]), boxAt(ids[i + 1]));
          }
          return (
            <>
              <path class="learn-items" d={view.boxes(world.boxes, all(n))} />
              <ItemsInRole kind="hit" ids={new Set(ids)} view={view} world={world} />
              <ItemsInRole kind="own" ids={[OWN]} view={view} world={world} />
              <path class="learn-lines" d={lines} />
            </>
          );
        }}
      </Figure>
      <Panel>
        <Slider label="Boxes" value={n} from={10} to={300} step={10} onChange={setN} />
        <Readings
          rows={[
            { id: 'tests', label: 'tests', value: tests, main: true },
            { id: 'found', label: 'pairs that overlap', value: found },
            { id: 'doubled', label: 'tests for twice as many boxes', value: n * (2 * n - 1) },
          ]}
        />
        <OpenLink world={world} structure="brute-force" />
      </Panel>
    </>
  );
}
