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
import { Items, Opened, Question, Some } from '../marks.js';
import type { Spot } from '../world.js';

const N = 400;
const HALF = 0.08;

export function Cells() {
  const [widths, setWidths] = useState(3);
  const [spot, setSpot] = useState<Spot>([0.55, 0.5]);
  const world = useWorld('uniform', N);
  const cellSize = Number((widths * world.meanSide).toFixed(3));
  const options = { cellSize };
  const subject = useSubject(world, 'hash-grid', options);
  const nodes = useMemo(() => subject.nodes(), [subject]);
  const box = world.square(spot, HALF);
  const { ids, tests, visits } = subject.inBox(box);
  return (
    <>
      <Figure
        world={world}
        label="Boxes in cells; the question opens the cells that it covers"
        handle={{ label: 'The question', spot, onMove: setSpot }}
        asks={box}
      >
        {(view) => (
          <>
            <Opened nodes={nodes} touches={touchesBox(box)} view={view} />
            <Items view={view} world={world} />
            <Some kind="hit" ids={ids} view={view} world={world} />
            <Question box={box} view={view} />
          </>
        )}
      </Figure>
      <Panel>
        <Slider
          label="A cell is as wide as"
          value={widths}
          from={0.5}
          to={12}
          step={0.5}
          words={(value) => `${value} boxes`}
          onChange={setWidths}
        />
        <Readings
          rows={[
            { id: 'tests', label: 'boxes compared', value: tests, main: true },
            { id: 'visits', label: 'cells looked up', value: visits },
            { id: 'found', label: 'found', value: ids.length },
          ]}
        />
        <Verdict of="a grid only works if boxes are smaller than a cell" />
        <OpenLink
          world={world}
          structure="hash-grid"
          options={options}
          question={{ spot, half: HALF }}
        />
      </Panel>
    </>
  );
}
