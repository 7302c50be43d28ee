import { useState } from 'preact/hooks';
import { all } from '../drawing.js';
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
import { Items, Question, Some } from '../marks.js';
import type { Spot } from '../world.js';

const N = 300;
const HALF = 0.07;
const options = { axis: 'x' };
const worlds = { uniform: 'Scattered', 'x-line': 'One above the other' } as const;

export function OneAxis() {
  const [scene, setScene] = useState<keyof typeof worlds>('uniform');
  const [spot, setSpot] = useState<Spot>([0.45, 0.55]);
  const world = useWorld(scene, N);
  const subject = useSubject(world, 'sorted-range', options);
  const box = world.square(spot, HALF);
  const pairs = subject.pairs();
  const { ids, tests } = subject.inBox(box);
  const column = [box[0], world.home[1], box[2], world.home[3]] as const;
  const inColumn = [...all(N)].filter(
    (item) => world.boxes[4 * item] <= box[2] && world.boxes[4 * item + 2] >= box[0],
  );
  return (
    <>
      <Figure
        world={world}
        label="Boxes, a question, and the column in which it looks"
        handle={{ label: 'The question', spot, onMove: setSpot }}
        asks={box}
      >
        {(view) => (
          <>
            <path class="learn-column" d={view.rectangle(column)} />
            <Items view={view} world={world} />
            <Some kind="tested" ids={inColumn} view={view} world={world} />
            <Some kind="hit" ids={ids} view={view} world={world} />
            <Question box={box} view={view} />
          </>
        )}
      </Figure>
      <Panel>
        <Choice label="The boxes" of={worlds} value={scene} onChange={setScene} />
        <Readings
          rows={[
            {
              id: 'tests',
              label: `of ${N} boxes compared with the question`,
              value: tests,
              main: true,
            },
            { id: 'found', label: 'found', value: ids.length },
            { id: 'pair-tests', label: 'comparisons for all pairs', value: pairs.tests },
            { id: 'every', label: 'everybody against everybody', value: (N * (N - 1)) / 2 },
          ]}
        />
        <Verdict of="sweep and prune takes O(n log n + k)" />
        <OpenLink
          world={world}
          structure="sorted-range"
          options={options}
          question={{ spot, half: HALF }}
        />
      </Panel>
    </>
  );
}
