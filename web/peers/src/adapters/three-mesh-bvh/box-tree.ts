/** Tree over boxes, derived from the abstract base class of three-mesh-bvh. */

import type { Box3 } from 'three';
import type * as Library from 'three-mesh-bvh';

/**
 * Argument of `shapecast`. The type declarations of the library omit it, and also the members that
 * subclasses of BVH use.
 */
export interface Cast {
  boundsTraverseOrder?(box: Box3): number;
  intersectsBounds(box: Box3, isLeaf: boolean, score: number | undefined): number | boolean;
  intersectsRange(offset: number, count: number, contained: boolean): boolean;
}
type Visit = (
  depth: number,
  isLeaf: boolean,
  bounds: Float32Array,
  offset: number,
  count: number,
) => void;
interface Tree {
  shapecast(cast: Cast): boolean;
  traverse(visit: Visit): void;
  refit(): void;
}
export interface BoxTree extends Tree {
  /** Item at each position in the order of the leaves. */
  readonly primitiveBuffer: Uint32Array;
  /** Boxes of the items. Call `refit` after replacing them. */
  boxes: Float32Array;
}
export type BoxTreeClass = new (boxes: Float32Array) => BoxTree;
type BaseClass = new () => Tree & { init(options: object): void };

/**
 * Target number of boxes per leaf, the default of the library. For boxes, leaf sizes of 8 to 12
 * with center splits were also the fastest.
 */
const LEAF_SIZE = 10;

/**
 * Returns a tree class over boxes. It overrides the methods that process ranges of boxes, so that
 * the library makes no call per box.
 */
export function boxTreeOf({ BVH, CENTER }: typeof Library): BoxTreeClass {
  return class extends (BVH as unknown as BaseClass) {
    readonly primitiveBuffer: Uint32Array;
    readonly primitiveBufferStride = 1;

    constructor(public boxes: Float32Array) {
      super();
      const count = boxes.length / 6;
      this.primitiveBuffer = new Uint32Array(count);
      for (let i = 0; i < count; i++) this.primitiveBuffer[i] = i;
      this.init({ strategy: CENTER, targetLeafSize: LEAF_SIZE, maxDepth: 64 });
    }

    getRootRanges() {
      return [{ offset: 0, count: this.primitiveBuffer.length }];
    }

    writePrimitiveBounds(i: number, target: Float32Array, at: number): void {
      const { boxes } = this;
      const from = 6 * this.primitiveBuffer[i];
      for (let k = 0; k < 6; k++) target[at + k] = boxes[from + k];
    }

    /** `refit` calls this method. */
    writePrimitiveRangeBounds(offset: number, count: number, target: Float32Array, at: number) {
      const { boxes, primitiveBuffer } = this;
      for (let d = 0; d < 3; d++) {
        let low = Number.POSITIVE_INFINITY;
        let high = Number.NEGATIVE_INFINITY;
        for (let i = offset; i < offset + count; i++) {
          const from = 6 * primitiveBuffer[i] + d;
          if (boxes[from] < low) low = boxes[from];
          if (boxes[from + 3] > high) high = boxes[from + 3];
        }
        target[at + d] = low;
        target[at + 3 + d] = high;
      }
      return target;
    }

    /**
     * Writes the center and the half size of each box. Half sizes are enlarged slightly to
     * compensate for rounding, as in the base class.
     */
    computePrimitiveBounds(
      offset: number,
      count: number,
      target: Float32Array & { offset?: number },
    ) {
      const { boxes, primitiveBuffer } = this;
      for (let i = offset; i < offset + count; i++) {
        const from = 6 * primitiveBuffer[i];
        const at = 6 * (i - (target.offset ?? 0));
        for (let d = 0; d < 3; d++) {
          const center = (boxes[from + d] + boxes[from + 3 + d]) / 2;
          const half = (boxes[from + 3 + d] - boxes[from + d]) / 2;
          target[at + 2 * d] = center;
          target[at + 2 * d + 1] = half + (Math.abs(center) + half) * 2 ** -24;
        }
      }
      return target;
    }
  };
}
