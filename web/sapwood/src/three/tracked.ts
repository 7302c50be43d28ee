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

/** Kind of an object in the scene. Objects of the kind `other` are not drawn. */
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

/**
 * Class of three.js for each kind. If the `raycast` method of an object differs from that of the
 * class, the index calls the method of the object.
 */
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

/** Returns a function that caches the bounds of each geometry. */
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

/** Object of a scene with its items in the index. */
export class Tracked {
  readonly object: Object3D;
  readonly kind: Kind;
  /** True if the object is drawn as a whole, without instances. */
  readonly isPlain: boolean;
  /** True if `raycast` was not the method of three.js at the last update. */
  isCustom = false;
  /** Position of the object in the depth-first order of the scene. */
  ordinal = 0;
  /** Position after the last descendant of the object in this order. */
  end = 0;
  /** Number of children at the last traversal. */
  childCount = 0;
  /** Ids of the items of this object, by instance number. */
  ids: Uint32Array = new Uint32Array(0);
  /**
   * Id of the first item if the ids are consecutive, so that instance i has the id `firstId + i`.
   * Otherwise -1.
   */
  firstId = -1;
  /**
   * Position of the world matrix of the last update in the matrix array of `SceneObjects`, or -1.
   */
  matrixAt = -1;
  /** Bounds in local space. For a skinned mesh, bounds in world space. */
  bounds: Bounds = UNBOUNDED;
  readonly instances: Instances | undefined;
  readonly batches: Batches | undefined;
  levels: InstanceLevels<Tracked> | undefined;
  /** Objects of the kind `lod` that have this object as a level. */
  lods: Tracked[] = [];
  /**
   * Numbers of the last traversal, the last ray cast and the last culling that found the object.
   */
  traversal = 0;
  cast = 0;
  culling = 0;
  /**
   * Instances that the last queries found. The first `viewCount` are in the view. The others only
   * cast shadows into the view.
   */
  chosen: Uint32Array = new Uint32Array(0);
  chosenCount = 0;
  viewCount = 0;
  /** Value of `object.frustumCulled` at the last update. */
  frustumCulled: boolean;
  #hidden: Hidden | undefined;
  /** Arguments of the last `setHidden` call. Most calls repeat them and are skipped. */
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

  /** Updates `isCustom` from the current `raycast` method. Returns whether it changed. */
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

  /** Updates the bounds. Returns whether the bounds changed. */
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
    // rays do not test the meshes of levels
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

  /**
   * Hides the object from cameras that use the object `from` as their layers, or shows the object
   * to these cameras.
   */
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
