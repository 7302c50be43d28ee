/** Generates the tables of docs/benchmarks/threejs.md. */

import { fillPage, percent, tableText, whole } from '../report/document';
import { cardOf } from '../report/table';
import type { CastRow } from './casts';
import type { FrameRow } from './frames';
import type { CullRow } from './instance-sets';
import type { ThreejsRecord } from './record';
import type { SetUp } from './set-up';

export const PAGE = 'docs/benchmarks/threejs.md';

const times = (ratio: number) => `${ratio >= 10 ? Math.round(ratio) : ratio.toFixed(1)}×`;
const milliseconds = (time: number) => (time < 100 ? time.toPrecision(2) : whole(time));

function cullTable(rows: readonly CullRow[], view: string): string {
  const shown = rows.filter((row) => row.view === view);
  return tableText({
    caption: `${view[0].toUpperCase()}${view.slice(1)} (${percent(shown[0].drawn)} of the instances), milliseconds per frame:`,
    header: ['', 'time', 'ratio to InstancedMesh', 'ratio to BatchedMesh'],
    rows: shown.map(({ name, time, ratio, batchRatio }) => [
      name,
      milliseconds(time),
      times(ratio),
      times(batchRatio),
    ]),
  });
}

function frameTable(rows: readonly FrameRow[]): string {
  return tableText({
    caption: 'All instances in view, milliseconds per frame with drawing:',
    header: ['', 'without culling', 'with culling', 'ratio'],
    rows: rows.map(({ kind, order, plain, culled, ratio }) => [
      `${kind}, order \`${order}\``,
      milliseconds(plain),
      milliseconds(culled),
      `${ratio.toFixed(2)}×`,
    ]),
  });
}

function castTable(rows: readonly CastRow[]): string {
  return tableText({
    caption: 'Rays through scenes, all intersections, microseconds per ray:',
    header: ['', 'Sapwood', 'three.js', 'ratio', 'intersections'],
    rows: rows.map(({ name, ours, theirs, ratio, hits }) => [
      name,
      milliseconds(ours),
      milliseconds(theirs),
      times(ratio),
      hits.toFixed(1),
    ]),
  });
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function setUpTable(set: SetUp): string {
  const { objects, geometries, triangles, theirs } = set;
  return tableText({
    caption: `${whole(objects)} meshes that share ${geometries} geometries of ${whole(triangles)} triangles:`,
    header: ['', 'Sapwood', 'three-mesh-bvh'],
    rows: [
      ['index of the objects, ms', milliseconds(set.create), milliseconds(theirs.create)],
      ['trees of the geometries, ms', milliseconds(set.build), milliseconds(theirs.build)],
      ['longest task, ms', milliseconds(set.longestTask), '–'],
      ['trees', set.trees, geometries],
      ['memory of the trees', megabytes(set.treeBytes), megabytes(theirs.treeBytes)],
    ],
  });
}

export function renderPage(record: Omit<ThreejsRecord, 'schema'>): string {
  const { environment, instances, instanceSets, culling, frames, casts, setUp } = record;
  const views = [...new Set(culling.map(({ view }) => view))];
  const starts = instanceSets
    .filter((instanceSet) => instanceSet.setUp > 0)
    .map((instanceSet) => `${instanceSet.name} ${milliseconds(instanceSet.setUp)}`);
  const cullingParts = [
    `${whole(instances)} instances, updated and culled in each frame:`,
    ...views.map((view) => cullTable(culling, view)),
    `Milliseconds to create the index: ${starts.join(', ')}.`,
  ];
  return fillPage(PAGE, {
    environment: cardOf(environment),
    culling: cullingParts.join('\n\n'),
    frames: frameTable(frames),
    casts: castTable(casts),
    'set-up': setUpTable(setUp),
  });
}
