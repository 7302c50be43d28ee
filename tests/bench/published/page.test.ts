/** Published benchmark: the record and the page are consistent. */

import { init } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { volume } from '../../web/support/volume';
import { sameBytes } from '../report/bytes';
import { readFile } from '../report/document';
import { recordedStructures } from '../report/unmeasured';
import {
  boxAround,
  boxesOverlap,
  circleAround,
  circlesOverlap,
  corners,
  rotatedRectangles,
  shapesTouch,
} from './bounding-volumes';
import { cases, publishedCounts } from './cases';
import { ExpectedPairs } from './expected-pairs';
import { countForms } from './forms';
import { measureCase } from './measure';
import { RECORD, readRecord, type StructureCell } from './record';
import { recountStructures, recountVolumes } from './run';

await init();

const recorded = () => readRecord(readFile(RECORD));

describe('the record of the published benchmark', () => {
  test('[BF1] every structure of the registry is in every scene and finds every pair once', () => {
    const { structures: cells, skipped } = recorded();
    const key = (one: { scene: string; n: number; structure: string }) =>
      `${one.scene} ${one.n} ${one.structure}`;
    const known = new Set([...cells, ...skipped].map(key));
    for (const one of cases) {
      for (const { id } of recordedStructures) {
        expect(known).toContain(key({ ...one, structure: id }));
      }
    }
    expect(cells.filter(({ missed, duplicated }) => missed + duplicated > 0)).toEqual([]);
  });

  test.each(cases.filter(({ n }) => n <= volume(500, 100)))(
    'recorded counts of the published forms match the current code: $scene $n',
    (one) => {
      const mine = recorded().forms.filter(({ scene, n }) => scene === one.scene && n === one.n);
      expect(countForms(one)).toEqual(mine);
    },
  );

  test.each(cases.filter(({ n }) => n <= volume(50_000, 2000)))(
    'recorded counts of structures match the current code: $scene $n',
    (one) => {
      const mine = recorded().structures.filter(
        ({ scene, n }) => scene === one.scene && n === one.n,
      );
      const now = recountStructures(recorded(), one);
      for (const [i, { bytes, structure }] of now.entries()) {
        expect(sameBytes(bytes, mine[i].bytes), `${structure}, bytes`).toBe(true);
      }
      const counts = (cells: readonly StructureCell[]) =>
        cells.map(({ bytes: _, ...others }) => others);
      expect(counts(now)).toEqual(counts(mine));
    },
  );

  test('recorded counts of volumes match the current code', () => {
    expect(recountVolumes(recorded())).toEqual(recorded().volumes);
  });

  test.each(cases.filter(({ n }) => n <= volume(1000, 500)))(
    'structures find every pair with the current code: $scene $n',
    async (one) => {
      const brief = { rounds: 3, sampleMs: 0.1, warmUpMs: 0, budgetMs: 1, slowestCallMs: 30_000 };
      const { cells } = await measureCase(one, brief);
      expect(cells.filter(({ missed, duplicated }) => missed + duplicated > 0)).toEqual([]);
      const pairs = new Set(cells.map(({ found }) => found));
      expect(pairs.size).toBe(1);
    },
  );

  test('[PG1] brute force takes less than a frame for 500 boxes, in every scene', () => {
    const brute = recorded().structures.filter(
      ({ structure, n }) => structure === 'brute-force' && n === 500,
    );
    expect(brute).toHaveLength(5);
    for (const { total } of brute) expect(total.median).toBeLessThan(16.7);
  });

  test('it has all sizes of the publication and larger sizes', () => {
    const sizes = new Set(cases.map(({ n }) => n));
    for (const n of publishedCounts) expect(sizes).toContain(n);
  });
});

describe('the comparison of reported and expected pairs', () => {
  // three boxes in a row, of which each overlaps the next
  const expected = new ExpectedPairs({
    dimensions: 2,
    boxes: Float32Array.of(0, 0, 2, 1, 1, 0, 4, 1, 3, 0, 5, 1),
  });
  const compare = (...pairs: number[]) => expected.compare(Uint32Array.from(pairs));

  test('counts found, missed and duplicate pairs', () => {
    expect(compare(1, 2, 0, 1)).toEqual({ found: 2, missed: 0, duplicated: 0 });
    expect(compare(1, 2)).toEqual({ found: 1, missed: 1, duplicated: 0 });
    expect(compare(0, 1, 1, 2, 0, 1)).toEqual({ found: 2, missed: 0, duplicated: 1 });
  });

  test('throws for a pair that does not overlap', () => {
    expect(() => compare(0, 1, 1, 2, 0, 2)).toThrow('1 reported pairs do not overlap');
    expect(() => compare(0, 1, 0, 2)).toThrow('do not overlap');
  });
});

describe('[BV1] box and circle around rotating shapes', () => {
  test('volumes of a few points have the expected size', () => {
    const points = [
      [0, 0],
      [4, 0],
      [4, 3],
      [0, 3],
    ] as const;
    expect(boxAround(points)).toEqual({ minX: 0, minY: 0, maxX: 4, maxY: 3 });
    expect(circleAround(points)).toEqual({ x: 2, y: 1.5, radius: 2.5 });
  });

  test('[BV2] touching discs overlap if they are closed and do not if they are open', () => {
    const one = { x: 0, y: 0, radius: 1 };
    const other = { x: 2, y: 0, radius: 1 };
    expect(circlesOverlap(one, other, 'closed')).toBe(true);
    expect(circlesOverlap(one, other, 'open')).toBe(false);
  });

  test('[BV2] both volumes contain all touching pairs, by separating axes', () => {
    const shapes = rotatedRectangles(10).slice(0, 300);
    const touching = shapes.flatMap((a, i) =>
      shapes.slice(i + 1).flatMap((b) => (shapesTouch(a, b) ? [[a, b]] : [])),
    );
    expect(touching.length).toBeGreaterThan(10);
    for (const pair of touching) {
      const [one, other] = pair.map(corners);
      expect(circlesOverlap(circleAround(one), circleAround(other))).toBe(true);
      expect(boxesOverlap(boxAround(one), boxAround(other))).toBe(true);
    }
  });

  test('a circle has fewer false positives than a box for squares, and many more for sticks', () => {
    const { volumes } = recorded();
    const falsePositives = (shapes: string, volume: string) => {
      const cell = volumes.find((one) => one.shapes.startsWith(shapes) && one.volume === volume)!;
      return cell.candidates - cell.touching;
    };
    expect(falsePositives('sticks', 'circle')).toBeGreaterThan(
      1.5 * falsePositives('sticks', 'box'),
    );
    const [circle, box] = ['circle', 'box'].map((volume) => falsePositives('squares', volume));
    expect(circle).toBeLessThan(box);
    expect(circle).toBeGreaterThan(0.8 * box);
  });
});
