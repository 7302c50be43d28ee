import { useMemo, useState } from 'preact/hooks';
import { NodeKind } from 'sapwood/all';
import { opened, touchesBox } from '../drawing.js';
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

const N = 1000;
const HALF = 0.07;
const kinds = { 'static-tree': 'Two boxes a node', 'wide-tree': 'Four boxes a node' } as const;

export function FourAtOnce() {
  const [structure, setStructure] = useState<keyof typeof kinds>('wide-tree');
  const [spot, setSpot] = useState<Spot>([0.5, 0.5]);
  const world = useWorld('uniform', N);
  const subject = useSubject(world, structure);
  const nodes = useMemo(() => subject.nodes(), [subject]);
  const box = world.square(spot, HALF);
  const { ids, tests } = subject.inBox(box);
  const { touched } = opened(nodes, touchesBox(box));
  const branches = touched.filter((node) => nodes.kind[node] === NodeKind.Branch).length;
  const height = nodes.level.reduce((a, b) => Math.max(a, b), 0);
  return (
    <>
      <Figure
        world={world}
        label="The nodes of a tree that a question opens on its way down"
        handle={{ label: 'The question', spot, onMove: setSpot }}
        asks={box}
      >
        {(view) => (
          <>
            <Items view={view} world={world} />
            <Opened nodes={nodes} touches={touchesBox(box)} view={view} />
            <Some kind="hit" ids={ids} view={view} world={world} />
            <Question box={box} view={view} />
          </>
        )}
      </Figure>
      <Panel>
        <Choice label="The tree" of={kinds} value={structure} onChange={setStructure} />
        <Readings
          rows={[
            {
              id: 'branches',
              label: 'branches opened, a step down each',
              value: branches,
              main: true,
            },
            { id: 'height', label: 'steps from the root to the deepest leaf', value: height },
            { id: 'tests', label: `of ${N} boxes compared`, value: tests },
          ]}
        />
        <Verdict of="an array of nodes is faster than nodes of their own on the heap" />
        <OpenLink world={world} structure={structure} question={{ spot, half: HALF }} />
      </Panel>
    </>
  );
}
