import {
  BatchedMesh,
  type BufferGeometry,
  InstancedMesh,
  type Layers,
  Line,
  LOD,
  Mesh,
  Object3D,
  Points,
  SkinnedMesh,
  Sprite,
} from 'three';
import { Batches } from './batched.js';
import {
  type Bounds,
  boundsOfGeometry,
  boundsOfSprite,
  GeometryBounds,
  sameBounds,
  sphereOfGeometry,
  UNBOUNDED,
} from './bounds.js';
import { treeOf } from './geometry-tree.js';
import type { InstanceLevels } from './instance-levels.js';
import { Instances } from './instanced.js';
import { isRigid, type MeshTrees } from './mesh-trees.js';
import { Patches, unwrapped } from './patches.js';
import { worldBoundsOfSkinned } from './skinned.js';

/** Kind of an object. Objects of kind `other` are not drawn. */
type Kind =
  | 'mesh'
  | 'skinned'
  | 'instanced'
  | 'batched'
  | 'points'
  | 'line'
  | 'sprite'
  | 'lod'
  | 'other';

interface Flags {
  isMesh?: true;
  isInstancedMesh?: true;
  isBatchedMesh?: true;
  isSkinnedMesh?: true;
  isPoints?: true;
  isLine?: true;
  isSprite?: true;
  isLOD?: true;
}

function kindOf(object: Object3D & Flags): Kind {
  if (object.isInstancedMesh) return 'instanced';
  if (object.isBatchedMesh) return 'batched';
  if (object.isSkinnedMesh) return 'skinned';
  if (object.isMesh) return 'mesh';
  if (object.isPoints) return 'points';
  if (object.isLine) return 'line';
  if (object.isSprite) return 'sprite';
  return object.isLOD ? 'lod' : 'other';
}

const NOT_PLAIN: readonly Kind[] = ['instanced', 'batched', 'lod', 'other'];

/** Class of each kind. If an object has another `raycast` method, that method tests it. */
const CLASSES: Record<Kind, { readonly prototype: Object3D }> = {
  mesh: Mesh,
  skinned: SkinnedMesh,
  instanced: InstancedMesh,
  batched: BatchedMesh,
  points: Points,
  line: Line,
  sprite: Sprite,
  lod: LOD,
  other: Object3D,
};

/** Caches bounds by geometry. */
function perGeometry(compute: (geometry: BufferGeometry) => Bounds) {
  const known = new WeakMap<BufferGeometry, GeometryBounds>();
  return (geometry: BufferGeometry): GeometryBounds => {
    let bounds = known.get(geometry);
    if (bounds === undefined) {
      bounds = new GeometryBounds(geometry, compute);
      known.set(geometry, bounds);
    }
    return bounds;
  };
}

const meshBoundsOf = /* @__PURE__ */ perGeometry(boundsOfGeometry);
const thinBoundsOf = /* @__PURE__ */ perGeometry(sphereOfGeometry);

/** Object of a scene, and its items in the index. */
export class Tracked {
  readonly object: Object3D;
  readonly kind: Kind;
  /** True if the object is drawn as a whole, without instances. */
  readonly isPlain: boolean;
  /** True if `raycast` was not the method of three.js at the last update. */
  isCustom = false;
  /** Position in order of traversal. */
  ordinal = 0;
  /** Position after the last descendant. */
  end = 0;
  /** Number of children at the last traversal. */
  childCount = 0;
  /** Ids of the items, by instance. */
  ids: Uint32Array = new Uint32Array(0);
  /** Id of instance 0 if instance i has the id `firstId + i`, otherwise -1. */
  firstId = -1;
  /** Position of the matrix of the last update in the array of the scene. */
  matrixAt = -1;
  /** Bounds in local space; in world space for a skinned mesh. */
  bounds: Bounds = UNBOUNDED;
  readonly instances: Instances | undefined;
  readonly batches: Batches | undefined;
  levels: InstanceLevels<Tracked> | undefined;
  /** Objects of kind `lod` with this object as a level. */
  lods: Tracked[] = [];
  /** Number of the traversal, ray cast or culling that last found the object. */
  traversal = 0;
  cast = 0;
  culling = 0;
  /**
   * Instances that the last queries found: first `viewCount` in the view, then those that only cast
   * shadows into it.
   */
  chosen: Uint32Array = new Uint32Array(0);
  chosenCount = 0;
  viewCount = 0;
  /** `frustumCulled` of the object at the last update. */
  frustumCulled: boolean;
  #hidden: Hidden | undefined;
  /** Arguments of the last `setHidden`, which most calls repeat. */
  #hiddenFrom: Layers | undefined;
  #wasHidden = false;
  #source: GeometryBounds | undefined;

  constructor(object: Object3D) {
    this.object = object;
    this.frustumCulled = object.frustumCulled;
    this.kind = kindOf(object);
    this.isPlain = !NOT_PLAIN.includes(this.kind);
    if (this.kind === 'instanced') this.instances = new Instances(object as InstancedMesh);
    if (this.kind === 'batched') this.batches = new Batches(object as BatchedMesh);
    this.updateMethod();
  }

  /** Checks `raycast` again. Returns whether `isCustom` changed. */
  updateMethod(): boolean {
    const wasCustom = this.isCustom;
    const raycast = this.instances ? unwrapped(this.object, 'raycast') : this.object.raycast;
    this.isCustom = raycast !== CLASSES[this.kind].prototype.raycast;
    return this.isCustom !== wasCustom;
  }

  get itemCount(): number {
    if (this.instances?.owner !== undefined) return 0;
    if (this.instances !== undefined) return this.instances.count;
    if (this.batches !== undefined) return this.batches.count;
    return this.isPlain ? 1 : 0;
  }

  /** Updates the bounds if the geometry changed. Returns whether they changed. */
  updateBounds(update: number): boolean {
    const bounds = this.#boundsAt(update);
    if (bounds === this.bounds || sameBounds(bounds, this.bounds)) return false;
    this.bounds = bounds;
    return true;
  }

  #boundsAt(update: number): Bounds {
    const { object, kind } = this;
    if (kind === 'skinned') return worldBoundsOfSkinned(object as SkinnedMesh);
    if (kind === 'sprite') return boundsOfSprite(object as Sprite);
    if (kind === 'batched' || kind === 'lod' || kind === 'other') return UNBOUNDED;
    const { geometry } = object as Mesh;
    if (this.#source?.geometry !== geometry) {
      const isThin = kind === 'points' || kind === 'line';
      this.#source = isThin ? thinBoundsOf(geometry) : meshBoundsOf(geometry);
    }
    return this.#source.at(update);
  }

  requestTrees(trees: MeshTrees): void {
    this.batches?.requestTrees(trees);
    const { object, kind } = this;
    if (this.isCustom || (kind !== 'mesh' && kind !== 'instanced')) return;
    // rays do not test levels
    if (this.instances?.owner !== undefined) return;
    const mesh = object as Mesh;
    if (kind === 'instanced' || isRigid(mesh)) trees.request(treeOf(mesh.geometry));
  }

  choose(instance: number): void {
    this.reserve(this.chosenCount + 1);
    this.chosen[this.chosenCount] = instance;
    this.chosenCount += 1;
  }

  chooseAll(): void {
    const { itemCount } = this;
    this.reserve(itemCount);
    for (let instance = 0; instance < itemCount; instance += 1) this.chosen[instance] = instance;
    this.chosenCount = itemCount;
    this.viewCount = itemCount;
  }

  reserve(count: number): void {
    if (count <= this.chosen.length) return;
    const grown = new Uint32Array(Math.max(count, this.ids.length, 2 * this.chosen.length, 16));
    grown.set(this.chosen);
    this.chosen = grown;
  }

  /** Hides the object from cameras with these layers, or shows it to them. */
  setHidden(from: Layers, isHidden: boolean): void {
    if (from === this.#hiddenFrom && isHidden === this.#wasHidden) return;
    this.#hiddenFrom = from;
    this.#wasHidden = isHidden;
    const { layers } = this.object;
    if (this.#hidden === undefined || this.#hidden.layers !== layers) {
      if (!isHidden) return;
      this.#hidden?.restore();
      this.#hidden = new Hidden(layers);
    }
    this.#hidden.set(from, isHidden);
  }

  dispose(): void {
    this.#hidden?.restore();
    this.instances?.dispose();
    this.batches?.dispose();
  }
}

class Hidden {
  readonly layers: Layers;
  readonly #from = new WeakSet<Layers>();
  readonly #patches = new Patches();

  constructor(layers: Layers) {
    this.layers = layers;
    this.#patches.replace(
      layers,
      'test',
      (original) => (other: Layers) => !this.#from.has(other) && original.call(layers, other),
    );
  }

  set(from: Layers, isHidden: boolean): void {
    this.#from[isHidden ? 'add' : 'delete'](from);
  }

  restore(): void {
    this.#patches.restore();
  }
}
