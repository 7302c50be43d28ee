/** Live numbers of structure, frame and query. */

import type { BuildReplayStep } from '../model/build-step.js';
import { deepestLevel } from '../model/item-levels.js';
import type { Playground } from '../session/page.js';
import { useNumberUpdates, usePage } from '../session/page.js';
import type { Side } from '../session/side.js';
import { emptyLookups } from '../session/side.js';
import { bytes, count, duration, pairWords } from '../ui/format.js';
import { Late } from '../ui/late.js';
import { NumberList, type NumberRow } from '../ui/number-list.js';

interface Group {
  readonly title: string;
  readonly rows: readonly NumberRow[];
}

function everyNth(interval: number): string {
  return interval > 1 ? `; one search every ${interval} frames` : '';
}

/** Returns the rows about the index at the shown build step. */
function buildingRows({ dump, endItem, firstItem }: BuildReplayStep): NumberRow[] {
  return [
    { id: 'items', label: 'Boxes', value: count(endItem - firstItem) },
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
    { id: 'items', label: 'Boxes', value: count(items) },
    {
      id: 'nodes',
      label: 'Nodes',
      value: count(nodes),
      title: `${count(leaves)} of them are leaves`,
    },
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
      title: 'WebAssembly memory that this index uses',
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
      title: 'Mean time of the last 60 frames, without outliers',
    },
    {
      id: 'replaced',
      label: 'Re-inserted this frame',
      value: count(session.main.replaced),
      title: 'Boxes that the last frame re-inserted or moved to another place in the structure',
    },
    {
      id: 'pair-time',
      label: 'Find pairs',
      value: duration(pairTimes.typical()),
      title: `Mean time of the last 60 searches, without outliers${everyNth(pairInterval)}`,
    },
    {
      id: 'pairs',
      label: 'Pairs',
      value: pairWords(session.main),
      title: session.main.tooManyPairs
        ? 'Too many to list: estimated from 64 of the boxes'
        : `Overlapping pairs, found with ${count(pairCounters.itemTests)} box tests`,
    },
  ];
}

/**
 * Returns the row with the number of empty cells that the query looked up. Only the spatial hash
 * has this row.
 */
function emptyRows(side: Side): NumberRow[] {
  if (side.index.id !== 'spatial-hash') return [];
  const title = 'Cells that the query looked up and found empty; counted while nothing moves';
  return [{ id: 'empty-cells', label: 'Empty cells', value: count(emptyLookups(side)), title }];
}

/** Formats the number of node and box tests of the query, with its ratio to the number of boxes. */
function testsOf({ queryCounters: { itemTests, nodeVisits } }: Side, boxes: number): string {
  const tests = nodeVisits + itemTests;
  return `${count(tests)} of ${count(boxes)} (${Math.round((100 * tests) / Math.max(boxes, 1))} %)`;
}

function queryRows({ session, settings }: Playground): NumberRow[] {
  if (!session || settings.query === 'none' || settings.build) return [];
  const { queryCounters, queryTimes, hitCount } = session.main;
  return [
    {
      id: 'query-tests',
      label: 'Tests',
      value: testsOf(session.main, session.source.count),
      title: 'Nodes visited and boxes tested, compared with one test for each box',
    },
    {
      id: 'hits',
      label: settings.query === 'frustum' ? 'Visible' : 'Hits',
      value: count(hitCount),
    },
    {
      id: 'node-visits',
      label: 'Nodes visited',
      value: count(queryCounters.nodeVisits),
      title: 'Nodes whose bounds the query tested, counted by the library',
    },
    {
      id: 'item-tests',
      label: 'Box tests',
      value: count(queryCounters.itemTests),
      title: 'Boxes that the query tested',
    },
    ...emptyRows(session.main),
    {
      id: 'brute-tests',
      label: 'Without a structure',
      value: count(session.source.count),
      title: 'Box tests without a structure: one for each box',
    },
    {
      id: 'query-time',
      label: 'Time',
      value: duration(queryTimes.typical()),
      title: 'Mean time of repeated queries, without outliers',
    },
  ];
}

export function Numbers() {
  const { playground } = usePage();
  useNumberUpdates();
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
