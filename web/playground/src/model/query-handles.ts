/**
 * Draggable handles of a query. Mouse, touch and arrow keys have the same effect, because all of
 * them change the fractions in the settings.
 */

import type { Dimensions, QueryKind, Settings } from '../state/settings.js';
import { cameraFrame } from './frustum.js';
import { fromFraction, longestSide, queryShape, toFraction } from './query-shape.js';

export interface QueryHandle {
  readonly id: string;
  readonly label: string;
  /** Axis along which the handle moves; null if it moves on all axes. */
  readonly axis: number | null;
  readonly main: boolean;
  /** Returns the position of the handle in world units. In 2D, z is 0. */
  read(settings: Settings, sceneBounds: Float32Array): Float32Array;
  write(settings: Settings, sceneBounds: Float32Array, position: Float32Array): Partial<Settings>;
}

const axisNames = ['x', 'y', 'z'];
const minHalf = 0.01;

function world(
  sceneBounds: Float32Array,
  fractions: readonly number[],
  first: number,
): Float32Array {
  const position = new Float32Array(3);
  for (let axis = 0; axis < sceneBounds.length / 2; axis++) {
    position[axis] = fromFraction(sceneBounds, axis, fractions[first + axis]);
  }
  return position;
}

/**
 * Returns a copy of `list` in which the coordinates from index `first` on are replaced by a new
 * point. In 2D, the third coordinate is kept.
 */
function withPoint(
  list: readonly number[],
  first: number,
  sceneBounds: Float32Array,
  position: Float32Array,
): number[] {
  const changed = [...list];
  for (let axis = 0; axis < sceneBounds.length / 2; axis++) {
    changed[first + axis] = toFraction(sceneBounds, axis, position[axis]);
  }
  return changed;
}

type PlaceKey = 'box' | 'ball' | 'ray' | 'cam';

function pointHandle(id: string, label: string, key: PlaceKey, first = 0): QueryHandle {
  return {
    id,
    label,
    axis: null,
    main: true,
    read: (settings, sceneBounds) => world(sceneBounds, settings[key], first),
    write: (settings, sceneBounds, position) => ({
      [key]: withPoint(settings[key], first, sceneBounds, position),
    }),
  };
}

/** Handle that moves one face of the query box. The opposite face stays in place. */
function faceHandle(axis: number, upper: boolean): QueryHandle {
  const sign = upper ? 1 : -1;
  return {
    id: `box-${upper ? 'max' : 'min'}-${axisNames[axis]}`,
    label: `Query box, ${upper ? 'upper' : 'lower'} ${axisNames[axis]} face`,
    axis,
    main: false,
    read: (settings, sceneBounds) => {
      const position = world(sceneBounds, settings.box, 0);
      position[axis] += sign * settings.box[3 + axis] * longestSide(sceneBounds);
      return position;
    },
    write: (settings, sceneBounds, position) => {
      const reach = longestSide(sceneBounds);
      const center = fromFraction(sceneBounds, axis, settings.box[axis]);
      const fixed = center - sign * settings.box[3 + axis] * reach;
      const half = Math.max((sign * (position[axis] - fixed)) / 2, minHalf * reach);
      const box = [...settings.box];
      box[axis] = toFraction(sceneBounds, axis, fixed + sign * half);
      box[3 + axis] = half / reach;
      return { box };
    },
  };
}

const radiusHandle: QueryHandle = {
  id: 'ball-radius',
  label: 'Query sphere, radius',
  axis: 0,
  main: false,
  read: (settings, sceneBounds) => {
    const position = world(sceneBounds, settings.ball, 0);
    position[0] += settings.ball[3] * longestSide(sceneBounds);
    return position;
  },
  write: (settings, sceneBounds, position) => {
    const radius = Math.abs(position[0] - fromFraction(sceneBounds, 0, settings.ball[0]));
    return {
      ball: [...settings.ball.slice(0, 3), Math.max(radius / longestSide(sceneBounds), minHalf)],
    };
  },
};

/** Handle at the eye of the query camera. It moves the whole camera. */
const eyeHandle: QueryHandle = {
  ...pointHandle('cam-eye', 'Camera, eye', 'cam'),
  write: (settings, sceneBounds, position) => {
    const moved = withPoint(settings.cam, 0, sceneBounds, position);
    for (let axis = 0; axis < 3; axis++) moved[3 + axis] += moved[axis] - settings.cam[axis];
    return { cam: moved };
  },
};

/**
 * Handle that sets the width of the camera's far plane. It is at the center of the right edge of
 * the plane.
 */
const spreadHandle: QueryHandle = {
  id: 'cam-spread',
  label: 'Camera, width of its view',
  axis: null,
  main: false,
  read: (settings, sceneBounds) => {
    const target = world(sceneBounds, settings.cam, 3);
    const { right } = cameraFrame(vector(world(sceneBounds, settings.cam, 0)), vector(target));
    return target.map(
      (value, axis) => value + settings.cam[6] * longestSide(sceneBounds) * right[axis],
    );
  },
  write: (settings, sceneBounds, position) => {
    const target = world(sceneBounds, settings.cam, 3);
    const width = Math.hypot(...target.map((value, axis) => position[axis] - value));
    return {
      cam: [...settings.cam.slice(0, 6), Math.max(width / longestSide(sceneBounds), minHalf)],
    };
  },
};

function vector([x, y, z]: Float32Array): readonly [number, number, number] {
  return [x, y, z];
}

function boxHandles(dimensions: Dimensions): QueryHandle[] {
  const handles = [pointHandle('box-center', 'Query box, center', 'box')];
  for (let axis = 0; axis < dimensions; axis++) {
    handles.push(faceHandle(axis, true), faceHandle(axis, false));
  }
  return handles;
}

export function queryHandles(kind: QueryKind, dimensions: Dimensions): readonly QueryHandle[] {
  switch (kind) {
    case 'box':
      return boxHandles(dimensions);
    case 'sphere':
      return [pointHandle('ball-center', 'Query sphere, center', 'ball'), radiusHandle];
    case 'ray':
      return [
        pointHandle('ray-start', 'Ray, start', 'ray'),
        pointHandle('ray-end', 'Ray, end', 'ray', 3),
      ];
    case 'nearest':
      return [pointHandle('ball-center', 'Query point', 'ball')];
    case 'frustum':
      return [
        eyeHandle,
        pointHandle('cam-target', 'Camera, middle of its far plane', 'cam', 3),
        spreadHandle,
      ];
    default:
      return [];
  }
}

export function describeQuery(settings: Settings, sceneBounds: Float32Array): string {
  const shape = queryShape(settings, sceneBounds);
  const { box, center, dimensions, frustum, kind, length, origin, radius, k } = shape;
  const point = (values: Float32Array, first = 0) =>
    Array.from(values.subarray(first, first + dimensions), (value) => value.toFixed(2)).join(', ');
  switch (kind) {
    case 'box':
      return `(${point(box)}) to (${point(box, dimensions)})`;
    case 'sphere':
      return `(${point(center)}), radius ${radius.toFixed(2)}`;
    case 'ray':
      return `from (${point(origin)}), ${length.toFixed(2)} long`;
    case 'nearest':
      return `${k} nearest to (${point(center)})`;
    case 'frustum':
      return frustum ? `from (${point(frustum.eye)}), front to back` : '';
    default:
      return '';
  }
}
