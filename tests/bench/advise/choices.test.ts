/**
 * Tests that the table "which structure" agrees with `advise`, the playground, README.md and the
 * pages of the structures.
 */

import { init, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import {
  type Question as TableQuestion,
  tasks,
} from '../../../web/playground/src/features/which/question';
import { measuredTable, readTable } from '../../../web/playground/src/features/which/table';
import { structureGuides } from '../../../web/playground/src/model/structure-guide';
import { once } from '../node/once';
import { readFile } from '../report/document';
import { adviceFor } from './advice-comparison';
import { learnedCases } from './cases';
import { type ChosenCell, chooseAll, MIN_COUNT, type Motion, type Question } from './choices';
import { pageOf } from './choices-page';
import { families, PLAYGROUND_TABLE } from './playground';
import { recorded } from './run';

await init();

const cells = once(() => chooseAll(recorded()));
const cellOf = (question: Question, motion: Motion): ChosenCell =>
  cells().find((cell) => cell.question === question && cell.motion === motion)!;
const namesOf = ({ faster, take }: ChosenCell) =>
  [take, faster].flatMap((choice) => (choice ? [choice.structure] : []));

const motionOfShare: Readonly<Record<number, Motion>> = {
  0: 'still',
  1: 'few',
  10: 'some',
  100: 'all',
};
/**
 * Structures whose costs differ by at most this factor count as equally good. The playground ranks
 * 2D and 3D separately, with all options. The table ranks the mean of 2D and 3D, with default
 * options.
 */
const NEAR = 1.5;

describe('the table "which structure"', () => {
  test('recommends the wide tree for culling with every motion', () => {
    for (const motion of ['still', 'few', 'some', 'all', 'churn', 'single'] as const) {
      const { take, faster } = cellOf('culling', motion);
      expect([take.structure, faster], motion).toEqual(['wide-tree', null]);
    }
  });

  test('recommends no structure that is 10 % slower than another structure of the game set', () => {
    for (const { all, take } of cells()) {
      const best = all.find(({ structure }) =>
        ['sweep-and-prune', 'wide-tree', 'dynamic-tree'].includes(structure),
      )!;
      expect(take.ratio).toBeLessThanOrEqual(1.1 * best.ratio);
    }
  });

  const worlds = families.flatMap(([share, ids]) =>
    learnedCases
      .filter(({ id, n }) => ids.test(id) && n >= MIN_COUNT)
      .map((one) => ({ id: one.id, one, motion: motionOfShare[share] })),
  );

  test.each(worlds)('agrees with advise: $id', ({ one, motion }) => {
    const { pairs, queries } = adviceFor(one);
    expect(namesOf(cellOf('pairs', motion))).toContain(pairs.structure);
    for (const question of ['ranges', 'rays', 'nearest'] as const) {
      expect(namesOf(cellOf(question, motion)), question).toContain(queries.structure);
    }
  });
});

describe('the playground', () => {
  const measured = measuredTable(readTable(readFile(PLAYGROUND_TABLE)));
  const rows: Readonly<Record<TableQuestion['task'], Question>> = {
    collisions: 'pairs',
    neighbors: 'nearest',
    camera: 'culling',
    rays: 'rays',
    ranges: 'ranges',
  };
  const questions = tasks.flatMap((task) =>
    ([0, 1, 10, 100] as const).flatMap((share) =>
      ([2, 3] as const)
        .filter((dimensions) => dimensions === 3 || task !== 'camera')
        .map((dimensions): TableQuestion => ({ task, share, dimensions, count: 2000 })),
    ),
  );

  test.each(questions)(
    'ranks a structure of the table near the top: $task, $share %, $dimensions D',
    (question) => {
      const means = measured.series(question).map(({ contender, points }) => {
        const logs = points.filter(({ n }) => n >= MIN_COUNT).map(({ ms }) => Math.log(ms));
        const mean = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
        return { id: contender.structure!, sizes: logs.length, mean };
      });
      const maxSizes = Math.max(...means.map(({ sizes }) => sizes));
      const timed = means.filter(({ sizes }) => sizes === maxSizes);
      const minMean = Math.min(...timed.map(({ mean }) => mean));
      const near = timed.filter(({ mean }) => mean <= NEAR * minMean).map(({ id }) => id);
      const named = namesOf(cellOf(rows[question.task], motionOfShare[question.share]));
      expect(near.filter((id) => named.includes(id))).not.toEqual([]);
    },
  );
});

/** Patterns for words in a recommendation that refer to a query. */
const promises: Readonly<Record<Exclude<Question, 'frame'>, RegExp>> = {
  pairs: /\b(all )?pairs\b|collision/i,
  ranges: /\branges?\b|box quer/i,
  rays: /\brays?\b|raycast|line of sight|picking/i,
  nearest: /neighbou?r|nearest/i,
  culling: /\bcull|camera|frust/i,
};

function contradictions(structure: string, text: string): string[] {
  return Object.entries(promises).flatMap(([question, words]) => {
    const row = cells().filter((cell) => cell.question === question);
    const named = row.flatMap(namesOf);
    return words.test(text) && !named.includes(structure)
      ? [`${structure}, ${question}: ${text}`]
      : [];
  });
}

/** Returns the handwritten items under "When to use it" on the page of a structure. */
function reasonsOf(structure: string): string[] {
  const [, when] =
    readFile(pageOf(structure)).match(/\n<!-- choices: end -->\n([\s\S]*?)\n## /) ?? [];
  return [...when.matchAll(/^- .*(?:\n {2}.*)*/gm)].map(([item]) => item.replaceAll('\n ', ''));
}

const idOf = (className: string) =>
  className.replace(/(?<=[a-z])(?=[A-Z])|(?<=R)(?=Tree)/g, '-').toLowerCase();

describe('no recommendation contradicts the table', () => {
  test.each(structures.map(({ id }) => id))('the page of %s', (id) => {
    expect(reasonsOf(id).flatMap((line) => contradictions(id, line))).toEqual([]);
  });

  test.each(structures.map(({ id }) => id))('the guide of the playground to %s', (id) => {
    expect(contradictions(id, structureGuides[id].use)).toEqual([]);
  });

  test('docs/choosing.md', () => {
    const page = readFile('docs/choosing.md');
    const [, table] = page.match(/\n\| You need \| Use \|\n([\s\S]*?)\n\n/) ?? [];
    const rows = table.split('\n').slice(1);
    expect(rows.length).toBeGreaterThan(3);
    const found = rows.flatMap((row) =>
      [...row.matchAll(/\[`(\w+)`\]/g)].flatMap(([, name]) => {
        expect(structures.map(({ id }) => id)).toContain(idOf(name));
        return contradictions(idOf(name), row);
      }),
    );
    expect(found).toEqual([]);
  });

  test('a recommendation that contradicts the table is detected', () => {
    expect(contradictions('sphere-tree', 'Culling a view.')).toHaveLength(1);
    expect(contradictions('dynamic-tree', 'Moving items, neighbors, rays.')).toHaveLength(2);
    expect(contradictions('wide-tree', 'Culling a view, rays.')).toEqual([]);
  });
});
