/** Renders docs/claims.md and the claims for the playground. */

import { type Files, fillPage, pageFiles, type Table, tableText, whole } from '../report/document';
import { cardOf } from '../report/table';
import { claims } from './claims';
import type { Facts } from './facts';
import { itemCounts, type NodeSize, nodeBytes } from './node-sizes';

export const PAGE = 'docs/claims.md';
/** Claims for the Learn page of the playground. */
const PLAYGROUND_LIST = 'web/playground/public/claims.json';

const TREE_PAGE = 'docs/structures/sphere-tree.md';

export function renderPage(facts: Facts): Files {
  const table: Table = {
    caption: 'Claims with the command that measures each figure:',
    header: ['claim', 'verdict', 'measured', 'command', 'source'],
    rows: claims.map((claim) => [
      claim.text,
      `**${claim.verdict}**`,
      claim.evaluate(facts).figure,
      `\`${claim.command}\``,
      claim.source,
    ]),
  };
  const text = tableText(table).replace(/---:/g, '---');
  const files = pageFiles(PAGE, { environment: cardOf(facts.timings.environment), claims: text });
  const { nodeSizes } = facts.timings;
  const tree = fillPage(TREE_PAGE, { 'node sizes': nodeSizesTable(nodeSizes) });
  return new Map([...files, [PLAYGROUND_LIST, listOf(facts)], [TREE_PAGE, tree]]);
}

function nodeSizesTable(sizes: readonly NodeSize[]): string {
  const ratio = (bytes: number, items: number, pick: (size: NodeSize) => number) =>
    pick(sizes.find((one) => one.bytes === bytes && one.items === items)!).toFixed(2);
  const rows = nodeBytes.map((bytes) => [
    bytes === 20 ? '**20 bytes** (used)' : `${bytes} bytes`,
    ...itemCounts.map((items) => ratio(bytes, items, ({ overSmallest }) => overSmallest)),
    ratio(bytes, 20_000, ({ oppositeCorners }) => oppositeCorners),
  ]);
  const header = [
    'nodes padded to',
    ...itemCounts.map((items) => `${whole(items)} items`),
    'ratio of opposite corners, 20,000 items',
  ];
  const caption =
    'Padding nodes to a cache line is often recommended. In this measurement it makes culling slower:';
  return tableText({ caption, header, rows });
}

/** Removes Markdown formatting. */
const plain = (text: string) =>
  text.replaceAll(/(?<![\w*])\*{1,2}([^*]+)\*{1,2}(?!\w)/g, '$1').replaceAll('`', '');

function listOf(facts: Facts): string {
  const list = claims.map(({ evaluate, source, text, verdict }) => {
    return { text, verdict, found: plain(evaluate(facts).figure), source: plain(source) };
  });
  return `${JSON.stringify({ schema: 'sapwood-claims-list/1', claims: list }, null, 2)}\n`;
}
