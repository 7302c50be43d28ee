/** docs/benchmarks/threejs.md, made from a record. */

import { listText, percent, tableText, whole, wrapProse } from '../report/document';
import { cardOf } from '../report/table';
import type { CastRow } from './casts';
import type { CullRow } from './crowds';
import type { FrameRow } from './frames';
import type { ThreejsRecord } from './record';
import type { SetUp } from './set-up';

export const PAGE = 'docs/benchmarks/threejs.md';

const OPENING = `# Scenes of three.js

This page compares \`SceneIndex\` with three.js 0.187.0, with \`InstancedMesh2\` of \`@three.ez/instanced-mesh\` 0.3.15, and with \`ObjectBVH\` of \`three-mesh-bvh\` 0.9.17.

\`npm run bench -- threejs\` repeats the measurement, and writes \`tests/bench/results/threejs.json\` and this page.`;

const RULES = [
  'All libraries run in turns in one process on one thread of Node, without a GPU. Times are those of JavaScript and WebAssembly on the main thread. Only the last table of culling includes drawing and uploads.',
  'A ratio is the median over all frames or rays of the time of the other library divided by that of Sapwood. Above 1, Sapwood is faster.',
  'In each frame, 1 % of the instances move by up to half a unit along each axis, and the camera turns or moves. Instances have a box of 1 unit and are in a volume of 600 by 60 by 600 units.',
  'Each library finds the instances in view and sorts them from front to back. Sapwood and `ObjectBVH` also copy their matrices to the front of the array. The other two draw by lists of ids.',
  'The run fails if a library draws a number of instances that differs by more than 5 %, or if a ray has other intersections than in three.js.',
  '`InstancedMesh2` is measured with its loop over all instances and with its tree, and with its radix sort. `ObjectBVH` is refitted in each frame.',
];

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

const SET_UP_NOTE =
  '`SceneIndex.create` and `buildMeshes` pause between tasks. Applications of three-mesh-bvh must divide the work themselves. Sapwood copies the positions of the vertices, and three-mesh-bvh refers to those of the geometry.';

const NO_GAIN =
  'Culling does not pay when most instances are in view: the data of all instances is copied and uploaded in each frame in which the order changes. With `order: "any"`, only instances that come into view are copied. Set `frustumCulled` to false for a mesh that is always in view.';

const COSTS =
  'With few instances in view, the 1 % that moved take a third to a half of the time. The matrix, the box and the place in the tree of an instance are at different addresses, so about ten cache lines are loaded per moved instance. The sort by depth and the copy of the matrix load one or two per drawn instance.';

const FRAME_NOTE =
  'This table is of Chromium with the `WebGLRenderer`, from the first `setMatrixAt` until the frame is drawn. Without a graphics card, as here, drawing takes most of the time. A fast card draws these instances in a few milliseconds, and then the times of the previous table count.';

export function renderPage(record: Omit<ThreejsRecord, 'schema'>): string {
  const { environment, instances, crowds, culling, frames, casts, setUp } = record;
  const views = [...new Set(culling.map(({ view }) => view))];
  const starts = crowds
    .filter((crowd) => crowd.setUp > 0)
    .map((crowd) => `${crowd.name} ${milliseconds(crowd.setUp)}`);
  const parts = [
    OPENING,
    cardOf(environment),
    '## Method',
    listText(RULES),
    '## Culling',
    `${whole(instances)} instances, updated and culled in each frame:`,
    ...views.map((view) => cullTable(culling, view)),
    `Milliseconds to create the index: ${starts.join(', ')}.`,
    COSTS,
    '### When culling does not pay',
    NO_GAIN,
    frameTable(frames),
    FRAME_NOTE,
    '## Ray casts',
    castTable(casts),
    '## Set-up',
    setUpTable(setUp),
    SET_UP_NOTE,
  ];
  return wrapProse(`${parts.join('\n\n')}\n`);
}
