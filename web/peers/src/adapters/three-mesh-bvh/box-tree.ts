/** Abstract tree of the library over boxes. */

import type { Box3 } from 'three';
import type * as Library from 'three-mesh-bvh';

/** Argument of shapecast, and members of a subclass of BVH, which the types of the library omit. */
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
  /** Item at each position. */
  readonly primitiveBuffer: Uint32Array;
  /** After replacing the boxes, call `refit`. */
  boxes: Float32Array;
}
export type BoxTreeClass = new (boxes: Float32Array) => BoxTree;
type BaseClass = new () => Tree & { init(options: object): void };

/** Defaults of the library. Leaves of 8 to 12 boxes and splits in the middle are also best here. */
const LEAF_SIZE = 10;

/** Abstract tree over boxes, with batch operations instead of a call per box. */
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

    /** Writes the union of boxes, for `refit`. */
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

    /** Writes centers and half sizes, slightly enlarged for rounding, as the base class does. */
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
