/** Figure: moving boxes in a tree whose leaf boxes are enlarged by a margin. */

import { useRef, useState } from 'preact/hooks';
import { NodeKind } from 'sapwood/all';
import { prefersStillness } from '../../state/stillness.js';
import { all } from '../drawing.js';
import {
  Figure,
  OpenLink,
  Panel,
  PlayButtons,
  Readings,
  Slider,
  useAnimation,
  useSeen,
  useSubject,
  useWorld,
} from '../kit.js';
import { ItemsInRole, QueryMark } from '../marks.js';
import type { Subject } from '../subject.js';
import type { Options, Spot, World } from '../world.js';

const N = 200;
const HALF = 0.08;
/** Maximum number of frames over which the mean number of changed leaves is computed. */
const REMEMBERED = 60;

function useFrames(world: World, subject: Subject, plays: boolean) {
  const replaced = useRef<{ subject: Subject; counts: number[] }>({ subject, counts: [] });
  if (replaced.current.subject !== subject) replaced.current = { subject, counts: [] };
  const { counts } = replaced.current;
  const step = () => {
    const ids = world.step();
    const boxes = new Float32Array(4 * ids.length);
    ids.forEach((id, i) => {
      boxes.set(world.boxes.subarray(4 * id, 4 * id + 4), 4 * i);
    });
    counts.push(subject.index.moveMany(ids, boxes));
    if (counts.length > REMEMBERED) counts.shift();
  };
  const redraw = useAnimation(plays, step);
  const mean = counts.length === 0 ? Number.NaN : counts.reduce((a, b) => a + b) / counts.length;
  const stepOnce = () => {
    step();
    redraw();
  };
  return { step: stepOnce, mean };
}

export function WhenThingsMove() {
  const part = useRef<HTMLDivElement>(null);
  const seen = useSeen(part);
  const [wanted, setWanted] = useState(!prefersStillness());
  const [margin, setMargin] = useState(0.4);
  const [spot, setSpot] = useState<Spot>([0.5, 0.5]);
  const options: Options = { margin, prediction: 0 };
  const world = useWorld('uniform', N, 'drift');
  const subject = useSubject(world, 'dynamic-tree', options);
  const { mean, step } = useFrames(world, subject, seen && wanted);
  const box = world.square(spot, HALF);
  const { ids, tests, visits } = subject.inBox(box);
  const nodes = subject.nodes();
  const leaves = [...all(nodes.count)].filter((node) => nodes.kind[node] === NodeKind.Leaf);
  return (
    <>
      <div ref={part} class="learn-watched">
        <Figure
          world={world}
          label="Moving boxes, each with a margin around it in the tree"
          handle={{ label: 'The query', spot, onMove: setSpot }}
          query={box}
        >
          {(view) => (
            <>
              <path class="learn-room" d={view.boxes(nodes.bounds, leaves)} />
              <path class="learn-items" d={view.boxes(world.boxes, all(N))} />
              <ItemsInRole kind="hit" ids={ids} view={view} world={world} />
              <QueryMark box={box} view={view} />
            </>
          )}
        </Figure>
      </div>
      <Panel>
        <PlayButtons plays={wanted} onPlay={setWanted} onStep={step} />
        <Slider
          label="Margin (a box is about 1 wide)"
          value={margin}
          from={0}
          to={2}
          step={0.1}
          words={(value) => value.toFixed(1)}
          onChange={setMargin}
        />
        <Readings
          rows={[
            {
              id: 'replaced',
              label: `of ${N} boxes re-inserted per frame, on average`,
              value: Number.isNaN(mean) ? '–' : mean.toFixed(1),
              main: true,
            },
            {
              id: 'effort',
              label: 'nodes visited and boxes tested by the query',
              value: tests + visits,
            },
            { id: 'found', label: 'found', value: ids.length },
          ]}
        />
        <OpenLink
          world={world}
          structure="dynamic-tree"
          options={options}
          question={{ spot, half: HALF }}
        />
      </Panel>
    </>
  );
}
