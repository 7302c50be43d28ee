/** Introspection: counters, stats and node dump agree with each other and with the content. */

import { type NodeDump, NodeKind, type SpatialIndex } from 'sapwood/all';
import { type Case, fullCase } from '../support/cases.js';
import type { Check } from '../support/checks.js';
import { require, requireSequence, requireSound } from '../support/compare.js';
import type { Subject } from '../support/subjects.js';
import { volume } from '../support/volume.js';
import { rayParts, sphereParts } from './queries.js';

const SCENES = ['uniform', 'identical', 'exponential', 'points'];
const VARIANT_SCENES = ['identical', 'exponential'];

function inScenes(subject: Subject, look: (index: SpatialIndex, one: Case) => void): void {
  for (const scene of subject.isVariant ? volume(SCENES, VARIANT_SCENES) : SCENES) {
    const one = fullCase(scene, subject.dimensions);
    const index = subject.create();
    index.build(one.boxes);
    look(index, one);
    index.dispose();
  }
}

/** Totals of the dump. Several nodes may contain the same item. */
interface Inside {
  readonly index: SpatialIndex;
  readonly nodes: number;
  readonly items: number;
}

function insideOf(index: SpatialIndex): Inside {
  const { items } = index.nodes();
  return { index, nodes: index.stats().nodes, items: items.length };
}

/** A query visits each node once and each item of a node once. It need not test items inside nodes that it covers. */
function requireCounters({ index, nodes, items }: Inside, found: number, what: string): void {
  const { nodeVisits, itemTests, results } = index.counters();
  require(results === found, () => `${what}: ${results} results counted, ${found} found`);
  require(nodeVisits <= nodes, () => `${what}: ${nodeVisits} visits of ${nodes} nodes`);
  const looked = itemTests >= found || (nodes > 0 && nodeVisits > 0);
  require(looked && itemTests <= items, () => {
    return `${what}: ${itemTests} tests of ${items} items for ${found} hits`;
  });
}

function checkCounters(index: SpatialIndex, one: Case): void {
  const inside = insideOf(index);
  for (const { query } of one.boxAnswers()) {
    requireCounters(inside, index.queryBox(query).length, 'queryBox');
  }
  for (const { query } of one.sphereAnswers()) {
    requireCounters(inside, index.querySphere(...sphereParts(query)).length, 'querySphere');
  }
  for (const { query } of one.pointAnswers()) {
    requireCounters(inside, index.queryPoint(query).length, 'queryPoint');
    requireCounters(inside, index.nearest(query, 3).ids.length, 'nearest');
  }
}

function checkRayCounters(index: SpatialIndex, one: Case): void {
  const inside = insideOf(index);
  for (const { query } of one.rayAnswers()) {
    requireCounters(inside, index.raycast(...rayParts(query)) ? 1 : 0, 'raycast');
    requireCounters(inside, index.raycastAll(...rayParts(query)).ids.length, 'raycastAll');
  }
}

function checkPairCounters(index: SpatialIndex, one: Case): void {
  const pairs = index.pairs().length / 2;
  const { itemTests, results } = index.counters();
  require(results === pairs, () => `${results} pairs counted, ${pairs} found`);
  require(itemTests >= pairs, () => `${itemTests} tests for ${pairs} pairs`);
  requireSequence([pairs], [one.pairs().length / 2], () => 'pairs');
}

function checkStats(index: SpatialIndex, one: Case): void {
  const { items, nodes, leaves, byteLength } = index.stats();
  requireSequence([items, byteLength], [one.count, index.byteLength], () => 'items, byteLength');
  require(leaves <= nodes, () => `${leaves} leaves of ${nodes} nodes`);
}

function requireArrays(dump: NodeDump, dimensions: number): void {
  const { count, bounds, level, parent, firstItem, itemCount, kind } = dump;
  const lengths = [level, parent, firstItem, itemCount, kind].map(({ length }) => length);
  requireSequence(
    lengths,
    lengths.map(() => count),
    () => 'lengths of the arrays by node',
  );
  require(bounds.length === count * 2 * dimensions, () => `${bounds.length} bounds`);
}

const boundsOf = ({ bounds }: NodeDump, node: number, dimensions: number) =>
  bounds.subarray(node * 2 * dimensions, (node + 1) * 2 * dimensions);

function requireNode(dump: NodeDump, node: number, dimensions: number): void {
  const parent = dump.parent[node];
  const inner = boundsOf(dump, node, dimensions);
  require(parent < node, () => `node ${node} before its parent ${parent}`);
  require(dump.level[node] === (parent < 0 ? 0 : dump.level[parent] + 1), () => `level of ${node}`);
  if (parent < 0) return;
  const outer = boundsOf(dump, parent, dimensions);
  require(dump.kind[parent] === NodeKind.Branch, () => `parent ${parent} is no branch`);
  for (let d = 0; d < dimensions; d++) {
    const within = outer[d] <= inner[d] && inner[dimensions + d] <= outer[dimensions + d];
    require(within, () => `node ${node} sticks out of its parent ${parent}`);
  }
}

/** Returns the ids in a node. Their boxes must touch its bounds. */
function itemsOf(index: SpatialIndex, dump: NodeDump, node: number): Uint32Array {
  const first = dump.firstItem[node];
  const ids = dump.items.subarray(first, first + dump.itemCount[node]);
  require(ids.length === dump.itemCount[node], () => `items of node ${node} end too early`);
  const bounds = boundsOf(dump, node, index.dimensions);
  for (const id of ids) {
    const box = index.box(id);
    for (let d = 0; d < index.dimensions; d++) {
      const touches =
        box[d] <= bounds[index.dimensions + d] && bounds[d] <= box[index.dimensions + d];
      require(touches, () => `item ${id} is outside of its node ${node}`);
    }
  }
  return ids;
}

function checkNodes(index: SpatialIndex, one: Case): void {
  const dump = index.nodes();
  requireArrays(dump, index.dimensions);
  const seen = new Set<number>();
  for (let node = 0; node < dump.count; node++) {
    requireNode(dump, node, index.dimensions);
    for (const id of itemsOf(index, dump, node)) seen.add(id);
  }
  require(seen.size === one.count, () => `${seen.size} of ${one.count} items in the nodes`);
}

function checkEmpty(subject: Subject): void {
  const index = subject.create();
  const { count, items } = index.nodes();
  requireSequence([count, items.length, index.stats().items], [0, 0, 0], () => 'an empty index');
  requireSound(index.validate(), () => 'an empty index');
  index.dispose();
}

export function inspectChecks(subject: Subject): Check[] {
  const check = (name: string, look: (index: SpatialIndex, one: Case) => void): Check => ({
    name,
    run: () => inScenes(subject, look),
  });
  return [
    check('counters never exceed nodes and items', checkCounters),
    ...(subject.has('ray')
      ? [check('counters of rays never exceed them either', checkRayCounters)]
      : []),
    check('counters of pairs say how many there are', checkPairCounters),
    check('stats count what was built', checkStats),
    check('nodes come parents first, nest, and hold every item', checkNodes),
    { name: 'an empty index shows nothing', run: () => checkEmpty(subject) },
  ];
}
