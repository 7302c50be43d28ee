import { useMemo, useState } from 'preact/hooks';
import { touchesBox } from '../drawing.js';
import {
  Figure,
  OpenLink,
  Panel,
  Readings,
  Slider,
  useSubject,
  useWorld,
  Verdict,
} from '../kit.js';
import { Items, Levels, Opened, Question, Some } from '../marks.js';
import type { Spot } from '../world.js';

const N = 1500;
const HALF = 0.03;

export function BoxesAroundBoxes() {
  const [most, setMost] = useState(3);
  const [spot, setSpot] = useState<Spot>([0.84, 0.34]);
  const world = useWorld('clustered', N);
  const subject = useSubject(world, 'static-tree');
  const nodes = useMemo(() => subject.nodes(), [subject]);
  const height = useMemo(() => nodes.level.reduce((a, b) => Math.max(a, b), 0), [nodes]);
  const box = world.square(spot, HALF);
  const { ids, tests, visits } = subject.inBox(box);
  return (
    <>
      <Figure
        world={world}
        label="Boxes inside larger boxes, level by level; the question opens those that it touches"
        handle={{ label: 'The question', spot, onMove: setSpot }}
        asks={box}
      >
        {(view) => (
          <>
            <Items view={view} world={world} />
            <Levels most={most} nodes={nodes} view={view} />
            <Opened nodes={nodes} touches={touchesBox(box)} view={view} />
            <Some kind="hit" ids={ids} view={view} world={world} />
            <Question box={box} view={view} />
          </>
        )}
      </Figure>
      <Panel>
        <Slider
          label="Levels drawn"
          value={most}
          from={0}
          to={height}
          words={(value) => `${value + 1} of ${height + 1}`}
          onChange={setMost}
        />
        <Readings
          rows={[
            { id: 'tests', label: `of ${N} boxes compared`, value: tests, main: true },
            { id: 'visits', label: 'nodes looked at', value: visits },
            { id: 'found', label: 'found', value: ids.length },
          ]}
        />
        <Verdict of="nodes of 28 bytes instead of 40, four items a leaf, save memory" />
        <OpenLink world={world} structure="static-tree" question={{ spot, half: HALF }} />
      </Panel>
    </>
  );
}
