/**
 * Writes web/playground/public/which.json, the data of the page "Which one?". It contains times in
 * the uniform worlds of the record, grouped by share of moving boxes. It lists the candidates that
 * are the best of their structure for at least one world and query.
 */

import type { CullingRecord } from './culling';
import type { AdviseRecord, RecordedCell } from './record';

export const PLAYGROUND_TABLE = 'web/playground/public/which.json';

/** Percentages of moving boxes, each with a pattern for the ids of the worlds. */
export const families: readonly (readonly [share: number, worlds: RegExp])[] = [
  [0, /^uniform-[23]d( n=\d+|-10k)?$/],
  [1, /^(uniform-[23]d teleport n=\d+|teleport-[23]d)$/],
  [10, /^(uniform-[23]d sleeping n=\d+|sleeping-[23]d)$/],
  [100, /^(uniform-[23]d drift n=\d+|drift-[23]d|gas-[23]d-5k)$/],
];

type Packed = readonly [candidate: number, ...ns: readonly number[]];

interface World {
  readonly dimensions: 2 | 3;
  readonly share: number;
  readonly n: number;
  readonly cells: readonly RecordedCell[];
}

const nameOf = ({ structure, policy }: Pick<RecordedCell, 'structure' | 'policy'>) =>
  `${structure} | ${policy}`;
const idOf = (structure: string) => structure.split(' ')[0];

function worldsOf({ cases, cells }: AdviseRecord): readonly World[] {
  return families.flatMap(([share, worlds]) =>
    cases
      .filter(({ id }) => worlds.test(id))
      .map(({ id, figures: { count, dimensions } }) => ({
        ...{ share, dimensions, n: count },
        cells: cells.filter((cell) => cell.case === id && cell.ns !== null),
      }))
      .sort((a, b) => a.dimensions - b.dimensions || a.n - b.n),
  );
}

/**
 * Returns the cost of all pairs, of each kind of query, and of an update. Costs of mixed kinds of
 * queries are omitted, because they are not needed to find the best options.
 */
function costsOf({ ns, work }: RecordedCell, share: number): number[] {
  const [follow, frame, ...queries] = ns ?? [];
  const queryCount = (share === 0 ? 1 : 0.1) * work.items;
  return [frame, ...queries.map((each) => follow + queryCount * each), follow];
}

function keptOf(worlds: readonly World[]): ReadonlySet<string> {
  const kept = new Set<string>();
  for (const { cells, share } of worlds) {
    const best = new Map<string, { name: string; cost: number }>();
    for (const cell of cells) {
      costsOf(cell, share).forEach((cost, question) => {
        const key = `${idOf(cell.structure)} ${question}`;
        const known = best.get(key);
        if (!known || cost < known.cost) best.set(key, { name: nameOf(cell), cost });
      });
    }
    for (const { name } of best.values()) kept.add(name);
  }
  return kept;
}

function optionsOf(structure: string): Record<string, string | number> {
  const pairs = structure.split(' ').slice(1);
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, text] = pair.split('=');
      return [name, Number.isNaN(Number(text)) ? text : Number(text)];
    }),
  );
}

export function playgroundTable(record: AdviseRecord, culling: CullingRecord): string {
  const worlds = worldsOf(record);
  const kept = [...keptOf(worlds)].sort();
  const place = (cell: RecordedCell) => kept.indexOf(nameOf(cell));
  const packedOf = (cells: readonly RecordedCell[]): Packed[] =>
    cells
      .filter((cell) => place(cell) >= 0)
      .map((cell): Packed => [place(cell), ...(cell.ns ?? [])])
      .sort(([a], [b]) => a - b);
  const { date, cpu, runtime, package: version } = record.environment;
  const candidates = kept.map((name) => {
    const [structure, policy] = name.split(' | ');
    return { structure: idOf(structure), options: optionsOf(structure), policy };
  });
  const structures = kept.map((name) => name.split(' | ')[0]);
  const list = (lines: readonly unknown[]) =>
    lines.map((line) => `  ${JSON.stringify(line)}`).join(',\n');
  const views = culling.sizes.map(({ n, ns }) => ({
    n,
    ns: structures.map((each) => ns[each] ?? null),
  }));
  return [
    '{',
    ' "schema": "sapwood-which/1",',
    ` "environment": ${JSON.stringify({ date, cpu, runtime, package: version })},`,
    ` "candidates": [\n${list(candidates)}\n ],`,
    ` "worlds": [\n${list(
      worlds.map(({ cells, ...world }) => ({ ...world, cells: packedOf(cells) })),
    )}\n ],`,
    ` "views": [\n${list(views)}\n ]`,
    '}',
    '',
  ].join('\n');
}
