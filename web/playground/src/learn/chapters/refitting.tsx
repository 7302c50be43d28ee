/**
 * Figure: a tree of moving boxes that is only refitted, or also rebuilt when its cost has grown.
 */

import { useRef, useState } from 'preact/hooks';
import type { StaticTree } from 'sapwood/all';
import { prefersStillness } from '../../state/stillness.js';
import { all } from '../drawing.js';
import {
  Choice,
  Figure,
  OpenLink,
  Panel,
  PlayButtons,
  Readings,
  useAnimation,
  useSeen,
  useSubject,
  useWorld,
} from '../kit.js';
import { ItemsInRole, Levels, QueryMark } from '../marks.js';
import type { Subject } from '../subject.js';
import { boxOf, type Spot, type World } from '../world.js';

const N = 300;
const HALF = 0.08;
const LEVELS = 4;
/** Maximum number of frames whose costs the chart shows. */
const REMEMBERED = 240;
/** Cost relative to the cost after the last build, above which the tree is rebuilt. */
const LIMIT = 1.2;
const policies = { refit: 'Refit only', rebuild: 'Rebuild at +20 %' } as const;

interface History {
  readonly subject: Subject;
  /** Cost of the tree by the surface area heuristic: after the build, then after each frame. */
  readonly costs: number[];
  built: number;
  corrected: number;
  rebuilds: number;
}

const costOf = ({ index }: Subject) => index.stats().sah ?? Number.NaN;

const begin = (subject: Subject): History => {
  const built = costOf(subject);
  return { subject, costs: [built], built, corrected: 0, rebuilds: 0 };
};

/** Moves the boxes and refits the tree. Returns the number of recomputed nodes. */
function refit({ index }: Subject, world: World): number {
  const ids = world.step();
  for (const id of ids) index.move(id, boxOf(world.boxes, id));
  return (index as StaticTree).refit();
}

export function Refitting() {
  const part = useRef<HTMLDivElement>(null);
  const seen = useSeen(part);
  const [wanted, setWanted] = useState(!prefersStillness());
  const [policy, setPolicy] = useState<keyof typeof policies>('refit');
  const [spot, setSpot] = useState<Spot>([0.5, 0.5]);
  const world = useWorld('uniform', N, 'drift');
  const subject = useSubject(world, 'static-tree');
  const past = useRef<History | null>(null);
  if (past.current?.subject !== subject) past.current = begin(subject);
  const history = past.current;
  const remember = () => {
    history.costs.push(costOf(subject));
    if (history.costs.length > REMEMBERED) history.costs.shift();
  };
  const rebuild = () => {
    subject.index.build(world.boxes);
    history.built = costOf(subject);
    history.rebuilds++;
  };
  const step = () => {
    history.corrected = refit(subject, world);
    if (policy === 'rebuild' && costOf(subject) > LIMIT * history.built) rebuild();
    remember();
  };
  const redraw = useAnimation(seen && wanted, step);
  const box = world.square(spot, HALF);
  const { ids, tests, visits } = subject.inBox(box);
  const nodes = subject.nodes();
  const cost = history.costs[history.costs.length - 1];
  return (
    <>
      <div ref={part} class="learn-watched">
        <Figure
          world={world}
          label="Moving boxes and the first levels of their tree, which overlap more and more"
          handle={{ label: 'The query', spot, onMove: setSpot }}
          query={box}
        >
          {(view) => (
            <>
              <Levels deepest={LEVELS} nodes={nodes} view={view} />
              <path class="learn-items" d={view.boxes(world.boxes, all(N))} />
              <ItemsInRole kind="hit" ids={ids} view={view} world={world} />
              <QueryMark box={box} view={view} />
            </>
          )}
        </Figure>
      </div>
      <Panel>
        <Choice label="After each frame" of={policies} value={policy} onChange={setPolicy} />
        <PlayButtons
          plays={wanted}
          onPlay={setWanted}
          onStep={() => {
            step();
            redraw();
          }}
        >
          <button
            type="button"
            onClick={() => {
              rebuild();
              remember();
              redraw();
            }}
          >
            Rebuild now
          </button>
        </PlayButtons>
        <CostChart costs={history.costs} />
        <Readings
          rows={[
            { id: 'cost', label: 'cost of the tree', value: cost.toFixed(1), main: true },
            { id: 'built', label: 'after the last build', value: history.built.toFixed(1) },
            { id: 'corrected', label: 'nodes corrected this frame', value: history.corrected },
            { id: 'rebuilds', label: 'rebuilds', value: history.rebuilds },
            { id: 'effort', label: 'tests of the query', value: tests + visits },
          ]}
        />
        <OpenLink world={world} structure="static-tree" question={{ spot, half: HALF }} />
      </Panel>
    </>
  );
}

const CHART = { width: 1000, height: 160 };

/** Line chart of the costs. Its vertical axis starts at 0. */
function CostChart({ costs }: { costs: readonly number[] }) {
  const max = 1.1 * Math.max(...costs);
  const points = costs.map((cost, i) => {
    const x = (CHART.width * i) / (REMEMBERED - 1);
    return `${x.toFixed(1)} ${(CHART.height * (1 - cost / max)).toFixed(1)}`;
  });
  return (
    <svg
      class="learn-chart"
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label="Cost of the tree over the last frames"
    >
      <path class="learn-curve" d={`M${points.join('L')}`} />
    </svg>
  );
}
