/**
 * Model of the box checks of the package: infinite sides are clamped, and invalid boxes are
 * rejected.
 */

const LIMIT = Math.fround(1e18);

function clampBox(boxes: Float32Array, at: number, dimensions: number): void {
  for (let axis = 0; axis < dimensions; axis += 1) {
    const [low, high] = [at + axis, at + dimensions + axis];
    // assigns only to infinite sides, because an assignment can change the bits of a NaN
    if (boxes[low] === -Infinity) boxes[low] = -LIMIT;
    if (boxes[high] === Infinity) boxes[high] = LIMIT;
  }
}

function isBox(boxes: Float32Array, at: number, dimensions: number): boolean {
  for (let axis = 0; axis < dimensions; axis += 1) {
    const [low, high] = [boxes[at + axis], boxes[at + dimensions + axis]];
    if (!(low >= -LIMIT && high <= LIMIT && low <= high)) return false;
  }
  return true;
}

/** Clamps boxes in place, up to the first invalid box. Returns whether all boxes are valid. */
export function readBoxes(boxes: Float32Array, count: number, dimensions: number): boolean {
  for (let i = 0; i < count; i += 1) {
    const at = 2 * dimensions * i;
    clampBox(boxes, at, dimensions);
    if (!isBox(boxes, at, dimensions)) return false;
  }
  return true;
}

export function boxesOfPoints(points: Float32Array, dimensions: number): Float32Array {
  const boxes = new Float32Array(2 * points.length);
  for (let at = 0; at < points.length; at += dimensions) {
    const point = points.subarray(at, at + dimensions);
    boxes.set(point, 2 * at);
    boxes.set(point, 2 * at + dimensions);
  }
  return boxes;
}
