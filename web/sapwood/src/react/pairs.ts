import { useLayoutEffect, useRef } from 'react';
import type { ScenePair } from '../three/item-queries.js';
import type { SceneIndex } from '../three/scene-index.js';
import type { SceneItem } from '../three/scene-objects.js';
import { useMounted } from './scene-index.js';

/** Functions that `usePairs` calls. */
export interface PairHandlers {
  /** Called once when two world boxes begin to overlap. */
  readonly onBegin?: ((one: SceneItem, other: SceneItem) => void) | undefined;
  /**
   * Called once when the boxes no longer overlap, or when an object or the component that calls
   * `usePairs` is removed.
   */
  readonly onEnd?: ((one: SceneItem, other: SceneItem) => void) | undefined;
}

/**
 * Calls functions when the world boxes of two objects or instances of the enclosing `<SceneIndex>`
 * begin or stop overlapping. The functions are called before a render, after matrices are computed:
 * first `onEnd` for all pairs, then `onBegin` for all pairs. If a call throws, all other calls are
 * made before its error is thrown. The pairs are the same as in `SceneIndex.pairs` of
 * `sapwood/three`. `onBegin` and `onEnd` receive the same item objects.
 * @param handlers - Functions to call, which may change in each render.
 * @example
 * ```ts
 * import { usePairs } from 'sapwood/react';
 *
 * function useCollisions(hit: (name: string) => void) {
 *   usePairs({ onBegin: (one, other) => hit(`${one.object.name} ${other.object.name}`) });
 * }
 * console.log(typeof useCollisions); // function
 * ```
 */
export function usePairs(handlers: PairHandlers): void {
  const mounted = useMounted();
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useLayoutEffect(() => {
    if (mounted === null) return undefined;
    const changes = new PairChanges(mounted.index);
    const report = (): void => {
      const errors: unknown[] = [];
      const callAll = (handler: PairHandlers['onBegin'], pairs: readonly ScenePair[]): void => {
        for (const pair of pairs) {
          try {
            handler?.(...pair);
          } catch (error) {
            errors.push(error);
          }
        }
      };
      callAll(latest.current.onEnd, changes.ended);
      callAll(latest.current.onBegin, changes.begun);
      // throws after all calls, so that each `onBegin` has an `onEnd`
      if (errors.length > 0) throw errors[0];
    };
    const remove = mounted.onUpdate(() => {
      changes.update();
      report();
    });
    return () => {
      remove();
      changes.endAll();
      report();
    };
  }, [mounted]);
}

class PairChanges {
  begun: [SceneItem, SceneItem][] = [];
  ended: [SceneItem, SceneItem][] = [];
  readonly #index: SceneIndex;
  readonly #pairs: ScenePair[] = [];
  /** Number of the last update in which each pair of items overlapped. */
  readonly #known = new Map<SceneItem, Map<SceneItem, number>>();
  #update = 0;

  constructor(index: SceneIndex) {
    this.#index = index;
  }

  update(): void {
    this.#begin();
    for (const [one, other] of this.#index.pairs(this.#pairs)) {
      let others = this.#known.get(one);
      if (others === undefined) {
        others = new Map();
        this.#known.set(one, others);
      }
      if (!others.has(other)) this.begun.push([one, other]);
      others.set(other, this.#update);
    }
    this.#removeOld();
  }

  endAll(): void {
    this.#begin();
    this.#removeOld();
  }

  #begin(): void {
    this.#update += 1;
    this.begun = [];
    this.ended = [];
  }

  #removeOld(): void {
    for (const [one, others] of this.#known) {
      for (const [other, update] of others) {
        if (update === this.#update) continue;
        others.delete(other);
        this.ended.push([one, other]);
      }
      if (others.size === 0) this.#known.delete(one);
    }
  }
}
