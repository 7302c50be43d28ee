import { useFrame, useStore, useThree } from '@react-three/fiber';
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  useContext,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Group } from 'three';
import { type CullOptions, readCullOptions } from '../three/cull.js';
import type { SceneMeshOptions } from '../three/mesh-trees.js';
import { SceneIndex as Index } from '../three/scene-index.js';
import { MountedIndex } from './mounted-index.js';

/** Props of `<SceneIndex>`. */
export interface SceneIndexProps {
  /** Objects to index. */
  readonly children?: ReactNode | undefined;
  /** Receives the index when it is ready, and null when the component is removed. */
  readonly ref?: Ref<Index> | undefined;
  /**
   * False to draw all objects. True, or options for culling, to draw in each render only the
   * objects that the camera sees. Default: true.
   */
  readonly cull?: boolean | CullOptions | undefined;
  /**
   * True to index the whole scene of the canvas or portal instead of the children. Default: false.
   */
  readonly wholeScene?: boolean | undefined;
  /**
   * Whether to build trees over the triangles of meshes, or options for these trees, as in
   * `SceneIndex.create`. Default: true.
   */
  readonly meshes?: boolean | SceneMeshOptions | undefined;
}

const Mounted = /* @__PURE__ */ createContext<MountedIndex | null>(null);

/** Returns the mounted index of the enclosing `<SceneIndex>`, or null. */
export const useMounted = (): MountedIndex | null => useContext(Mounted);

/**
 * Wraps its children in a group, and indexes all objects in this group. Pointer events search the
 * index, with the same results as without it. Each render draws only the objects that its camera
 * sees.
 *
 * The children are drawn immediately, and culled as soon as the index is ready. If the index cannot
 * be created, the nearest error boundary receives the error. Removing the component reverts all its
 * changes to objects and raycasters.
 * @param props - See `SceneIndexProps`.
 * @returns Element with the children.
 * @throws SapwoodError `invalid-argument` if an option of `cull` or `meshes` is invalid
 * @throws SapwoodError `unsupported`, `not-initialized` in the same cases as `init` of `sapwood/3d`
 * @throws SapwoodError `out-of-memory`
 * @example
 * ```ts
 * import { SceneIndex } from 'sapwood/react';
 * import { createElement } from 'react';
 *
 * // <SceneIndex cull={{ order: 'any' }}><mesh /></SceneIndex>
 * const element = createElement(SceneIndex, { cull: { order: 'any' } }, createElement('mesh'));
 * console.log(element.type === SceneIndex); // true
 * ```
 */
export function SceneIndex(props: SceneIndexProps): ReactElement {
  const { children, ref, cull = true, wholeScene = false, meshes = true } = props;
  const store = useStore();
  const scene = useThree((state) => state.scene);
  const [group] = useState(() => new Group());
  const [mounted, setMounted] = useState<MountedIndex | null>(null);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  if (failure !== undefined) throw failure.error;

  const root = wholeScene ? scene : group;
  const options = readOptions(cull);
  const isCulled = options !== undefined;
  const latestOptions = useRef(options);
  const live = useRef<MountedIndex>(undefined);
  const { minTriangles, budget } = typeof meshes === 'object' ? meshes : {};
  const hasMeshes = meshes !== false;

  useLayoutEffect(() => {
    latestOptions.current = options;
  });
  // changed options require a new index; the old index makes culled objects visible when it is
  // disposed
  useLayoutEffect(() => {
    const isRemoved = watch(
      Index.create(root, {
        updateMatrices: false,
        meshes: hasMeshes && { minTriangles, budget },
      }),
      (index) => {
        const made = new MountedIndex(index, store.getState, () =>
          isCulled ? latestOptions.current : undefined,
        );
        live.current = made;
        setMounted(made);
        made.requestFrame();
      },
      (error) => setFailure({ error }),
    );
    return () => {
      isRemoved();
      live.current?.dispose();
      live.current = undefined;
      setMounted(null);
    };
  }, [root, store, isCulled, hasMeshes, minTriangles, budget]);
  useFrame(() => live.current?.connect());
  useImperativeHandle<Index | null, Index | null>(ref, () => mounted?.index ?? null, [mounted]);
  return createElement(
    Mounted.Provider,
    { value: mounted },
    createElement('primitive', { object: group }, children),
  );
}

/**
 * Returns the index of the enclosing `<SceneIndex>`, for event handlers and `useFrame`. Do not
 * dispose of it.
 * @returns Index of `sapwood/three`; null until it is ready, and outside a `<SceneIndex>`.
 * @example
 * ```ts
 * import { useSceneIndex } from 'sapwood/react';
 *
 * function useItemCount(): number {
 *   const index = useSceneIndex();
 *   return index === null ? 0 : index.size;
 * }
 * console.log(typeof useItemCount); // function
 * ```
 */
export function useSceneIndex(): Index | null {
  return useMounted()?.index ?? null;
}

/**
 * Returns the options of `cull`, or undefined if culling is off. Throws if an option is invalid.
 */
function readOptions(cull: boolean | CullOptions): CullOptions | undefined {
  if (cull === false) return undefined;
  const options = cull === true ? {} : cull;
  readCullOptions(options);
  return options;
}

/**
 * Calls `use` when an index is created. If the returned function was called before, disposes of the
 * index instead.
 */
function watch(
  creation: Promise<Index>,
  use: (index: Index) => void,
  fail: (error: unknown) => void,
): () => void {
  let isRemoved = false;
  creation.then(
    (index) => {
      if (isRemoved) index.dispose();
      else use(index);
    },
    (error) => {
      if (!isRemoved) fail(error);
    },
  );
  return () => {
    isRemoved = true;
  };
}
