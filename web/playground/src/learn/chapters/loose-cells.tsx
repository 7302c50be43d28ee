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
import { Items, Opened, Question, Some } from '../marks.js';
import type { Spot } from '../world.js';

const N = 500;
const HALF = 0.06;
const FIRST_LEVELS = 3;
const kinds = { octree: 'Cells end at their walls', 'loose-octree': 'Cells reach out' } as const;

export function LooseCells() {
  const [structure, setStructure] = useState<keyof typeof kinds>('octree');
  const [spot, setSpot] = useState<Spot>([0.5, 0.62]);
  const world = useWorld('straddlers', N);
  const subject = useSubject(world, structure);
  const nodes = useMemo(() => subject.nodes(), [subject]);
  const above = useMemo(
    () =>
      [...all(nodes.count)]
        .filter((node) => nodes.level[node] < FIRST_LEVELS)
        .flatMap((node) => {
          const first = nodes.firstItem[node];
          return [...nodes.items.subarray(first, first + nodes.itemCount[node])];
        }),
    [nodes],
  );
  const box = world.square(spot, HALF);
  const { ids, tests, visits } = subject.inBox(box);
  return (
    <>
      <Figure
        world={world}
        label="Boxes in cells of several sizes; those that wait in a large cell are marked"
        handle={{ label: 'The question', spot, onMove: setSpot }}
        asks={box}
      >
        {(view) => (
          <>
            <Opened nodes={nodes} touches={touchesBox(box)} view={view} />
            <Items view={view} world={world} />
            <Some kind="tested" ids={above} view={view} world={world} />
            <Some kind="hit" ids={ids} view={view} world={world} />
            <Question box={box} view={view} />
          </>
        )}
      </Figure>
      <Panel>
        <Choice label="The cells" of={kinds} value={structure} onChange={setStructure} />
        <Readings
          rows={[
            { id: 'tests', label: 'boxes compared', value: tests, main: true },
            { id: 'visits', label: 'cells looked at', value: visits },
            {
              id: 'above',
              label: `boxes that stay in the first ${FIRST_LEVELS} levels`,
              value: above.length,
            },
          ]}
        />
        <Verdict of="loose cells have no hot spots" />
        <OpenLink world={world} structure={structure} question={{ spot, half: HALF }} />
      </Panel>
    </>
  );
}
