/**
 * List of phases: the calls of each phase, and the operation that its times refer to.
 *
 * The clock measures `run` of a prepared phase, which contains only calls of the package. To add a
 * phase, add an entry here and in docs/benchmarking.md; tests and tables iterate over the list.
 */

import {
  prepareBuild,
  prepareInsertMany,
  prepareInsertRemove,
  preparePairs,
} from './content-phases';
import {
  prepareChanges,
  prepareFrame,
  prepareFrameOfMoves,
  prepareMoves,
  prepareUpdate,
} from './motion-phases';
import { prepareBatch, prepareSingle } from './query-phases';
import type { Phase } from './stage';
import { NEIGHBORS, type Workload } from './workload';

const queriesOfPeers = ({ queries }: Workload) =>
  queries().largeBoxes ? undefined : "the native peers' queries do not fit this scene";

/** All phases, in the order of the tables. */
export const phases: readonly Phase[] = [
  {
    id: 'build',
    title: '`build(boxes)` on an index that has been built before, then one point query',
    operation: 'box',
    needs: [],
    prepare: prepareBuild,
  },
  {
    id: 'insert-many',
    title: '`clear()`, `insertMany(boxes)` of all boxes, then one point query',
    operation: 'box',
    needs: ['dynamic'],
    prepare: prepareInsertMany,
  },
  {
    id: 'update-jitter',
    title:
      '`update(boxes)`, every box trembles around its place by up to 5 % of its size, then one point query',
    operation: 'box',
    needs: [],
    prepare: (stage) => prepareUpdate(stage, 'jitter'),
  },
  {
    id: 'update-motion',
    title:
      "`update(boxes)`, the scene's own motion; without one, every box drifts by up to 5 % of the mean size; then one point query",
    operation: 'box',
    needs: [],
    prepare: (stage) => prepareUpdate(stage, 'motion'),
  },
  {
    id: 'update-tenth',
    title:
      '`update(boxes)` where one box in ten has moved and the others have not, then one point query',
    operation: 'box',
    needs: [],
    prepare: (stage) => prepareUpdate(stage, 'tenth'),
  },
  {
    id: 'move-many',
    title: '`moveMany(ids, boxes)` of one box in ten, then one point query',
    operation: 'moved box',
    needs: ['dynamic'],
    prepare: prepareMoves,
  },
  {
    id: 'insert-remove',
    title:
      '`insert(box)` of n / 10 boxes, one call each, a point query, `remove(id)` of them, a point query',
    operation: 'insert + remove',
    needs: ['dynamic'],
    prepare: prepareInsertRemove,
  },
  {
    id: 'pairs',
    title: '`pairsView()`, nothing has moved',
    operation: 'box',
    needs: ['pairs'],
    prepare: preparePairs,
  },
  {
    id: 'frame',
    title: '`update(boxes)` as in update-motion, then `pairsView()`',
    operation: 'box',
    needs: ['pairs'],
    prepare: (stage) => prepareFrame(stage, 'update'),
  },
  {
    id: 'frame-rebuild',
    title: '`build(boxes)` of each frame of the same motion, then `pairsView()`',
    operation: 'box',
    needs: ['pairs'],
    prepare: (stage) => prepareFrame(stage, 'build'),
  },
  {
    id: 'frame-tenth',
    title: '`moveMany(ids, boxes)` of one box in ten, then `pairsView()`',
    operation: 'box',
    needs: ['pairs', 'dynamic'],
    prepare: (stage) => prepareFrameOfMoves(stage),
  },
  {
    id: 'frame-changes',
    title: '`moveMany(ids, boxes)` of one box in ten, then `updatePairs()`',
    operation: 'box',
    needs: ['pairs', 'dynamic'],
    prepare: prepareChanges,
  },
  {
    id: 'query-boxes',
    title: '`queryBoxMany(boxes)`, one batch of small boxes',
    operation: 'query',
    needs: ['box'],
    prepare: (stage) => prepareBatch(stage, 'boxes'),
  },
  {
    id: 'query-boxes-large',
    title: '`queryBoxMany(boxes)`, one batch of large boxes, about a hundred hits each',
    operation: 'query',
    needs: ['box'],
    unfit: queriesOfPeers,
    prepare: (stage) => prepareBatch(stage, 'largeBoxes'),
  },
  {
    id: 'query-box-into',
    title: '`queryBoxInto(box, out)`, one call for each of the small boxes',
    operation: 'query',
    needs: ['box'],
    prepare: prepareSingle,
  },
  {
    id: 'raycasts',
    title: '`raycastMany(rays)`, one batch, closest hits',
    operation: 'ray',
    needs: ['ray'],
    prepare: (stage) => prepareBatch(stage, 'rays'),
  },
  {
    id: 'nearest-many',
    title: `\`nearestMany(points, ${NEIGHBORS})\`, one batch`,
    operation: 'point',
    needs: ['nearest'],
    prepare: (stage) => prepareBatch(stage, 'points'),
  },
];
