/**
 * The content of the page "Which one?" without its form: the measured table, rankings, links and
 * code.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { benchCatalog } from '../../../web/playground/src/bench/catalog.js';
import { readLink } from '../../../web/playground/src/bench/share.js';
import { codeFor } from '../../../web/playground/src/features/which/code.js';
import { benchHash, watchHash } from '../../../web/playground/src/features/which/links.js';
import { type Measured, pointAt } from '../../../web/playground/src/features/which/measured.js';
import {
  conformQuestion,
  firstQuestion,
  type Question,
  shares,
  tasks,
} from '../../../web/playground/src/features/which/question.js';
import {
  adviceFor,
  mapOf,
  recommend,
} from '../../../web/playground/src/features/which/recommendation.js';
import { measuredTable, readTable } from '../../../web/playground/src/features/which/table.js';
import { prepare, withScene } from './scene.js';

const file = new URL('../../../web/playground/public/which.json', import.meta.url);
const table = readTable(readFileSync(file, 'utf8'));
const measured = measuredTable(table);
const output = fileURLToPath(new URL('../output/', import.meta.url));

const questions = ([2, 3] as const).flatMap((dimensions) =>
  shares.flatMap((share) =>
    tasks
      .filter((task) => task !== 'camera' || dimensions === 3)
      .map((task): Question => ({ count: 1000, share, dimensions, task })),
  ),
);
const nameOf = ({ task, count, dimensions, share }: Question) =>
  `${count} in ${dimensions}D, ${share} % moving, ${task}`;

beforeAll(async () => {
  mkdirSync(output, { recursive: true });
  await prepare();
});

/**
 * Times of two contenders that are equal at n = 1000, and of a third contender that is never the
 * fastest.
 */
const crossing: Measured = {
  origin: 'by hand',
  series: ({ share }) =>
    share !== 100
      ? []
      : (
          [
            ['a', 1, 100],
            ['b', 10, 10],
            ['c', 20, 200],
          ] as const
        ).map(([key, first, last]) => ({
          contender: { key, title: key, structure: key, options: {}, following: 'rebuild' },
          points: [
            { n: 100, ms: first },
            { n: 10_000, ms: last },
          ],
        })),
};

describe('the ranking', () => {
  test('interpolates between two sizes and does not extrapolate', () => {
    const points = [
      { n: 100, ms: 1 },
      { n: 10_000, ms: 100 },
    ];
    expect(pointAt(points, 1000)?.ms).toBeCloseTo(10, 10);
    expect(pointAt(points, 99)).toBeNull();
    expect(pointAt(points, 10_001)).toBeNull();
  });

  test('the fastest is first, and the others have their ratio to it', () => {
    const result = recommend(crossing, { ...firstQuestion, count: 100 });
    expect(result?.ranked.map(({ contender, ratio }) => [contender.key, ratio])).toEqual([
      ['a', 1],
      ['b', 10],
      ['c', 20],
    ]);
    expect(result?.measured).toEqual([100, 10_000]);
    const beyond = recommend(crossing, { ...firstQuestion, count: 100_000 });
    expect(beyond?.n).toBe(10_000);
    expect(beyond?.ranked[0].contender.key).toBe('b');
  });

  test('the map shows the fastest by size and by share of moving boxes', () => {
    const map = mapOf(crossing, firstQuestion).map((row) =>
      row.map(({ best }) => best?.contender.key ?? '-').join(''),
    );
    expect(map).toEqual(['-------', '-------', '-------', '-aaabb-']);
  });
});

describe('the table of the page', () => {
  test.each(questions.map((one) => [nameOf(one), one] as const))(
    'has a result for %s',
    (_, question) => {
      const result = recommend(measured, question);
      if (!result) throw new Error('nothing was measured');
      const { ranked } = result;
      expect(new Set(ranked.map(({ contender }) => contender.key)).size).toBe(ranked.length);
      expect(ranked.length).toBeGreaterThanOrEqual(15);
      for (const [i, { ms, ratio }] of ranked.entries()) {
        expect(ms).toBeGreaterThan(0);
        expect(ratio).toBeCloseTo(ms / ranked[0].ms, 10);
        if (i > 0) expect(ratio).toBeGreaterThanOrEqual(ranked[i - 1].ratio);
      }
      // these cases have 1,000 boxes, for which brute force is never the fastest
      expect(ranked[0].contender.structure).not.toBe('brute-force');
      expect(
        mapOf(measured, question)
          .flat()
          .filter(({ best }) => best).length,
      ).toBeGreaterThan(12);
    },
  );

  test('structures recommended by `advise` are close to the fastest', async () => {
    for (const question of questions) {
      if (question.task !== 'collisions') continue;
      const advice = await adviceFor(question);
      const ranked = recommend(measured, question)?.ranked ?? [];
      const advised = ranked.find(({ contender }) => contender.structure === advice?.structure);
      expect(advised?.ratio, nameOf(question)).toBeLessThan(1.5);
      expect(advice?.reasons.length, nameOf(question)).toBeGreaterThan(0);
    }
    expect(await adviceFor({ ...questions[0], dimensions: 3, task: 'camera' })).toBeNull();
  });

  test('structures within a tenth of the fastest count as equal', () => {
    const seen = new Set<boolean>();
    for (const question of questions) {
      for (const { ratio, tied } of recommend(measured, question)?.ranked ?? []) {
        expect(tied).toBe(ratio < 1.1);
        seen.add(tied);
      }
    }
    expect(seen).toEqual(new Set([true, false]));
  });
});

test('an invalid `Question` is replaced by a valid one', () => {
  const flat = conformQuestion({ ...firstQuestion, task: 'camera' });
  expect(flat.task).toBe('ranges');
  expect(conformQuestion({ ...firstQuestion, count: Number.NaN }).count).toBe(firstQuestion.count);
  expect(conformQuestion({ ...firstQuestion, count: 3 }).count).toBe(10);
  expect(conformQuestion({ ...firstQuestion, count: 1e9 }).count).toBe(100_000);
});

test('every fastest structure has a link to Explore with the structure, policy and query of the `Question`', async () => {
  for (const question of questions) {
    const [first] = recommend(measured, question)?.ranked ?? [];
    const address = `${watchHash({ ...question, count: 300 }, first.contender)}&play=0`;
    await withScene(address, ({ settings, notices, session }) => {
      expect(notices, nameOf(question)).toEqual({});
      expect(settings.structure).toBe(first.contender.structure);
      expect(settings.dim).toBe(question.dimensions);
      expect(settings.options).toEqual(first.contender.options);
      expect(settings.policy).toBe(
        { rebuild: 'rebuild', refit: 'refit', incremental: 'move' }[first.contender.following],
      );
      expect(settings.motion === 'still').toBe(question.share === 0);
      if (question.share > 0) expect(settings.moving).toBe(question.share);
      expect(settings.n).toBe(300);
      if (question.task === 'collisions') expect(session.main.pairCount).toBeGreaterThan(0);
      expect(settings.query === 'none').toBe(question.task === 'collisions');
    });
  }
});

test('every `Question` except the camera has a link to a plan of Bench that measures it', () => {
  for (const question of questions) {
    const ranked = recommend(measured, question)?.ranked ?? [];
    const hash = benchHash(
      question,
      ranked.map(({ contender }) => contender),
    );
    expect(hash === null).toBe(question.task === 'camera');
    if (hash === null) continue;
    const { configuration, fault } = readLink(hash, benchCatalog());
    expect(fault, hash).toBeNull();
    expect(configuration).toMatchObject({
      scenes: ['uniform'],
      dimensions: [question.dimensions],
      from: question.count,
      to: question.count,
    });
    expect(configuration.phases).toHaveLength(1);
    expect(configuration.contenders).toHaveLength(4);
  }
});

function expectedOf(program: Program, { task, dimensions: d }: Question): unknown {
  const { boxes, side } = program;
  const ids = Array.from({ length: boxes.length / (2 * d) }, (_, id) => id);
  const axes = [...Array(d).keys()];
  const low = (id: number, axis: number) => boxes[2 * d * id + axis];
  const high = (id: number, axis: number) => boxes[2 * d * id + d + axis];
  const touches = (id: number, min: (a: number) => number, max: (a: number) => number) =>
    axes.every((axis) => low(id, axis) <= max(axis) && high(id, axis) >= min(axis));
  switch (task) {
    case 'collisions':
      return ids
        .flatMap((a) =>
          ids
            .filter(
              (b) =>
                b > a &&
                touches(
                  b,
                  (axis) => low(a, axis),
                  (axis) => high(a, axis),
                ),
            )
            .map((b) => `${a} ${b}`),
        )
        .sort();
    case 'ranges': {
      const from = Math.fround(side / 2 - 2);
      const to = Math.fround(side / 2 + 2);
      return ids.filter((id) =>
        touches(
          id,
          () => from,
          () => to,
        ),
      );
    }
    case 'neighbors': {
      const gap = (id: number, axis: number) =>
        Math.max(low(id, axis) - side / 2, 0, side / 2 - high(id, axis));
      const distances = ids.map((id) => Math.hypot(...axes.map((axis) => gap(id, axis))));
      return distances
        .sort((a, b) => a - b)
        .slice(0, 8)
        .map((one) => expect.closeTo(one, 3));
    }
    case 'rays': {
      const middle = side / 2;
      const hits = ids
        .filter((id) =>
          axes.slice(1).every((axis) => low(id, axis) <= middle && high(id, axis) >= middle),
        )
        .filter((id) => high(id, 0) >= middle)
        .map((id) => Math.max(0, low(id, 0) - middle));
      return hits.length === 0 ? null : expect.closeTo(Math.min(...hits), 3);
    }
    case 'camera':
      // the camera of the program sees the cube from 0 to 9
      return ids.filter((id) =>
        touches(
          id,
          () => 0,
          () => 9,
        ),
      );
  }
}

interface Program {
  readonly boxes: readonly number[];
  readonly side: number;
  readonly found: unknown;
}

function foundIn({ found }: Program, { task }: Question): unknown {
  if (task === 'collisions') {
    const ids = found as number[];
    return ids
      .flatMap((id, i) => (i % 2 === 0 ? [[id, ids[i + 1]].sort((a, b) => a - b).join(' ')] : []))
      .sort();
  }
  if (task === 'neighbors') {
    return (found as { distances: number[] }).distances;
  }
  if (task === 'rays') return found === null ? null : (found as { distance: number }).distance;
  return [...(found as number[])].sort((a, b) => a - b);
}

test('the code of every structure runs unchanged and finds what brute force finds', () => {
  const folder = `${output}which/`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const programs = questions.flatMap((question) =>
    (recommend(measured, question)?.ranked ?? []).map(({ contender }) => ({
      question: { ...question, count: 300 },
      contender,
    })),
  );
  expect(programs.length).toBeGreaterThan(questions.length * 14);
  const printed =
    'JSON.stringify({ boxes, side, found }, (_, value) => ArrayBuffer.isView(value) ? [...value] : value)';
  programs.forEach(({ contender, question }, i) => {
    const code = codeFor(question, contender);
    expect(code).not.toContain('sapwood/all');
    const silent = code.replace('console.log(found);', `console.log(${printed});`);
    writeFileSync(`${folder}${i}.mjs`, silent);
  });
  const all = programs.map((_, i) => `await import('./${i}.mjs');\n`).join('');
  writeFileSync(`${folder}all.mjs`, all);
  const lines = execFileSync(process.execPath, [`${folder}all.mjs`], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
    .trim()
    .split('\n');
  expect(lines).toHaveLength(programs.length);
  programs.forEach(({ contender, question }, i) => {
    const program = JSON.parse(lines[i]) as Program;
    const what = `${contender.key}, ${nameOf(question)}`;
    expect(program.boxes, what).toHaveLength(2 * question.dimensions * 300);
    expect(foundIn(program, question), what).toEqual(expectedOf(program, question));
  });
});
