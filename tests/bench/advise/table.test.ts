/**
 * Tests that `advise`, the structure guides and two playground pages agree with the times in
 * which.json. The pages are "Which one?" and the Bench page, whose charts contain reference times.
 */

import { init, structures } from 'sapwood/all';
import { expect, test } from 'vitest';
import type { PhaseId, Result } from '../../../web/playground/src/bench/model';
import { referenceRun } from '../../../web/playground/src/bench/page/reference';
import type { Question } from '../../../web/playground/src/features/which/question';
import { recommend, TIE_RATIO } from '../../../web/playground/src/features/which/recommendation';
import { measuredTable, readTable } from '../../../web/playground/src/features/which/table';
import { structureGuides } from '../../../web/playground/src/model/structure-guide';
import { readFile } from '../report/document';
import { adviceFor } from './advice-comparison';
import { learnedCases, sceneOf } from './cases';
import { choiceFiles } from './choices-page';
import { families, PLAYGROUND_TABLE, playgroundTable } from './playground';
import { recorded } from './run';

await init();

const text = readFile(PLAYGROUND_TABLE);
const table = readTable(text);
const measured = measuredTable(table);
const reference = referenceRun(table);

/**
 * Maximum ratio of the time of the advised structure to the least time in which.json. The same
 * ratio is stated in docs/choosing.md.
 */
const ADVISE_LIMIT = 1.5;

/**
 * Phases of the Bench page by the percentage of boxes that move. The page has no phase for 1 %.
 */
const phases: ReadonlyMap<number, PhaseId> = new Map([
  [0, 'pairs'],
  [10, 'frame-tenth'],
  [100, 'frame'],
]);

const cells = table.worlds.map(({ dimensions, n, share }) => ({
  question: { task: 'collisions', count: n, dimensions, share } as Question,
  name: `${n} in ${dimensions}D, ${share} % moving`,
}));

const rankedOf = (question: Question) => recommend(measured, question)?.ranked ?? [];

test('the table of the playground is up to date with the record', () => {
  const { advice, culling } = recorded();
  expect(text).toBe(playgroundTable(advice, culling));
});

const charted = cells.filter(({ question: { share } }) => phases.has(share));

test('the charts of Bench show no times that are not in the table', () => {
  const frames = reference.results.filter(({ phase }) => [...phases.values()].includes(phase));
  const expected = charted.map(({ question }) => rankedOf(question).length);
  expect(expected.length).toBeGreaterThan(10);
  expect(frames).toHaveLength(expected.reduce((sum, count) => sum + count, 0));
});

test.each(charted)('the charts of Bench show the times of the table: $name', ({ question }) => {
  const phase = phases.get(question.share);
  const shown = reference.results.filter(
    (one) =>
      one.phase === phase && one.n === question.count && one.dimensions === question.dimensions,
  );
  const ours = (results: readonly Result[]) =>
    results.map(
      ({ contender, ms }) => [contender.replace('sapwood:', ''), ms?.median ?? 0] as const,
    );
  const expected = rankedOf(question).map(({ contender, ms }) => [contender.key, ms] as const);
  const byTime = (a: readonly [string, number], b: readonly [string, number]) => a[1] - b[1];
  expect(ours(shown).sort(byTime)).toEqual([...expected].sort(byTime));
});

const advised = families.flatMap(([share, ids]) =>
  learnedCases
    .filter(({ id }) => ids.test(id))
    .map((one) => ({ id: one.id, one, share: share as Question['share'] })),
);

test.each(advised)(
  'a structure that advise names is near the fastest of the table: $id',
  ({ one, share }) => {
    const { pairs, queries } = adviceFor(one);
    const { count: n, dimensions } = sceneOf(one);
    const ranked = rankedOf({ task: 'collisions', count: n, dimensions, share });
    const named = ranked.find(({ contender }) => contender.structure === pairs.structure);
    expect(named?.ratio).toBeLessThan(ADVISE_LIMIT);
    // all kinds of queries have equal shares, as `advise` assumes
    const asks = (['ranges', 'rays', 'neighbors'] as const).map((task) =>
      rankedOf({ task, count: n, dimensions, share }),
    );
    const costs = asks[0].map(({ contender: { key } }) => ({
      key,
      ms: asks.reduce(
        (sum, all) => sum + all.find(({ contender }) => contender.key === key)!.ms,
        0,
      ),
    }));
    const minMs = Math.min(...costs.map(({ ms }) => ms));
    const cost = costs.find(({ key }) => key === queries.structure)?.ms;
    expect(cost! / minMs).toBeLessThan(ADVISE_LIMIT);
  },
);

test('README.md, docs/choosing.md and the pages of structures contain the sentences of the record', () => {
  const files = choiceFiles(recorded());
  expect(files.size).toBe(structures.length + 2);
  for (const [path, content] of files) expect(readFile(path), path).toBe(content);
});

function meanRatio(one: string, other: string, shares: readonly Question['share'][]): number {
  const logs = cells.flatMap(({ question }) =>
    asksOf(question)
      .filter(({ share }) => shares.includes(share))
      .flatMap((query) => {
        const ms = (key: string) =>
          rankedOf(query).find(({ contender }) => contender.key === key)?.ms;
        const [a, b] = [ms(one), ms(other)];
        return a !== undefined && b !== undefined ? [Math.log(a / b)] : [];
      }),
  );
  expect(logs.length).toBeGreaterThan(10);
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

const asksOf = (question: Question) =>
  (['collisions', 'ranges', 'rays', 'neighbors'] as const).map(
    (task): Question => ({ ...question, task }),
  );

test.each([
  ['quadtree', 'others are faster', 'wide-tree'],
  ['spatial-hash', 'the hash grid is faster', 'hash-grid'],
  ['octree', 'use the loose octree', 'loose-octree'],
])('the guide of %s contains “%s”, and the table agrees', (id, words, other) => {
  expect(structureGuides[id].use).toContain(words);
  const shares = id === 'octree' ? ([10, 100] as const) : ([0, 1, 10, 100] as const);
  expect(meanRatio(id, other, shares)).toBeGreaterThan(TIE_RATIO);
});
