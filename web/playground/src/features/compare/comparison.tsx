/** Table that compares numbers of two structures. Differences are relative to the first one. */

import { isTied } from '../../bench/verdict.js';
import { deepestLevel } from '../../model/item-levels.js';
import type { Recent } from '../../model/recent.js';
import { useNumberUpdates, usePage } from '../../session/page.js';
import type { Side } from '../../session/side.js';
import { emptyLookups, queryCost, sideNames } from '../../session/side.js';
import { bytes, count, duration, pairWords } from '../../ui/format.js';
import { ItemLevels } from './item-levels.js';

interface Measure {
  readonly id: string;
  readonly label: string;
  readonly title: string;
  readonly strong?: boolean;
  /** Formats the value; by default as a count. */
  readonly format?: (value: number) => string;
  of(side: Side): number;
  /** Measured durations, if the row shows a duration. */
  readonly times?: (side: Side) => Recent;
  /** Returns whether the row is shown. By default, the row is always shown. */
  readonly only?: (sides: readonly Side[]) => boolean;
}

const MIN_MEASUREMENTS = 10;

const absent = (value: number | undefined) => value ?? Number.NaN;

/** Returns the row of a duration, which shows the mean of its measurements. */
function timing(
  { id, label, of }: { id: string; label: string; of: string },
  times: (side: Side) => Recent,
): Measure {
  return {
    id,
    label,
    title: `Mean time of ${of}, without outliers; “≈ same” if the middle halves of the measurements overlap, “–” below ${MIN_MEASUREMENTS} measurements`,
    format: duration,
    of: (side) => times(side).typical(),
    times,
  };
}

const structure: readonly Measure[] = [
  {
    id: 'nodes',
    label: 'Nodes',
    title: 'Nodes of the structure',
    of: ({ building, index }) => building?.dump.count ?? index.stats().nodes,
  },
  {
    id: 'height',
    label: 'Height',
    title: 'Edges from the root to the deepest leaf',
    of: ({ building, index }) =>
      building ? deepestLevel(building.dump) : absent(index.stats().height),
  },
  {
    id: 'stuck',
    label: 'Stuck boxes',
    title: 'Boxes in a node with children that is at least eight times as wide as the box',
    of: ({ levels }) => levels.stuck.length,
  },
  {
    id: 'memory',
    label: 'Memory',
    title: 'WebAssembly memory that the index uses',
    format: bytes,
    of: ({ index }) => index.byteLength,
  },
];

const frame: readonly Measure[] = [
  timing(
    { id: 'update-time', label: 'Update', of: 'the last 60 frames' },
    ({ updateTimes }) => updateTimes,
  ),
  {
    id: 'replaced',
    label: 'Re-inserted',
    title: 'Boxes that the last frame re-inserted or moved to another place in the structure',
    of: ({ replaced }) => replaced,
  },
  {
    id: 'pair-tests',
    label: 'Pair tests',
    title: 'Pairs of boxes that the last search for pairs tested',
    of: ({ pairCounters }) => pairCounters.itemTests,
  },
  {
    id: 'pair-visits',
    label: 'Pair visits',
    title: 'Nodes that the last search for pairs visited',
    of: ({ pairCounters }) => pairCounters.nodeVisits,
    only: (sides) => sides.some(({ pairCounters }) => pairCounters.nodeVisits > 0),
  },
  timing(
    { id: 'pair-time', label: 'Find pairs', of: 'the last 60 searches' },
    ({ pairTimes }) => pairTimes,
  ),
];

const query: readonly Measure[] = [
  {
    id: 'node-visits',
    label: 'Nodes visited',
    title: 'Nodes whose bounds the query tested',
    of: ({ queryCounters }) => queryCounters.nodeVisits,
  },
  {
    id: 'item-tests',
    label: 'Box tests',
    title: 'Boxes that the query tested',
    of: ({ queryCounters }) => queryCounters.itemTests,
  },
  {
    id: 'empty-cells',
    label: 'Empty cells',
    title: 'Cells that the query looked up and found empty; counted while nothing moves',
    of: emptyLookups,
    only: (sides) => sides.some(({ index }) => index.id === 'spatial-hash'),
  },
  {
    id: 'tests',
    label: 'All tests',
    title: 'Nodes and cells visited plus boxes tested',
    strong: true,
    of: queryCost,
  },
  timing(
    { id: 'query-time', label: 'Time', of: 'repeated queries' },
    ({ queryTimes }) => queryTimes,
  ),
];

/** Formats a factor with two significant digits. */
function factor(ratio: number): string {
  return ratio < 9.95 ? ratio.toFixed(1) : count(ratio);
}

interface DifferenceProps {
  readonly from: number;
  readonly to: number;
  /** Whether the measurements of two durations overlap, so that no difference is shown. */
  readonly tied: boolean;
}

/** Difference between two values. Smaller values are better in every row. */
function Difference({ from, to, tied }: DifferenceProps) {
  if (Number.isNaN(from) || Number.isNaN(to)) return <>–</>;
  if (tied) return <>≈ same</>;
  if (from === to) return <>same</>;
  if (from === 0) return <span class="worse">▲ from 0</span>;
  const share = Math.round((100 * (to - from)) / from);
  if (share >= 200) return <span class="worse">▲ {factor(to / from)} ×</span>;
  if (share === 0) return <>≈ 0 %</>;
  return share < 0 ? (
    <span class="better">▼ {-share} %</span>
  ) : (
    <span class="worse">▲ {share} %</span>
  );
}

function Rows({ title, measures }: { title: string; measures: readonly Measure[] }) {
  useNumberUpdates();
  const sides = usePage().playground.session?.sides ?? [];
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} class="comparison-group">
          {title}
        </th>
      </tr>
      {measures.map(({ id, label, title: about, strong, format = count, of, only, times }) => {
        if (only && !only(sides)) return null;
        const [from, to] = sides.map(of);
        const measured = times && sides.map(times);
        const isKnown = !measured?.some(({ size }) => size < MIN_MEASUREMENTS);
        const tied = measured ? isTied(measured[0].band, measured[1].band) : false;
        return (
          <tr key={id} title={about} class={strong ? 'comparison-sum' : undefined}>
            <th scope="row">{label}</th>
            <td data-number={`${id}-A`}>{format(from)}</td>
            <td data-number={`${id}-B`}>{format(to)}</td>
            <td data-number={`${id}-difference`}>
              {isKnown ? <Difference from={from} to={to} tied={tied} /> : '–'}
            </td>
          </tr>
        );
      })}
    </tbody>
  );
}

export function Comparison() {
  const { playground, store } = usePage();
  useNumberUpdates();
  const { session } = playground;
  if (!session || session.sides.length < 2) return null;
  const builds = store.field('build').value !== null;
  const hasQuery = store.field('query').value !== 'none' && !builds;
  const { hitCount, index } = session.main;
  return (
    <section aria-label="Comparison" id="numbers">
      <table class="comparison">
        <thead>
          <tr>
            <td />
            {sideNames.map((name, view) => (
              <th key={name} scope="col">
                <span class={`side-mark side-${name}`}>{name}</span>
                <span class="visually-hidden">
                  {session.sides[view].entry.title(index.dimensions)}
                </span>
              </th>
            ))}
            <th scope="col">B vs A</th>
          </tr>
        </thead>
        {hasQuery && <Rows title="Query" measures={query} />}
        <Rows title="Structure" measures={structure} />
        {!builds && <Rows title="Each frame" measures={frame} />}
      </table>
      <ItemLevels sides={session.sides} />
      <p class="hint">
        A and B: {count(index.size)} boxes, {pairWords(session.main)} pairs
        {hasQuery && `, ${count(hitCount)} hits`}.
      </p>
    </section>
  );
}
