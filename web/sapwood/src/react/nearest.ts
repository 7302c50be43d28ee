import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Object3D } from 'three';
import type { PointLike } from '../inputs.js';
import type { SceneNearestOptions, SceneNeighbor } from '../three/item-queries.js';
import type { SceneIndex } from '../three/scene-index.js';
import type { SceneItem } from '../three/scene-objects.js';
import { useMounted } from './scene-index.js';

/** Point in world space, an object whose origin is the point, or a ref to a point or an object. */
export type NearestTarget = PointLike | Object3D | RefObject<PointLike | Object3D | null>;

/** Options of `useNearest`. */
export type UseNearestOptions = SceneNearestOptions;

const NONE: readonly SceneItem[] = [];

/**
 * Returns the objects and instances of the enclosing `<SceneIndex>` that are nearest to a point,
 * ordered by the distance to their world boxes. The result is updated in each frame. React renders
 * the component again only if the items or their order change.
 *
 * Excludes the target object and its descendants. See also `SceneIndex.nearest` of `sapwood/three`.
 * @param target - Point in world space, object, or ref. Null, or a ref to null, gives no results.
 * @param options - Number of results, maximum distance and filter. Default: the nearest item.
 * @returns Items; an empty array until the index is ready.
 * @throws SapwoodError `invalid-argument`, thrown in the frame loop
 * @example
 * ```ts
 * import { useNearest } from 'sapwood/react';
 * import { useRef } from 'react';
 * import type { Mesh } from 'three';
 *
 * function useNeighborOfPlayer() {
 *   const player = useRef<Mesh>(null);
 *   const [nearest] = useNearest(player, { maxDistance: 5 });
 *   return { player, neighbor: nearest?.object };
 * }
 * console.log(typeof useNeighborOfPlayer); // function
 * ```
 */
export function useNearest(
  target: NearestTarget | null,
  options: UseNearestOptions = {},
): readonly SceneItem[] {
  const mounted = useMounted();
  const [items, setItems] = useState(NONE);
  const latest = useRef({ target, options });
  useLayoutEffect(() => {
    latest.current = { target, options };
    mounted?.requestFrame();
  });
  useLayoutEffect(() => {
    if (mounted === null) return undefined;
    let last = NONE;
    const remove = mounted.onUpdate(() => {
      const { target, options } = latest.current;
      const found = nearest(mounted.index, target, options);
      if (areSame(found, last)) return;
      last = found;
      setItems(found);
    });
    return () => {
      remove();
      setItems(NONE);
    };
  }, [mounted]);
  return items;
}

const place: [x: number, y: number, z: number] = [0, 0, 0];

function nearest(
  index: SceneIndex,
  target: NearestTarget | null,
  options: UseNearestOptions,
): readonly SceneNeighbor[] {
  const current = target !== null && 'current' in target ? target.current : target;
  if (current === null) return [];
  if (!('isObject3D' in current)) return index.nearest(current, options);
  const { filter } = options;
  const { elements } = current.matrixWorld;
  for (let axis = 0; axis < 3; axis += 1) place[axis] = elements[12 + axis];
  return index.nearest(place, {
    ...options,
    filter: (item) => !isBelow(item.object, current) && (filter?.(item) ?? true),
  });
}

function isBelow(object: Object3D, ancestor: Object3D): boolean {
  for (let one: Object3D | null = object; one !== null; one = one.parent) {
    if (one === ancestor) return true;
  }
  return false;
}

function areSame(found: readonly SceneItem[], last: readonly SceneItem[]): boolean {
  return (
    found.length === last.length &&
    found.every(({ object, instanceId, batchId }, i) => {
      const other = last[i];
      return (
        object === other.object && instanceId === other.instanceId && batchId === other.batchId
      );
    })
  );
}
