/** Timed methods. */

import type { SpatialIndex } from 'sapwood/all';
import type { Inputs } from './inputs';
import type { MethodId } from './record';

export interface TimedMethod {
  readonly id: MethodId;
  /** Description of one call in Markdown. */
  readonly title: string;
  operations(inputs: Inputs): number;
  /** Returns the function that is timed. The index contains `boxes` before the first call. */
  start(index: SpatialIndex, inputs: Inputs): () => void;
}

const perBox = ({ n }: Inputs) => n;

/**
 * Timed methods, in the order of measurement. Methods after which the index still contains `boxes`
 * come first.
 */
export const timedMethods: readonly TimedMethod[] = [
  {
    id: 'build',
    title:
      '`build(boxes)` on an index that has been built before, then one point query, which includes deferred work',
    operations: perBox,
    start: (index, { boxes, dimensions }) => {
      const point = boxes.slice(0, dimensions);
      const out = new Uint32Array(1);
      return () => {
        index.build(boxes);
        index.queryPointInto(point, out);
      };
    },
  },
  {
    id: 'pairs',
    title: '`pairsView()`, nothing has moved',
    operations: perBox,
    start: (index) => () => {
      index.pairsView();
    },
  },
  {
    id: 'queries',
    title: '`queryBoxMany(boxes)`: 1,000 small boxes in one batch; per query',
    operations: ({ queries }) => queries.count,
    start:
      (index, { queries }) =>
      () => {
        index.queryBoxMany(queries.values);
      },
  },
  {
    id: 'scratch',
    title: '`build(boxes)`, then `pairsView()`: all pairs from scratch',
    operations: perBox,
    start:
      (index, { boxes }) =>
      () => {
        index.build(boxes);
        index.pairsView();
      },
  },
  {
    id: 'frame',
    title: '`update(boxes)`, every box has moved a little, then `pairsView()`',
    operations: perBox,
    start: (index, { boxes, moved }) => {
      let next = moved;
      return () => {
        index.update(next);
        index.pairsView();
        next = next === moved ? boxes : moved;
      };
    },
  },
];
