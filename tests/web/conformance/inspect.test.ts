/**
 * Counters, statistics and node dumps of every structure agree with each other and with the items.
 */

import { type NodeDump, NodeKind, type SpatialIndex } from 'sapwood/all';
import { type Case, fullCase, rayParts, sphereParts } from '../support/cases.js';
import { type Check, describeSuite } from '../support/checks.js';
import { require, requireSequence, requireValid } from '../support/compare.js';
import { allSubjects, type Subject } from '../support/subjects.js';

function checkCounters(index: SpatialIndex, one: Case, subject: Subject): void {
  const items = index.nodes().items.length;
  const { nodes } = index.stats();
  const count = (what: string, found: number) => {
    const { nodeVisits, itemTests, results } = index.counters();
    require(results === found, () => `${what}: ${results} results counted, ${found} found`);
    require(nodeVisits <= nodes && itemTests <= items, () =>
      `${what}: ${nodeVisits}, ${itemTests}`);
    require(nodeVisits + itemTests > 0, () => `${what}: nothing counted`);
  };
  const box = one.boxQueries()[0].query;
  count('queryBox', index.queryBox(box).length);
  const [center, radius] = sphereParts(one.sphereQueries()[0].query);
  count('querySphere', index.querySphere(center, radius).length);
  count('nearest', index.nearest(center, 3).ids.length);
  if (subject.has('ray')) {
    const ray = rayParts(one.rayQueries()[0].query);
    count('raycastAll', index.raycastAll(...ray).ids.length);
    count('raycast', index.raycast(...ray) ? 1 : 0);
  }
  const pairs = index.pairs().length / 2;
  const { itemTests, results } = index.counters();
  require(results === pairs && itemTests >= pairs, () => `${results} pairs counted of ${pairs}`);
}

function checkStats(index: SpatialIndex, one: Case): void {
  const { items, nodes, leaves, byteLength } = index.stats();
  requireSequence([items, byteLength], [one.count, index.byteLength], () => 'items, byteLength');
  require(leaves <= nodes, () => `${leaves} leaves of ${nodes} nodes`);
}

const boundsOf = ({ bounds }: NodeDump, node: number, dimensions: number) =>
  bounds.subarray(node * 2 * dimensions, (node + 1) * 2 * dimensions);

function requireNode(dump: NodeDump, node: number, dimensions: number): void {
  const parent = dump.parent[node];
  require(parent < node, () => `node ${node} before its parent ${parent}`);
  require(dump.level[node] === (parent < 0 ? 0 : dump.level[parent] + 1), () => `level of ${node}`);
  if (parent < 0) return;
  require(dump.kind[parent] === NodeKind.Branch, () => `parent ${parent} is no branch`);
  const [inner, outer] = [node, parent].map((one) => boundsOf(dump, one, dimensions));
  for (let d = 0; d < dimensions; d++) {
    const within = outer[d] <= inner[d] && inner[dimensions + d] <= outer[dimensions + d];
    require(within, () => `node ${node} sticks out of its parent ${parent}`);
  }
}

function checkNodes(index: SpatialIndex, one: Case): void {
  const dump = index.nodes();
  const { count, bounds, level, parent, firstItem, itemCount, kind, items } = dump;
  const lengths = [level, parent, firstItem, itemCount, kind].map(({ length }) => length);
  requireSequence(lengths, Array(5).fill(count), () => 'lengths of the arrays by node');
  require(bounds.length === count * 2 * index.dimensions, () => `${bounds.length} bounds`);
  const seen = new Set<number>();
  for (let node = 0; node < count; node++) {
    requireNode(dump, node, index.dimensions);
    const ids = items.subarray(firstItem[node], firstItem[node] + itemCount[node]);
    require(ids.length === itemCount[node], () => `items of node ${node} end too early`);
    const own = boundsOf(dump, node, index.dimensions);
    for (const id of ids) {
      const touches = index
        .box(id)
        .every((side, i) =>
          i < index.dimensions
            ? side <= own[i + index.dimensions]
            : side >= own[i - index.dimensions],
        );
      require(touches, () => `item ${id} is outside of its node ${node}`);
      seen.add(id);
    }
  }
  require(seen.size === one.count, () => `${seen.size} of ${one.count} items in the nodes`);
}

function checkEmpty(subject: Subject): void {
  const index = subject.create();
  const { count, items } = index.nodes();
  requireSequence([count, items.length, index.stats().items], [0, 0, 0], () => 'an empty index');
  requireValid(index.validate(), () => 'an empty index');
  index.dispose();
}

function inspectChecks(subject: Subject): Check[] {
  const check = (
    name: string,
    look: (index: SpatialIndex, one: Case, subject: Subject) => void,
  ): Check => ({
    name,
    run: () => {
      const one = fullCase('uniform', subject.dimensions);
      const index = subject.create();
      index.build(one.boxes);
      look(index, one, subject);
      index.dispose();
    },
  });
  return [
    check('counters are at most the numbers of nodes and items', checkCounters),
    check('stats count the nodes and items', checkStats),
    check('nodes follow their parents, are inside of them, and contain every item', checkNodes),
    { name: 'an empty index shows nothing', run: () => checkEmpty(subject) },
  ];
}

describeSuite('looking inside', inspectChecks, allSubjects());
