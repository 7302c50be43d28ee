/**
 * Tables about ellipses and updated volumes for docs/benchmarks/published.md. They contain counts
 * and areas, but no times.
 */

import { once } from '../node/once';
import { percent, type Table, tableText } from '../report/document';
import { formatNumber } from '../report/table';
import { figures, polygonsTouch, scattered, volumes } from './convex';
import { growth, motions, updatedKinds } from './updated-volumes';

const COUNT = 200;
const SEED = 22;

function falsePositives(figure: (typeof figures)[number]): number[] {
  const shapes = scattered(figure, COUNT, SEED);
  const candidates = volumes.map(() => 0);
  let touching = 0;
  shapes.forEach((a, i) => {
    for (const b of shapes.slice(i + 1)) {
      touching += polygonsTouch(a, b) ? 1 : 0;
      volumes.forEach(({ overlaps }, at) => {
        candidates[at] += overlaps(a, b) ? 1 : 0;
      });
    }
  });
  return candidates.map((count) => 1 - touching / count);
}

function falsePositivesTable(): Table {
  return {
    caption: `False positives among the overlapping volumes of all pairs of ${COUNT} shapes at random angles:`,
    header: ['shapes', ...volumes.map(({ name }) => name)],
    rows: figures.map((figure) => [figure.name, ...falsePositives(figure).map(percent)]),
  };
}

function growthTable(): Table {
  const shapes = figures.flatMap((figure) => scattered(figure, COUNT / 10, SEED));
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    caption:
      'Area of a volume that is computed from the previous volume, divided by the area of a volume that is fitted to the moved points. Means over the first tenth of the shapes:',
    header: ['volume', ...motions.map(({ name }) => name)],
    rows: updatedKinds.map((kind) => [
      kind.name,
      ...motions.map((motion) =>
        formatNumber(Number(mean(shapes.map((shape) => growth(kind, shape, motion))).toFixed(2))),
      ),
    ]),
  };
}

export const updatedTables = once(() => [
  tableText(falsePositivesTable()),
  tableText(growthTable()),
]);
