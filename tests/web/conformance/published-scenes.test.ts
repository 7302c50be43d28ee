import { readFileSync } from 'node:fs';
import { init } from 'sapwood/all';
import { type PublishedName, publishedBoxes, publishedConventions, publishedScene } from 'scenes';
import { beforeAll, describe, expect, test } from 'vitest';
import { allSubjects, type Subject } from '../support/subjects.js';
import { volume } from '../support/volume.js';

/** A row of golden_scenes.csv: pairs by convention, in the order of `publishedConventions`. */
interface Row {
  readonly name: PublishedName;
  readonly asked: number;
  readonly iteration: number;
  readonly made: number;
  readonly pairs: readonly number[];
}

const csv = readFileSync(new URL('../../scenes/golden_scenes.csv', import.meta.url), 'utf8');

const rows = csv
  .trim()
  .split('\n')
  .slice(1)
  .map((line): Row => {
    const [name, asked, iteration, made, , ...pairs] = line.split(',');
    return {
      name: name as PublishedName,
      asked: Number(asked),
      iteration: Number(iteration),
      made: Number(made),
      pairs: pairs.map(Number),
    };
  });

/** Boxes by row and convention, the same for every structure. */
const boxes = rows.map(({ name, asked, iteration }) => {
  const lanes = publishedScene(name, asked, iteration);
  return publishedConventions.map((convention) => publishedBoxes(lanes, convention));
});

beforeAll(() => init());

function countPairs(subject: Subject, taken: readonly number[]): number[][] {
  const index = subject.create();
  const counts = taken.map((row) =>
    boxes[row].map((flat) => {
      index.build(flat);
      return index.pairsView().length / 2;
    }),
  );
  index.dispose();
  return counts;
}

test('the file has 125 scenes, and each has the number of boxes that it lists', () => {
  expect(rows).toHaveLength(125);
  expect(boxes.map(([flat]) => flat.length / 4)).toEqual(rows.map(({ made }) => made));
});

const subjects = allSubjects().filter(({ dimensions }) => dimensions === 2);
/** In short volume every structure takes each fifth scene, the next structure those beside them. */
const STRIDE = volume(1, 5);

describe.each(subjects)('$name', (subject) => {
  const first = subjects.indexOf(subject) % STRIDE;
  const taken = [...rows.keys()].filter((row) => row % STRIDE === first);

  test(`[BF1] finds the published number of pairs in ${taken.length} scenes and 4 conventions`, () => {
    expect(countPairs(subject, taken)).toEqual(taken.map((row) => rows[row].pairs));
  });
});
