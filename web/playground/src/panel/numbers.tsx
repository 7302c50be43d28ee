/** The live numbers: what the structure holds, what a frame costs, and what the query did. */

import type { Playground } from '../explore/playground.js';
import { emptyLookups } from '../explore/query-cost.js';
import type { Side } from '../explore/side.js';
import type { BuildReplayStep } from '../features/replay/build-frame.js';
import { keepsLists } from '../model/grid-storage.js';
import { deepestLevel } from '../model/item-levels.js';
import { bytes, count, duration, pairWords } from '../ui/format.js';
import { NumberList, type NumberRow } from '../ui/number-list.js';
import { Late } from './late-panels.js';
import { useBeat, usePage } from './page.js';

interface Group {
  readonly title: string;
  readonly rows: readonly NumberRow[];
}

function everyNth(interval: number): string {
  return interval > 1 ? `, in every ${interval}th frame` : '';
}

/** Of the index that is being built. */
function buildingRows({ dump, endItem, firstItem }: BuildReplayStep): NumberRow[] {
  return [
    { id: 'items', label: 'Items', value: count(endItem - firstItem) },
    { id: 'nodes', label: 'Nodes', value: count(dump.count) },
    {
      id: 'height',
      label: 'Height',
      value: count(deepestLevel(dump)),
      title: 'Edges from the root to the deepest node',
    },
  ];
}

function structureRows({ session }: Playground): NumberRow[] {
  if (!session) return [];
  const { building, index } = session.main;
  const { items, nodes, leaves, height, byteLength } = index.stats();
  if (building) return buildingRows(building);
  return [
    { id: 'items', label: 'Items', value: count(items) },
    { id: 'nodes', label: 'Nodes', value: count(nodes), title: `${count(leaves)} of them leaves` },
    {
      id: 'height',
      label: 'Height',
      value: count(height),
      title: 'Edges from the root to the deepest leaf',
    },
    {
      id: 'memory',
      label: 'Memory',
      value: bytes(byteLength),
      title: 'WebAssembly memory of this index',
    },
  ];
}

function frameRows({ session }: Playground): NumberRow[] {
  if (!session) return [];
  const { pairCounters, pairInterval, pairTimes, updateTimes } = session.main;
  return [
    {
      id: 'update-time',
      label: 'Update',
      value: duration(updateTimes.typical()),
      title: 'Mean of 60 frames without outliers',
    },
    {
      id: 'replaced',
      label: 'Changed place',
      value: count(session.main.replaced),
      title: 'Items that the last frame re-inserted, or moved to another place of the structure',
    },
    {
      id: 'pair-time',
      label: 'Find pairs',
      value: duration(pairTimes.typical()),
      title: `Mean of 60 searches without outliers${everyNth(pairInterval)}`,
    },
    {
      id: 'pairs',
      label: 'Pairs',
      value: pairWords(session.main),
      title: session.main.tooManyPairs
        ? 'Too many to be listed: judged by 64 of the items'
        : `Overlapping pairs; ${count(pairCounters.itemTests)} box tests`,
    },
  ];
}

/** Of structures that look up cells. */
function emptyRows(side: Side): NumberRow[] {
  if (!keepsLists(side.index)) return [];
  const title = 'Cells that were looked up and hold nothing; counted while the scene stands still';
  return [{ id: 'empty-cells', label: 'Empty cells', value: count(emptyLookups(side)), title }];
}

function queryRows({ session, settings }: Playground): NumberRow[] {
  if (!session || settings.query === 'none' || settings.build) return [];
  const { queryCounters, queryTimes, hitCount } = session.main;
  return [
    {
      id: 'hits',
      label: settings.query === 'frustum' ? 'Visible' : 'Hits',
      value: count(hitCount),
    },
    {
      id: 'node-visits',
      label: 'Node visits',
      value: count(queryCounters.nodeVisits),
      title: 'Nodes whose box was tested, counted by the library',
    },
    {
      id: 'item-tests',
      label: 'Item tests',
      value: count(queryCounters.itemTests),
      title: 'Items that were compared with the query',
    },
    ...emptyRows(session.main),
    {
      id: 'brute-tests',
      label: 'By brute force',
      value: count(session.source.count),
      title: 'Item tests without any structure: every item',
    },
    {
      id: 'query-time',
      label: 'Time',
      value: duration(queryTimes.typical()),
      title: 'Mean of repeated queries without outliers',
    },
  ];
}

export function Numbers() {
  const { playground } = usePage();
  useBeat();
  if ((playground.session?.sides.length ?? 0) > 1) return <Late panel="Comparison" />;
  const groups: Group[] = [
    { title: 'Structure', rows: structureRows(playground) },
    { title: 'Each frame', rows: playground.settings.build ? [] : frameRows(playground) },
    { title: 'Query', rows: queryRows(playground) },
  ];
  return (
    <section class="numbers" aria-label="Live numbers" id="numbers">
      {groups.map(({ title, rows }) =>
        rows.length === 0 ? null : (
          <div key={title} class="numbers-group">
            <h2>{title}</h2>
            <NumberList rows={rows} />
          </div>
        ),
      )}
      <Late panel="ShapeNumbers" />
    </section>
  );
}

/** The few numbers that a narrow page has room for. */
export function KeyNumbers() {
  const { playground } = usePage();
  useBeat();
  const { intervals } = playground.loop;
  const wanted = ['items', 'pairs', 'hits'];
  const rows = [
    ...structureRows(playground),
    ...frameRows(playground),
    ...queryRows(playground),
  ].filter(({ id }) => wanted.includes(id));
  rows.push({ id: 'frame', label: 'Frame', value: duration(intervals.percentile(0.5)) });
  return (
    <dl class="key-numbers" aria-label="Live numbers">
      {rows.map(({ id, label, value }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
