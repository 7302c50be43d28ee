/** Three main numbers: query tests, update time, pair search time. */

import { useNumberUpdates, usePage } from '../session/page.js';
import { queryCost, type Side, sideNames } from '../session/side.js';
import { count, duration } from '../ui/format.js';

interface Figure {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  /** Text after the value that names the total, such as "of 500". */
  readonly of?: string;
  /** Returns the value as a fraction of the total, which is drawn as a bar. */
  readonly shareOf?: (side: Side) => number;
  read(side: Side): string;
}

export function KeyFigures() {
  const { playground, store } = usePage();
  useNumberUpdates();
  const { session } = playground;
  if (store.field('build').value !== null) return null;
  // reserves the height until numbers are available
  if (!session) return <div class="key-figures" />;
  const boxes = session.source.count;
  const tests: Figure = {
    id: 'tests',
    label: 'Tests',
    title: 'Nodes visited and boxes tested by the query, of one test for each box',
    of: `of ${count(boxes)}`,
    shareOf: (side) => queryCost(side) / Math.max(boxes, 1),
    read: (side) => count(queryCost(side)),
  };
  const figures: readonly Figure[] = [
    ...(store.field('query').value === 'none' ? [] : [tests]),
    {
      id: 'update',
      label: 'Update',
      title: 'Time to update the structure, mean of the last 60 frames without outliers',
      read: ({ updateTimes }) => duration(updateTimes.typical()),
    },
    {
      id: 'pair-search',
      label: 'Pairs',
      title: 'Time to find all overlapping pairs, mean of the last 60 searches without outliers',
      read: ({ pairTimes }) => duration(pairTimes.typical()),
    },
  ];
  return (
    <dl class="key-figures" aria-label="Live numbers">
      {figures.map(({ id, label, title, of, read, shareOf }) => (
        <div key={id} class="key-figure" title={title}>
          <dt>{label}</dt>
          <dd data-figure={id}>
            {session.sides.map((side, view) => (
              <span key={sideNames[view]} class="key-figure-value">
                {session.sides.length > 1 && (
                  <span class={`side-mark side-${sideNames[view]}`}>{sideNames[view]}</span>
                )}
                <b>{read(side)}</b>
              </span>
            ))}
            {of && <span class="key-figure-of"> {of}</span>}
            {shareOf &&
              session.sides.map((side, view) => (
                <span key={sideNames[view]} class="key-figure-bar">
                  <span style={{ width: `${Math.min(100 * shareOf(side), 100)}%` }} />
                </span>
              ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
