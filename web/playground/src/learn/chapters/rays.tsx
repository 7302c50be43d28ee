/** Figure: a ray traverses a tree step by step, nearest child first. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useNodes } from '../box-query.js';
import {
  Figure,
  OpenLink,
  Panel,
  Readings,
  Slider,
  useSeen,
  useSubject,
  useWorld,
} from '../kit.js';
import { Items, ItemsInRole, OpenedNodes } from '../marks.js';
import { walkToFirstHit } from '../ray-walk.js';
import type { Spot } from '../world.js';

const N = 1500;
const FROM: Spot = [0.04, 0.5];
const STEP_MS = 120;

export function Rays() {
  const part = useRef<HTMLDivElement>(null);
  const seen = useSeen(part);
  const [spot, setSpot] = useState<Spot>([0.8, 0.35]);
  // ignores a target at the origin of the ray, because a ray of length 0 has no direction
  const aim = (at: Spot) => {
    if (Math.hypot(at[0] - FROM[0], at[1] - FROM[1]) > 1e-6) setSpot(at);
  };
  /** Number of traversal steps to show; null shows all steps. */
  const [at, setAt] = useState<number | null>(null);
  const [plays, setPlays] = useState(false);
  const world = useWorld('clustered', N);
  const subject = useSubject(world, 'static-tree');
  const nodes = useNodes(subject);
  const from = world.point(FROM);
  const to = world.point(spot);
  const direction = [to[0] - from[0], to[1] - from[1]] as const;
  const walk = useMemo(
    () => walkToFirstHit(subject, world.boxes, from, direction),
    [subject, spot],
  );
  const first = subject.firstAlong(from, direction);
  const every = subject.allAlong(from, direction);
  const last = walk.steps.length;
  const shown = Math.min(at ?? last, last);
  useEffect(() => {
    if (!plays || !seen) return;
    if (shown >= last) return setPlays(false);
    const timer = setTimeout(() => setAt(shown + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [plays, seen, shown, last]);
  const done = walk.steps.slice(0, shown);
  const opened = {
    entered: done.filter(({ isMet }) => isMet).map(({ node }) => node),
    rejected: done.filter(({ isMet }) => !isMet).map(({ node }) => node),
  };
  const end = first.hit && shown === last ? first.hit.distance / Math.hypot(...direction) : 1e3;
  return (
    <>
      <div ref={part} class="learn-watched">
        <Figure
          world={world}
          label="A ray, the nodes that it visits, and the first box that it hits"
          handle={{ label: 'The direction of the ray', spot, onMove: aim }}
          query={[...from, ...direction]}
        >
          {(view) => (
            <>
              <OpenedNodes nodes={nodes} opened={opened} view={view} />
              <Items view={view} world={world} />
              {done.length > 0 && shown < last && (
                <path
                  class="learn-now"
                  d={view.boxes(nodes.bounds, [done[done.length - 1].node])}
                />
              )}
              {first.hit && shown === last && (
                <ItemsInRole kind="hit" ids={[first.hit.id]} view={view} world={world} />
              )}
              <path
                class="learn-question"
                d={`M${view.x(from[0])} ${view.y(from[1])}L${view.x(from[0] + end * direction[0])} ${view.y(from[1] + end * direction[1])}`}
              />
            </>
          )}
        </Figure>
      </div>
      <Panel>
        <div class="learn-buttons">
          <button
            type="button"
            onClick={() => {
              if (!plays && shown === last) setAt(0);
              setPlays(!plays);
            }}
          >
            {plays ? 'Pause' : 'Play the traversal'}
          </button>
        </div>
        <Slider
          label="Nodes visited"
          value={shown}
          from={0}
          to={last}
          words={(value) => `${value} of ${last}`}
          onChange={(value) => {
            setPlays(false);
            setAt(value);
          }}
        />
        <Readings
          rows={[
            {
              id: 'visits',
              label: 'nodes visited for the first hit',
              value: first.visits,
              main: true,
            },
            { id: 'tests', label: `of ${N} boxes tested`, value: first.tests },
            { id: 'every', label: 'nodes visited for all hits', value: every.visits },
            { id: 'hits', label: 'boxes along the ray', value: every.ids.length },
            {
              id: 'distance',
              label: 'distance to the first hit',
              value: first.hit ? first.hit.distance.toFixed(2) : '–',
            },
          ]}
        />
        <OpenLink world={world} structure="static-tree" question={{ spot, from: FROM }} />
      </Panel>
    </>
  );
}
