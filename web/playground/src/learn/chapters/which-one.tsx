/**
 * Figure: the same query in every structure, and published claims that this project has checked.
 */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { structures } from 'sapwood/all';
import { count } from '../../ui/format.js';
import { type Claim, claims } from '../claims.js';
import { Choice, Figure, OpenLink, Panel, useWorld } from '../kit.js';
import { Items, ItemsInRole, QueryMark } from '../marks.js';
import { Subject } from '../subject.js';
import type { Spot } from '../world.js';

const N = 600;
const HALF = 0.07;
const worlds = {
  uniform: 'Scattered',
  clustered: 'Clustered',
  mixed: 'A few huge boxes',
  'x-line': 'In one column',
} as const;
/** Initial query position in each scene. The query finds boxes at this position. */
const places: Readonly<Record<keyof typeof worlds, Spot>> = {
  uniform: [0.5, 0.5],
  clustered: [0.4, 0.7],
  mixed: [0.5, 0.5],
  'x-line': [0.5, 0.5],
};
const contenders = structures.filter(({ dimensions }) => dimensions.includes(2));

export function WhichOne() {
  const [scene, setScene] = useState<keyof typeof worlds>('uniform');
  const [spot, setSpot] = useState<Spot>(places.uniform);
  const choose = (next: keyof typeof worlds) => {
    setScene(next);
    setSpot(places[next]);
  };
  const world = useWorld(scene, N);
  const subjects = useMemo(
    () => contenders.map(({ id }) => new Subject({ world, structure: id })),
    [world],
  );
  useEffect(
    () => () => {
      for (const subject of subjects) subject.dispose();
    },
    [subjects],
  );
  const box = world.square(spot, HALF);
  const results = subjects
    .map((subject, i) => ({ entry: contenders[i], ...subject.inBox(box) }))
    .sort((a, b) => a.tests + a.visits - b.tests - b.visits);
  const max = Math.max(...results.map(({ tests, visits }) => tests + visits), 1);
  return (
    <>
      <Figure
        world={world}
        label="One query, run by every structure"
        handle={{ label: 'The query', spot, onMove: setSpot }}
        query={box}
      >
        {(view) => (
          <>
            <Items view={view} world={world} />
            <ItemsInRole kind="hit" ids={results[0].ids} view={view} world={world} />
            <QueryMark box={box} view={view} />
          </>
        )}
      </Figure>
      <Panel>
        <Choice label="The boxes" of={worlds} value={scene} onChange={choose} />
        <ol class="learn-bars" aria-label="Nodes visited and boxes tested, fewest first">
          {results.map(({ entry, tests, visits }) => (
            <li key={entry.id} data-structure={entry.id} data-effort={tests + visits}>
              <span>{entry.title(2)}</span>
              <span class="learn-bar" aria-hidden="true">
                <span class="learn-nodes" style={{ width: `${(100 * visits) / max}%` }} />
                <span class="learn-boxes" style={{ width: `${(100 * tests) / max}%` }} />
              </span>
              <span>{count(tests + visits)}</span>
            </li>
          ))}
        </ol>
        <p class="learn-key">
          <span class="learn-nodes" /> nodes visited, <span class="learn-boxes" /> boxes tested.
          This is work, not time: tests of four boxes at once, or of boxes that are adjacent in
          memory, are faster than they look here. <a href="#bench">Bench</a> measures time.
        </p>
        <OpenLink world={world} structure={results[0].entry.id} question={{ spot, half: HALF }} />
        <AllClaims />
      </Panel>
    </>
  );
}

const verdicts: readonly Claim['verdict'][] = ['reproduced', 'qualified', 'refuted'];

function AllClaims() {
  if (claims.value.length === 0) return null;
  const having = (verdict: string) => claims.value.filter((claim) => claim.verdict === verdict);
  return (
    <details class="learn-claims">
      <summary>
        We checked {claims.value.length} claims from the literature:{' '}
        {verdicts.map((verdict) => `${having(verdict).length} ${verdict}`).join(', ')}
      </summary>
      {verdicts.map((verdict) => (
        <section key={verdict}>
          <h3>{verdict}</h3>
          <dl>
            {having(verdict).map(({ found, source, text }) => (
              <div key={text}>
                <dt>{text}</dt>
                <dd>
                  {found} <small>{source}</small>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </details>
  );
}
