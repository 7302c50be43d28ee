/** Frustum culling: finds the items in view and tells three.js what to draw. */
import { type Camera, Frustum, type Light, type LightShadow, Matrix4, type Object3D } from 'three';
import { sortByDepth } from './order.js';
import type { SceneObjects } from './scene-objects.js';
import type { Tracked } from './tracked.js';

/** Options of `SceneIndex.cull`. */
export interface CullOptions {
  /**
   * Order of the instances of an `InstancedMesh` or `BatchedMesh`.
   *
   * - `'auto'`: front to back, or back to front if the material is transparent. Default.
   * - `'none'`: unspecified, which is faster
   */
  readonly order?: 'auto' | 'none';
  /**
   * Keeps objects and instances that are outside of the view but may cast a shadow into it.
   * Default: true.
   */
  readonly shadows?: boolean;
}

/** Margin of planes relative to the coordinates, for the rounding to float32. */
const MARGIN = 2e-6;

type AnyCamera = Camera & {
  isArrayCamera?: true;
  cameras?: AnyCamera[];
  reversedDepth?: boolean;
};

type ShadowLight = Light & {
  isLight?: true;
  isPointLight?: true;
  distance?: number;
  shadow?: LightShadow;
};

const frustum = new Frustum();
const matrix = new Matrix4();
const planes = new Array<number>(24).fill(0);

/** Chooses what cameras draw. */
export class Culler {
  readonly #objects: SceneObjects;
  #culling = 0;
  /** Number of the culling that last found an item, by id. */
  #seen = new Uint32Array(0);
  #depths = new Float32Array(0);
  /** Number of items that are drawn. */
  #drawn = 0;

  constructor(objects: SceneObjects) {
    this.#objects = objects;
  }

  /** Chooses what is drawn, and returns the number of items. */
  cull(cameras: readonly Camera[], { order = 'auto', shadows = true }: CullOptions): number {
    this.#begin();
    for (const camera of cameras) {
      for (const eye of eyesOf(camera as AnyCamera)) this.#find(eye as AnyCamera, false);
    }
    if (shadows) this.#findCasters();
    const [first] = cameras as readonly AnyCamera[];
    for (const tracked of this.#objects.nodes) {
      if (tracked.isPlain) this.#apply(tracked, cameras);
      else if (tracked.itemCount > 0) this.#draw(tracked, order === 'none' ? undefined : first);
    }
    return this.#drawn;
  }

  #begin(): void {
    this.#culling += 1;
    this.#drawn = 0;
    const { length } = this.#objects.items.instances;
    if (this.#seen.length === length) return;
    this.#seen = new Uint32Array(length);
    this.#depths = new Float32Array(length);
  }

  #find(camera: AnyCamera, isShadow: boolean): void {
    const { items } = this.#objects;
    matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    frustum.setFromProjectionMatrix(matrix, camera.coordinateSystem, camera.reversedDepth);
    // a camera whose matrices are NaN culls nothing in three.js
    if (!this.#storePlanes()) {
      const { length } = items.owners;
      for (let id = 0; id < length; id += 1) items.found[id] = id;
      this.#chooseFound(length, isShadow);
      return;
    }
    this.#chooseFound(items.tree.queryFrustumInto(planes, items.found), isShadow);
  }

  /** Stores the planes of the frustum, moved outward by the error of float32. */
  #storePlanes(): boolean {
    const { min, max } = this.#objects.items.extent;
    let largest = 0;
    for (let axis = 0; axis < 3; axis += 1) {
      if (min[axis] <= max[axis]) largest = Math.max(largest, -min[axis], max[axis]);
    }
    let isLimited = false;
    for (let i = 0; i < 6; i += 1) {
      const { normal, constant } = frustum.planes[i];
      const isKnown = Number.isFinite(normal.x + normal.y + normal.z + constant);
      isLimited ||= isKnown;
      planes[4 * i] = isKnown ? normal.x : 0;
      planes[4 * i + 1] = isKnown ? normal.y : 0;
      planes[4 * i + 2] = isKnown ? normal.z : 0;
      planes[4 * i + 3] = isKnown ? constant + MARGIN * (largest + Math.abs(constant)) : 1;
    }
    return isLimited;
  }

  #chooseFound(count: number, isShadow: boolean): void {
    const { found, owners, instances } = this.#objects.items;
    const seen = this.#seen;
    const culling = this.#culling;
    // most items belong to the same object as the item before
    let last: Tracked | undefined;
    for (let i = 0; i < count; i += 1) {
      const id = found[i];
      if (seen[id] === culling) continue;
      seen[id] = culling;
      if (last !== undefined && id - last.firstId < last.ids.length && id >= last.firstId) {
        last.choose(id - last.firstId);
        continue;
      }
      const tracked = owners[id];
      if (tracked === undefined) continue;
      if (isShadow && !tracked.object.castShadow) {
        seen[id] = 0;
        continue;
      }
      if (tracked.culling !== culling) {
        tracked.culling = culling;
        tracked.chosenCount = 0;
      }
      if (tracked.isPlain) continue;
      tracked.choose(instances[id]);
      last = tracked.firstId >= 0 ? tracked : undefined;
    }
  }

  /** Adds items in the view of lights that cast shadows. */
  #findCasters(): void {
    this.#objects.root.traverseVisible((object: Object3D) => {
      const light = object as ShadowLight;
      if (!light.isLight || !light.castShadow || light.shadow === undefined) return;
      if (light.isPointLight) {
        const { far } = light.shadow.camera as unknown as { far: number };
        this.#findAround(light, light.distance || far);
        return;
      }
      light.shadow.updateMatrices(light);
      this.#find(light.shadow.camera as AnyCamera, true);
    });
  }

  /** Adds items within the range of a point light, which casts shadows in all directions. */
  #findAround(light: Light, range: number): void {
    const { items } = this.#objects;
    const { elements } = light.matrixWorld;
    const center = [elements[12], elements[13], elements[14]];
    this.#chooseFound(items.tree.querySphereInto(center, range, items.found), true);
  }

  #apply(tracked: Tracked, cameras: readonly Camera[]): void {
    const isDrawn = tracked.culling === this.#culling || !tracked.frustumCulled;
    if (isDrawn) this.#drawn += 1;
    for (const { layers } of cameras) tracked.setHidden(layers, !isDrawn);
  }

  /** Passes the chosen instances to a mesh, sorted by depth from a camera. */
  #draw(tracked: Tracked, camera: AnyCamera | undefined): void {
    if (tracked.culling !== this.#culling) tracked.chosenCount = 0;
    const { instances, batches, chosen } = tracked;
    const crowd = instances ?? batches;
    if (!crowd?.canBeOrdered || instances?.wantsCulling === false) {
      this.#drawn += tracked.itemCount;
      return;
    }
    const count = keepDrawable(tracked);
    this.#drawn += count;
    if (camera !== undefined && batches?.isSorted !== false) this.#sort(tracked, count, camera);
    crowd.draw(chosen, count);
  }

  #sort(tracked: Tracked, count: number, { matrixWorld }: AnyCamera): void {
    const { boxes } = this.#objects.items;
    const { ids, chosen } = tracked;
    const depths = this.#depths;
    const { elements } = matrixWorld;
    // twice the center of a box times the axis that points backward
    const x = -elements[8];
    const y = -elements[9];
    const z = -elements[10];
    for (let i = 0; i < count; i += 1) {
      const at = 6 * ids[chosen[i]];
      depths[i] =
        x * (boxes[at] + boxes[at + 3]) +
        y * (boxes[at + 1] + boxes[at + 4]) +
        z * (boxes[at + 2] + boxes[at + 5]);
    }
    sortByDepth(chosen, depths, count, isTransparent(tracked.object));
  }
}

/** Removes chosen instances that are deleted or invisible. Returns the number of the others. */
function keepDrawable({ itemCount, ids, batches, chosen, chosenCount }: Tracked): number {
  if (batches === undefined && ids.length === itemCount) return chosenCount;
  const geometries = batches?.geometries;
  let count = 0;
  for (let i = 0; i < chosenCount; i += 1) {
    const instance = chosen[i];
    if (instance >= itemCount || (geometries !== undefined && geometries[instance] < 0)) continue;
    chosen[count] = instance;
    count += 1;
  }
  return count;
}

function eyesOf(camera: AnyCamera): readonly Camera[] {
  const { cameras } = camera;
  return camera.isArrayCamera && cameras !== undefined && cameras.length > 0 ? cameras : [camera];
}

function isTransparent(object: Object3D): boolean {
  const { material } = object as { material?: unknown };
  const [first] = (Array.isArray(material) ? material : [material]) as { transparent?: boolean }[];
  return first?.transparent === true;
}
