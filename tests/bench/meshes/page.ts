/** The tables of docs/benchmarks/meshes.md. */

import { fillPage, tableText, whole } from '../report/document';
import { cardOf } from '../report/table';
import type { MeasuredModel, TimedTask } from './measure';
import { MOVER_LEVEL, type MoverRow } from './movers';
import type { MeshesRecord } from './record';

export const PAGE = 'docs/benchmarks/meshes.md';

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
