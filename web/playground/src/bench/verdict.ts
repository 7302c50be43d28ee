/** "What should I use?": what a run itself says, and nothing more. Where bands overlap there is no difference. */

import type { Cell, Crossover, Result, Spread, Verdict, Winner } from './model.js';

/** A result that counts. */
export type Timed = Result & { readonly ms: Spread };

export const isTimed = (result: Result): result is Timed =>
  result.status === 'ok' && result.ms !== null;

type Band = Pick<Spread, 'p25' | 'p75'>;

/** Whether the bands from p25 to p75 overlap. */
export function isLevel(a: Band, b: Band): boolean {
  return a.p25 <= b.p75 && b.p25 <= a.p75;
}

/** Clearly faster: outside the band. */
const beats = (a: Timed, b: Timed) => a.ms.median < b.ms.median && !isLevel(a.ms, b.ms);

export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const lineKey = ({ scene, dimensions, phase }: Cell) => [scene, dimensions, phase].join(' ');
export const cellKey = (cell: Cell) => `${lineKey(cell)} ${cell.n}`;

function winnerOf(results: readonly Timed[]): Winner {
  const [best, ...others] = [...results].sort((a, b) => a.ms.median - b.ms.median);
  const { scene, dimensions, n, phase } = best;
  const slower = others.find((other) => !isLevel(best.ms, other.ms));
  return {
    ...{ scene, dimensions, n, phase, best: best.contender, ms: best.ms.median },
    among: results.length,
    level: others.filter((other) => isLevel(best.ms, other.ms)).map(({ contender }) => contender),
    next: slower ? { contender: slower.contender, ratio: slower.ms.median / best.ms.median } : null,
  };
}

/** Two digits: more would claim more than is known. */
const rounded = (n: number) => Number(n.toPrecision(2));

/** Where the ratio of two lines passes 1, on log axes. */
function meeting(before: readonly [Timed, Timed], after: readonly [Timed, Timed]): number {
  const lead = ([a, b]: readonly [Timed, Timed]) => Math.log(b.ms.median / a.ms.median);
  const share = lead(before) / (lead(before) - lead(after));
  const [low, high] = [before[0].n, after[0].n];
  return rounded(low * (high / low) ** share);
}

/** Sizes of one scene and phase, ascending, with everybody's result. */
function crossoversOf(sizes: readonly (readonly Timed[])[]): Crossover[] {
  const found: Crossover[] = [];
  const fastest = (results: readonly Timed[]) =>
    results.reduce((a, b) => (a.ms.median <= b.ms.median ? a : b));
  let [from] = sizes;
  for (const here of sizes.slice(1)) {
    const leader = fastest(from);
    const taker = fastest(here);
    const rival = from.find(({ contender }) => contender === taker.contender);
    const loser = here.find(({ contender }) => contender === leader.contender);
    if (rival === leader || !rival || !loser) {
      from = here;
      continue;
    }
    // a lead within the bands is none: the next size may be clear
    if (!beats(taker, loser)) continue;
    if (beats(leader, rival)) {
      const { scene, dimensions, phase } = leader;
      found.push({
        ...{ scene, dimensions, phase, before: leader.contender, after: taker.contender },
        n: meeting([leader, rival], [loser, taker]),
        between: [leader.n, taker.n],
      });
    }
    from = here;
  }
  return found;
}

export function verdictOf(results: readonly Result[]): Verdict {
  const timed = results.filter(isTimed);
  const winners = [...groupBy(timed, cellKey).values()].map(winnerOf);
  const crossovers = [...groupBy(timed, lineKey).values()].flatMap((line) => {
    const sizes = [...groupBy(line, ({ n }) => String(n)).values()];
    return crossoversOf(sizes.sort(([a], [b]) => a.n - b.n));
  });
  return { winners, crossovers };
}
