/** Frustum culling: finds the items in view, and makes three.js draw only these items. */
import {
  type Camera,
  Frustum,
  type Layers,
  type Light,
  type LightShadow,
  Matrix4,
  type Object3D,
  type PerspectiveCamera,
  REVISION,
} from 'three';
import { expected } from '../errors.js';
import { requireOptions } from '../option-names.js';
import { Viewpoints } from './instance-levels.js';
import { sortByDepth } from './order.js';
import type { SceneObjects } from './scene-objects.js';
import type { Tracked } from './tracked.js';
import { Visibility } from './visibility.js';

/** Order in which instances are drawn; see `CullOptions`. */
export type DrawOrder = 'auto' | 'front-to-back' | 'back-to-front' | 'any';

const ORDERS: readonly DrawOrder[] = ['auto', 'front-to-back', 'back-to-front', 'any'];

/** Options of `SceneIndex.cull`. */
export interface CullOptions {
  /**
   * Order of the instances of an `InstancedMesh` or `BatchedMesh`.
   *
   * - `'auto'` (default): front to back, or back to front if the material is transparent.
   * - `'front-to-back'`, `'back-to-front'`: the same order for all materials.
   * - `'any'`: unspecified, which is faster.
   */
  readonly order?: DrawOrder | undefined;
  /**
   * Factor by which the distances of `setLevels` and `setGeometryLevels` are multiplied, > 0. With
   * 2, levels begin at twice the distance. `false` draws all instances in their first level, and
   * `true` is the same as 1. The option does not affect `LOD` objects. Default: 1.
   */
  readonly lod?: number | boolean | undefined;
  /**
   * True to also draw items outside the view that may cast shadows into the view. Default: true.
   */
  readonly shadows?: boolean | undefined;
}

interface CullSettings {
  readonly order: DrawOrder;
  readonly shadows: boolean;
  /** Factor of the distances of levels; NaN to draw all instances in their first level. */
  readonly lod: number;
}

export function readCullOptions(options: CullOptions): CullSettings {
  requireOptions(options, ['lod', 'order', 'shadows']);
  const { lod = 1, order = 'auto', shadows = true } = options;
  if (!ORDERS.includes(order)) {
    throw expected('invalid-argument', 'options.order', `one of '${ORDERS.join("', '")}'`, order);
  }
  if (typeof lod !== 'boolean' && !(Number.isFinite(lod) && lod > 0)) {
    throw expected('invalid-argument', 'options.lod', 'a number > 0 or a boolean', lod);
  }
  return { lod: lod === false ? Number.NaN : Number(lod), order, shadows };
}

/** Margin of planes for rounding errors of float32, relative to the coordinates. */
const MARGIN = 2e-6;

/** False for versions of three.js whose `WebGPURenderer` does not call `onBeforeShadow`. */
const HAS_SHADOW_HOOKS = /* @__PURE__ */ (() => Number.parseInt(REVISION, 10) >= 172)();

type AnyCamera = Camera & {
  isArrayCamera?: true;
  cameras?: AnyCamera[];
  reversedDepth?: boolean;
};

type ShadowLight = Light & {
  isPointLight?: true;
  distance?: number;
  shadow?: LightShadow;
};

/** Camera that determines the depths by which instances are sorted, and the sort order. */
interface Sorting {
  readonly camera: Camera;
  readonly order: DrawOrder;
}

const frustum = new Frustum();
const matrix = new Matrix4();
const planes = new Array<number>(24).fill(0);

export class Culler {
  readonly #objects: SceneObjects;
  readonly #visibility = new Visibility();
  readonly #viewpoints = new Viewpoints();
  #culling = 0;
  /** For each item id, the number of the `cull` call that last found the item. */
  #seen = new Uint32Array(0);
  #depths = new Float32Array(0);
  /** True if the culling makes only one query, which finds each item at most once. */
  #isSingle = false;
  #found: Tracked[] = [];
  /** Plain objects (without instances) that the previous culling found and showed. */
  #lastFound: Tracked[] = [];
  #layers: Layers | undefined;
  #version = -1;

  constructor(objects: SceneObjects) {
    this.#objects = objects;
  }

  /** Chooses the items to draw, and returns their number. */
  cull(cameras: readonly Camera[], { lod, order, shadows }: CullSettings): number {
    const views = cameras.flatMap((camera) => viewsOf(camera as AnyCamera));
    this.#viewpoints.set(cameras, lod);
    this.#visibility.begin(cameras);
    const lights = (this.#objects.lights as ShadowLight[]).filter(
      (light) => shadows && light.castShadow && light.shadow && this.#visibility.isVisible(light),
    );
    this.#begin(views.length + lights.length === 1);
    for (const eye of views) this.#find(eye as AnyCamera, false);
    for (const tracked of this.#objects.instanced) {
      tracked.viewCount = tracked.culling === this.#culling ? tracked.chosenCount : 0;
    }
    for (const light of lights) this.#findCasters(light);
    if (!HAS_SHADOW_HOOKS) {
      for (const tracked of this.#objects.instanced) tracked.viewCount = tracked.chosenCount;
    }
    let drawn = this.#applyPlain(cameras);
    const sorting = { camera: cameras[0], order };
    for (const tracked of this.#objects.instanced) drawn += this.#draw(tracked, sorting);
    return drawn;
  }

  #begin(isSingle: boolean): void {
    this.#culling += 1;
    this.#isSingle = isSingle;
    [this.#found, this.#lastFound] = [this.#lastFound, this.#found];
    this.#found.length = 0;
    const { length } = this.#objects.items.instances;
    if (this.#depths.length === length) return;
    this.#seen = new Uint32Array(length);
    this.#depths = new Float32Array(length);
  }

  #find(camera: AnyCamera, isShadow: boolean): void {
    const { items } = this.#objects;
    matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    frustum.setFromProjectionMatrix(matrix, camera.coordinateSystem, camera.reversedDepth);
    // if the matrices of a camera contain NaN, three.js culls nothing
    if (!this.#storePlanes()) {
      const { length } = items.owners;
      for (let id = 0; id < length; id += 1) items.found[id] = id;
      this.#chooseFound(length, isShadow);
      return;
    }
    this.#chooseFound(items.tree.queryFrustumInto(planes, items.found), isShadow);
  }

  /**
   * Stores the frustum planes, moved outward by the rounding error of float32. Returns false if no
   * plane is finite.
   */
  #storePlanes(): boolean {
    const { largest } = this.#objects.items.extent;
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
    let i = 0;
    while (i < count) {
      const id = found[i];
      i += 1;
      const tracked = owners[id];
      if (tracked === undefined || (isShadow && !tracked.object.castShadow)) continue;
      if (tracked.culling !== this.#culling) {
        tracked.culling = this.#culling;
        tracked.chosenCount = 0;
        if (tracked.isPlain) this.#found.push(tracked);
      }
      if (tracked.isPlain || !this.#isNew(id)) continue;
      tracked.choose(instances[id]);
      // chooses the following items too, which are usually instances of the same object
      if (tracked.firstId >= 0) i = this.#chooseRun(tracked, i, count);
    }
  }

  /** Returns true if an item was not found by an earlier query of this culling. */
  #isNew(id: number): boolean {
    if (this.#isSingle) return true;
    if (this.#seen[id] === this.#culling) return false;
    this.#seen[id] = this.#culling;
    return true;
  }

  /**
   * Chooses consecutive found items that are instances of `tracked`. Returns the position after the
   * last chosen item.
   */
  #chooseRun(tracked: Tracked, from: number, count: number): number {
    const { found } = this.#objects.items;
    const { firstId, ids } = tracked;
    const { length } = ids;
    tracked.reserve(Math.min(length, tracked.chosenCount + count - from));
    const { chosen } = tracked;
    const seen = this.#seen;
    const culling = this.#isSingle ? -1 : this.#culling;
    let size = tracked.chosenCount;
    let i = from;
    for (; i < count; i += 1) {
      const id = found[i];
      const instance = id - firstId;
      if (instance < 0 || instance >= length) break;
      if (culling >= 0) {
        if (seen[id] === culling) continue;
        seen[id] = culling;
      }
      chosen[size] = instance;
      size += 1;
    }
    tracked.chosenCount = size;
    return i;
  }

  #findCasters(light: ShadowLight): void {
    const { shadow } = light as { shadow: LightShadow };
    if (!light.isPointLight) {
      // the renderer also updates the projection when it creates the shadow map
      if (shadow.map === null) (shadow.camera as PerspectiveCamera).updateProjectionMatrix();
      if (shadow.autoUpdate || shadow.needsUpdate) shadow.updateMatrices(light);
      this.#find(shadow.camera as AnyCamera, true);
      return;
    }
    // a point light casts shadows in all directions, so its casters are inside a sphere
    const { items } = this.#objects;
    const { elements } = light.matrixWorld;
    const center = [elements[12], elements[13], elements[14]];
    const { far } = shadow.camera as unknown as { far: number };
    const { distance = 0 } = light;
    const range = distance > 0 ? Math.min(distance, 1e18) : far;
    if (!center.every((coordinate) => Math.abs(coordinate) < 1e18)) return;
    this.#chooseFound(items.tree.querySphereInto(center, range, items.found), true);
  }

  /**
   * Hides plain objects that this culling did not find. Returns the number of plain objects that
   * are drawn.
   */
  #applyPlain(cameras: readonly Camera[]): number {
    const { nodes, always, version } = this.#objects;
    const [{ layers }] = cameras;
    const isSame = cameras.length === 1 && layers === this.#layers && version === this.#version;
    if (isSame) {
      // changes only objects that entered or left the view
      for (const tracked of this.#lastFound) {
        if (tracked.culling !== this.#culling) tracked.setHidden(layers, tracked.frustumCulled);
      }
      for (const tracked of this.#found) tracked.setHidden(layers, false);
    } else {
      for (const tracked of nodes) {
        if (!tracked.isPlain) continue;
        const isHidden = tracked.culling !== this.#culling && tracked.frustumCulled;
        for (const camera of cameras) tracked.setHidden(camera.layers, isHidden);
      }
    }
    this.#layers = cameras.length === 1 ? layers : undefined;
    this.#version = version;
    return this.#countDrawn(always);
  }

  #countDrawn(always: readonly Tracked[]): number {
    let drawn = 0;
    for (const { object } of this.#found) {
      if (this.#visibility.isVisible(object)) drawn += 1;
    }
    for (const { object, culling } of always) {
      if (culling !== this.#culling && this.#visibility.isVisible(object)) drawn += 1;
    }
    return drawn;
  }

  /**
   * Makes a mesh and its levels draw the chosen instances. Returns the number of drawn instances.
   */
  #draw(tracked: Tracked, sorting: Sorting): number {
    const { instances, batches, levels } = tracked;
    const group = instances ?? batches;
    // the renderer skips invisible meshes, so their instances need not be sorted and copied
    const isDrawn = tracked.itemCount > 0 && this.#visibility.isVisible(tracked.object);
    if (!isDrawn || !group?.canBeOrdered) {
      const others = levels?.entries.slice(1) ?? [];
      for (const level of others) level.instances?.draw(level.chosen, 0, 0, true, instances);
      return isDrawn ? tracked.itemCount : 0;
    }
    if (tracked.culling !== this.#culling) tracked.chosenCount = tracked.viewCount = 0;
    if (instances?.isFrustumCulled === false) {
      if (levels === undefined && !instances.isCulled) return tracked.itemCount;
      tracked.chooseAll();
    }
    filterDrawable(tracked);
    levels?.split(this.#viewpoints);
    let count = 0;
    for (const list of levels?.entries ?? [tracked]) {
      if (!this.#visibility.isVisible(list.object)) list.chosenCount = list.viewCount = 0;
      this.#drawList(list, tracked, sorting);
      count += list.chosenCount;
    }
    instances?.clearWritten();
    return count;
  }

  /** Passes the chosen instances to a mesh. The instances in view are first sorted by depth. */
  #drawList(list: Tracked, owner: Tracked, sorting: Sorting): void {
    const { instances, batches, chosen, chosenCount, viewCount } = list;
    const isOrdered = sorting.order !== 'any';
    if (isOrdered && batches?.isSorted !== false) this.#sort(list, owner, sorting);
    instances?.draw(chosen, chosenCount, viewCount, isOrdered, owner.instances);
    batches?.draw(chosen, chosenCount, viewCount, this.#viewpoints);
  }

  #sort(list: Tracked, owner: Tracked, { camera, order }: Sorting): void {
    const { object, chosen, viewCount: count } = list;
    const { centers } = this.#objects.items;
    const { ids, firstId } = owner;
    const { elements } = camera.matrixWorld;
    const depths = this.#depths;
    // Forward axis of the camera. `centers` contains doubled coordinates, which does not change the
    // order.
    const x = -elements[8];
    const y = -elements[9];
    const z = -elements[10];
    for (let i = 0; i < count; i += 1) {
      const at = 4 * (firstId >= 0 ? firstId + chosen[i] : ids[chosen[i]]);
      depths[i] = x * centers[at] + y * centers[at + 1] + z * centers[at + 2];
    }
    const isDescending = order === 'auto' ? isTransparent(object) : order === 'back-to-front';
    sortByDepth(chosen, depths, count, isDescending);
  }
}

function filterDrawable(tracked: Tracked): void {
  const { itemCount, ids, batches, chosen, chosenCount, viewCount } = tracked;
  const geometries = batches?.hasHidden ? batches.geometries : undefined;
  if (geometries === undefined && ids.length === itemCount) return;
  let count = 0;
  let inView = 0;
  for (let i = 0; i < chosenCount; i += 1) {
    const instance = chosen[i];
    if (instance >= itemCount || (geometries !== undefined && geometries[instance] < 0)) continue;
    chosen[count] = instance;
    count += 1;
    if (i < viewCount) inView = count;
  }
  tracked.viewCount = inView;
  tracked.chosenCount = count;
}

function viewsOf(camera: AnyCamera): readonly Camera[] {
  const { cameras } = camera;
  return camera.isArrayCamera && cameras !== undefined && cameras.length > 0 ? cameras : [camera];
}

function isTransparent(object: Object3D): boolean {
  const { material } = object as { material?: unknown };
  const [first] = (Array.isArray(material) ? material : [material]) as { transparent?: boolean }[];
  return first?.transparent === true;
}
