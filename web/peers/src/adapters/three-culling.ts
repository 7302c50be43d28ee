/** Frustum culling with three.js, which tests the bounding box of each object. */

/**
 * Set of bounding boxes in three.js. `move` updates the first `moving` boxes, and `visible` returns
 * the ids of the boxes that touch a frustum of six planes [normal, constant].
 */
export interface SceneCulling {
  move(boxes: Float32Array, moving: number): void;
  /** Returns a view that the next call overwrites. */
  visible(planes: Float64Array): Uint32Array;
}

export async function threeCulling(boxes: Float32Array): Promise<SceneCulling> {
  const { Box3, Frustum } = await import('three');
  const frustum = new Frustum();
  const bounds = Array.from({ length: boxes.length / 6 }, () => new Box3());
  const out = new Uint32Array(bounds.length);
  const move = (all: Float32Array, moving: number) => {
    for (let id = 0; id < moving; id++) {
      bounds[id].min.fromArray(all, 6 * id);
      bounds[id].max.fromArray(all, 6 * id + 3);
    }
  };
  move(boxes, bounds.length);
  return {
    move,
    visible(planes) {
      frustum.planes.forEach((plane, p) => {
        plane.setComponents(planes[4 * p], planes[4 * p + 1], planes[4 * p + 2], planes[4 * p + 3]);
      });
      let count = 0;
      for (let id = 0; id < bounds.length; id++) {
        if (frustum.intersectsBox(bounds[id])) out[count++] = id;
      }
      return out.subarray(0, count);
    },
  };
}
