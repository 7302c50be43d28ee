/** Objects of a scene: what kind they are, and their items in the index. */
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

/** Class of each kind. An object with a different method `raycast` is tested by that method. */
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

/**
 * Returns a function that returns the bounds of a geometry, the same object for the same geometry.
 */
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

/** One object of the scene. */
export class Tracked {
  readonly object: Object3D;
  readonly kind: Kind;
  /**
   * True if the object is drawn as a whole: it has no instances, and its kind is not `lod` or
   * `other`.
   */
  readonly isPlain: boolean;
  /** True if `raycast` is not the method of three.js, as of the last update. */
  isCustom = false;
  /** Position in the order of traversal. */
  ordinal = 0;
  /** Position after the last descendant. */
  end = 0;
  /** Number of children at the last traversal. */
  childCount = 0;
  /** Ids of the items, by instance. */
  ids: Uint32Array = new Uint32Array(0);
  /** Id of instance 0 if instance i has the id `firstId + i`, otherwise -1. */
  firstId = -1;
  /** Position of the world matrix of the last update in an array of the scene. */
  matrixAt = -1;
  /** Bounds in the space of the object; those of a skinned mesh are in the world. */
  bounds: Bounds = UNBOUNDED;
  readonly instances: Instances | undefined;
  readonly batches: Batches | undefined;
  /** Levels of detail of the instances of an `InstancedMesh`. */
  levels: InstanceLevels<Tracked> | undefined;
  /** Objects of kind `lod` that have this object as a level. */
  lods: Tracked[] = [];
  /** Number of the last traversal, ray cast or culling that found the object. */
  traversal = 0;
  cast = 0;
  culling = 0;
  /**
   * Instances that the last queries found: first `viewCount` instances in the view, then instances
   * that only cast shadows into it.
   */
  chosen: Uint32Array = new Uint32Array(0);
  chosenCount = 0;
  viewCount = 0;
  /** Flag `frustumCulled` of the object, as of the last update. */
  frustumCulled: boolean;
  #hidden: Hidden | undefined;
  /** Arguments of the last call of `setHidden`, because most calls repeat them. */
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

  /** Checks the method `raycast` again. Returns whether `isCustom` changed. */
  updateMethod(): boolean {
    const wasCustom = this.isCustom;
    const raycast = this.instances ? unwrapped(this.object, 'raycast') : this.object.raycast;
    this.isCustom = raycast !== CLASSES[this.kind].prototype.raycast;
    return this.isCustom !== wasCustom;
  }

  /** Number of items that the object needs. */
  get itemCount(): number {
    if (this.instances?.owner !== undefined) return 0;
    if (this.instances !== undefined) return this.instances.count;
    if (this.batches !== undefined) return this.batches.count;
    return this.isPlain ? 1 : 0;
  }

  /**
   * Computes bounds again if the geometry changed. Returns whether they differ from `bounds`.
   * @param update - Number of the update of the index.
   */
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

  /** Requests the trees over the triangles of this object. */
  requestTrees(trees: MeshTrees): void {
    this.batches?.requestTrees(trees);
    const { object, kind } = this;
    if (this.isCustom || (kind !== 'mesh' && kind !== 'instanced')) return;
    // rays do not test levels
    if (this.instances?.owner !== undefined) return;
    const mesh = object as Mesh;
    if (kind === 'instanced' || isRigid(mesh)) trees.request(treeOf(mesh.geometry));
  }

  /** Adds an instance to `chosen`. */
  choose(instance: number): void {
    this.reserve(this.chosenCount + 1);
    this.chosen[this.chosenCount] = instance;
    this.chosenCount += 1;
  }

  /** Puts all instances of an `InstancedMesh` into `chosen`. */
  chooseAll(): void {
    const { itemCount } = this;
    this.reserve(itemCount);
    for (let instance = 0; instance < itemCount; instance += 1) this.chosen[instance] = instance;
    this.chosenCount = itemCount;
    this.viewCount = itemCount;
  }

  /** Reserves memory for a number of instances in `chosen`. */
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

/** Cameras that do not draw an object. */
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
