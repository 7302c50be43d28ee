/**
 * Overlap of boxes with convex volumes, segments and capsules, in double precision. The algorithms
 * differ from those of the core: segment tests compare fractions, and bisection of the slope finds
 * the distance to a segment.
 */

type Numbers = ArrayLike<number>;

/** A segment as [start..., end...]. */
export type Segment = Numbers;

/**
 * Returns the gap between two boxes on each axis, or 0 if they touch or overlap on the axis. Sides
 * may be infinite.
 */
export function gaps(one: Numbers, other: Numbers): number[] {
  const dimensions = one.length / 2;
  const all: number[] = [];
  for (let axis = 0; axis < dimensions; axis++) {
    const high = dimensions + axis;
    all.push(Math.max(0, one[axis] - other[high], other[axis] - one[high]));
  }
  return all;
}

/**
 * Returns false if the whole box is outside of one of the planes, otherwise true. Each plane is
 * [normal..., constant].
 */
export function inConvex(planes: Numbers, box: Numbers): boolean {
  const dimensions = box.length / 2;
  for (let at = 0; at < planes.length; at += dimensions + 1) {
    let farthest = 0;
    for (let axis = 0; axis < dimensions; axis++) {
      const normal = planes[at + axis];
      farthest += normal * box[normal < 0 ? axis : dimensions + axis];
    }
    if (farthest + planes[at + dimensions] < 0) return false;
  }
  return true;
}

/**
 * Returns whether the segment touches the box: it enters the slabs of all axes before it leaves any
 * of them.
 */
export function onSegment(segment: Segment, box: Numbers): boolean {
  const dimensions = box.length / 2;
  const enters = [[0, 1]];
  const leaves = [[1, 1]];
  for (let axis = 0; axis < dimensions; axis++) {
    const from = segment[axis];
    const delta = segment[dimensions + axis] - from;
    if (delta === 0) {
      if (from < box[axis] || from > box[dimensions + axis]) return false;
      continue;
    }
    const sign = Math.sign(delta);
    const [first, last] = delta > 0 ? [axis, dimensions + axis] : [dimensions + axis, axis];
    enters.push([sign * (box[first] - from), Math.abs(delta)]);
    leaves.push([sign * (box[last] - from), Math.abs(delta)]);
  }
  return enters.every(([a, b]) => leaves.every(([c, d]) => a * d <= c * b));
}

export function distanceTo(segment: Segment, box: Numbers): number {
  const dimensions = box.length / 2;
  const look = (part: number) => {
    let slope = 0;
    let sum = 0;
    for (let axis = 0; axis < dimensions; axis++) {
      const delta = segment[dimensions + axis] - segment[axis];
      const here = segment[axis] + part * delta;
      const gap = Math.min(here - box[axis], 0) + Math.max(here - box[dimensions + axis], 0);
      slope += gap * delta;
      sum += gap * gap;
    }
    return { slope, distance: Math.sqrt(sum) };
  };
  let [low, high] = [0, 1];
  let minimum = Math.min(look(0).distance, look(1).distance);
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    const { slope, distance } = look(middle);
    minimum = Math.min(minimum, distance);
    if (slope < 0) low = middle;
    else high = middle;
  }
  return minimum;
}

/**
 * Returns the fraction of `displacement` at which a moving box touches another box, or Infinity.
 */
export function timeOfBox(moving: Numbers, displacement: Numbers, box: Numbers): number {
  const dimensions = box.length / 2;
  let [first, last] = [0, 1];
  for (let axis = 0; axis < dimensions; axis++) {
    const near = box[axis] - moving[dimensions + axis];
    const far = box[dimensions + axis] - moving[axis];
    if (displacement[axis] === 0) {
      if (near > 0 || far < 0) return Infinity;
      continue;
    }
    const times = [near / displacement[axis], far / displacement[axis]];
    first = Math.max(first, Math.min(...times));
    last = Math.min(last, Math.max(...times));
  }
  return first <= last ? first : Infinity;
}

/**
 * Returns the fraction of `displacement` at which a moving capsule touches a box, or Infinity.
 * Ternary search finds the smallest distance, because the distance first falls and then rises.
 */
export function timeOfCapsule(
  segment: Segment,
  radius: number,
  displacement: Numbers,
  box: Numbers,
): number {
  const dimensions = box.length / 2;
  const distance = (time: number) =>
    distanceTo(
      Array.from(segment, (at, i) => at + time * displacement[i % dimensions]),
      box,
    );
  if (distance(0) <= radius) return 0;
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const third = (high - low) / 3;
    if (distance(low + third) <= distance(high - third)) high -= third;
    else low += third;
  }
  if (distance(high) > radius) return Infinity;
  let early = 0;
  for (let i = 0; i < 40; i++) {
    const middle = (early + high) / 2;
    if (distance(middle) <= radius) high = middle;
    else early = middle;
  }
  return high;
}
