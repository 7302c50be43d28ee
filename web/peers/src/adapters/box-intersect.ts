/// <reference path="../box-intersect.d.ts" />
/**
 * box-intersect: finds all pairs in one call, by a sweep and a segment tree. It stores nothing
 * between calls.
 */

import type { Adapter, Change, Dimensions, Peer } from '../adapter.js';
import { IdList } from '../id-list.js';

type BoxIntersect = (
  boxes: readonly (readonly number[])[],
  visit: (a: number, b: number) => undefined,
) => unknown;

class BoxIntersectPeer implements Peer {
  /** One array for each box, which the library requires. Later calls reuse the arrays. */
  private arrays: number[][] = [];
  private readonly pairs = new IdList();
  private readonly stride: number;

  constructor(
    private readonly intersect: BoxIntersect,
    dimensions: Dimensions,
  ) {
    this.stride = 2 * dimensions;
  }

  build(boxes: Float32Array): void {
    this.write(boxes);
  }

  allPairs(boxes: Float32Array): Uint32Array {
    this.write(boxes);
    const { pairs } = this;
    pairs.length = 0;
    this.intersect(this.arrays, (a, b) => {
      pairs.pushPair(a, b);
      return undefined;
    });
    return pairs.view();
  }

  frame({ boxes }: Change): Uint32Array {
    return this.allPairs(boxes);
  }

  private write(boxes: Float32Array): void {
    const { stride } = this;
    const count = boxes.length / stride;
    this.arrays.length = Math.min(this.arrays.length, count);
    while (this.arrays.length < count) this.arrays.push(new Array<number>(stride).fill(0.5));
    for (let i = 0; i < count; i++) {
      const box = this.arrays[i];
      for (let k = 0; k < stride; k++) box[k] = boxes[i * stride + k];
    }
  }
}

export const boxIntersect: Adapter = {
  id: 'box-intersect',
  title: 'box-intersect',
  package: 'box-intersect',
  version: '1.0.2',
  dimensions: [2, 3],
  methods: ['build', 'allPairs', 'frame'],
  rebuilds: true,
  notes: [
    'stateless, so every frame starts from nothing',
    'one array for each box, reused in each call',
  ],
  async load() {
    const { default: intersect } = await import('box-intersect');
    return (dimensions) => new BoxIntersectPeer(intersect as BoxIntersect, dimensions);
  },
};
