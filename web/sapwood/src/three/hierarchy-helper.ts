import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  Object3D,
} from 'three';
import { expected } from '../errors.js';
import type { NodeDump } from '../methods/inspect.js';
import { requireOptions } from '../option-names.js';

/** Index or mesh whose nodes `HierarchyHelper` draws. */
export interface Hierarchy {
  /** Number of dimensions, 2 or 3. */
  readonly dimensions: number;
  /**
   * Returns the nodes as arrays.
   * @returns Nodes, parents before their children.
   */
  nodes(): NodeDump;
}

/**
 * Options of `HierarchyHelper`. To change them later, set the properties of the helper and call
 * `update`.
 */
export interface HierarchyHelperOptions {
  /** First level to draw; 0 is the root. Default: 0. */
  readonly minLevel?: number | undefined;
  /** Last level to draw. Default: Infinity. */
  readonly maxLevel?: number | undefined;
  /** True to draw leaves only. Default: false. */
  readonly leavesOnly?: boolean | undefined;
  /**
   * Color of each level, as a number or CSS color. Deeper levels reuse the colors from the start.
   * Default: 7 colors.
   */
  readonly colors?: readonly (string | number)[] | undefined;
  /** z coordinate of boxes in 2D. Default: 0. */
  readonly z?: number | undefined;
}

const COLORS = [0xe6194b, 0xf58231, 0xffe119, 0x3cb44b, 0x42d4f4, 0x4363d8, 0x911eb4];

/** Limit of the absolute coordinates of a drawn box. Unbounded items have coordinates of 1e18. */
const MAX_COORDINATE = 1e17;

const isDrawable = (coordinate: number): boolean => Math.abs(coordinate) < MAX_COORDINATE;

/**
 * Corners of the 12 edges of a box, two per edge. Bit k of a corner selects the minimum (0) or
 * maximum (1) along axis k.
 */
const EDGES_3D = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];
const EDGES_2D = [0, 1, 1, 3, 3, 2, 2, 0];

/**
 * three.js object that draws the boxes of the nodes of an index of `sapwood/all`, a `TriangleMesh`
 * or a `SegmentMesh`. The lines have the coordinates of the hierarchy. For the tree of a geometry,
 * therefore add the helper as a child of the mesh.
 *
 * Nodes with unbounded items are not drawn. Call `update` after the hierarchy changes. Call
 * `dispose` after use; it does not dispose of the hierarchy. GPU arrays are reused if they are
 * large enough.
 * @example
 * ```ts
 * import { HierarchyHelper } from 'sapwood/three';
 * import { init, WideTree } from 'sapwood/all';
 *
 * await init();
 * const index = new WideTree({ dimensions: 3 });
 * index.build([0, 0, 0, 1, 1, 1, 5, 5, 5, 6, 6, 6]);
 * const helper = new HierarchyHelper(index, { maxLevel: 3 });
 * console.log(helper.boxCount); // 2
 * helper.dispose();
 * ```
 */
export class HierarchyHelper extends LineSegments<BufferGeometry, LineBasicMaterial> {
  override readonly type = 'HierarchyHelper';
  /**
   * Index or mesh to draw. To draw a different index or mesh, set this property and call `update`.
   */
  hierarchy: Hierarchy;
  /** First level to draw; 0 is the root. */
  minLevel: number;
  /** Last level to draw. */
  maxLevel: number;
  /** True to draw leaves only. */
  leavesOnly: boolean;
  /** Color of each level. Deeper levels reuse the colors from the start. */
  colors: readonly (string | number)[];
  /** z coordinate of boxes in 2D. */
  z: number;
  /** Number of boxes that are drawn. */
  boxCount = 0;
  /** Number of levels of the hierarchy at the last update. */
  levelCount = 0;

  /**
   * Creates a helper and draws the nodes.
   * @param hierarchy - Index of `sapwood/all`, or mesh.
   * @param options - Levels, leaves and colors.
   * @throws SapwoodError `invalid-argument` if the hierarchy has no method `nodes`, or an option is
   * unknown
   * @throws SapwoodError `disposed`, `unsupported`, `out-of-memory`, from `nodes` of the hierarchy
   */
  constructor(hierarchy: Hierarchy, options: HierarchyHelperOptions = {}) {
    super(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, toneMapped: false }));
    requireOptions(options, ['minLevel', 'maxLevel', 'leavesOnly', 'colors', 'z']);
    this.hierarchy = hierarchy;
    this.minLevel = options.minLevel ?? 0;
    this.maxLevel = options.maxLevel ?? Number.POSITIVE_INFINITY;
    this.leavesOnly = options.leavesOnly ?? false;
    this.colors = options.colors ?? COLORS;
    this.z = options.z ?? 0;
    // rays do not hit the lines
    this.raycast = () => undefined;
    this.update();
  }

  /**
   * Reads the nodes again and draws them.
   * @throws SapwoodError `invalid-argument` if the hierarchy has no method `nodes`
   * @throws SapwoodError `disposed`, `unsupported`, `out-of-memory`, from `nodes` of the hierarchy
   */
  update(): void {
    const { hierarchy } = this;
    if (typeof hierarchy?.nodes !== 'function') {
      const what = 'an index of sapwood/all or a mesh';
      throw expected('invalid-argument', 'hierarchy', what, hierarchy);
    }
    const dump = hierarchy.nodes();
    const chosen = this.#choose(dump);
    const edges = hierarchy.dimensions === 2 ? EDGES_2D : EDGES_3D;
    const { position, color } = this.#attributes(chosen.length * edges.length);
    this.#writeBoxes(dump, chosen, edges, position, color);
    this.boxCount = chosen.length;
    this.geometry.setDrawRange(0, chosen.length * edges.length);
    position.needsUpdate = true;
    color.needsUpdate = true;
    this.geometry.boundingBox = null;
    this.geometry.boundingSphere = null;
    this.geometry.computeBoundingSphere();
  }

  /**
   * Returns a copy with the same hierarchy and options. three.js calls this method when it clones
   * scenes.
   * @param recursive - True to clone children. Default: true.
   * @returns New helper with its own lines.
   */
  override clone(recursive?: boolean): this {
    const { minLevel, maxLevel, leavesOnly, colors, z } = this;
    const options = { minLevel, maxLevel, leavesOnly, colors, z };
    const made = new HierarchyHelper(this.hierarchy, options) as this;
    return Object3D.prototype.copy.call(made, this, recursive) as this;
  }

  /** Frees the geometry and the material. */
  override dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    // older versions of three.js lack this method
    super.dispose?.();
  }

  #choose({ count, level, parent, bounds }: NodeDump): number[] {
    const hasChild = new Uint8Array(count);
    this.levelCount = 0;
    for (let node = 0; node < count; node += 1) {
      if (parent[node] >= 0) hasChild[parent[node]] = 1;
      this.levelCount = Math.max(this.levelCount, level[node] + 1);
    }
    const { minLevel, maxLevel, leavesOnly } = this;
    const size = bounds.length / Math.max(count, 1);
    const chosen: number[] = [];
    for (let node = 0; node < count; node += 1) {
      if (level[node] < minLevel || level[node] > maxLevel) continue;
      if (!bounds.subarray(size * node, size * (node + 1)).every(isDrawable)) continue;
      if (!leavesOnly || hasChild[node] === 0) chosen.push(node);
    }
    return chosen;
  }

  #attributes(count: number): { position: BufferAttribute; color: BufferAttribute } {
    const { geometry } = this;
    const { position, color } = geometry.attributes as Record<string, BufferAttribute>;
    if (position !== undefined && position.count >= count) return { position, color };
    // makes the renderer free the old GPU arrays
    geometry.dispose();
    const made = {
      position: new BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage),
      color: new BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage),
    };
    geometry.setAttribute('position', made.position);
    geometry.setAttribute('color', made.color);
    return made;
  }

  #writeBoxes(
    { bounds, level }: NodeDump,
    chosen: readonly number[],
    edges: readonly number[],
    position: BufferAttribute,
    color: BufferAttribute,
  ): void {
    const dimensions = edges === EDGES_2D ? 2 : 3;
    const colors = this.colors.map((value) => new Color(value));
    let vertex = 0;
    for (const node of chosen) {
      const from = 2 * dimensions * node;
      const { r, g, b } = colors[level[node] % colors.length] ?? { r: 1, g: 1, b: 1 };
      for (const corner of edges) {
        const x = bounds[from + (corner & 1) * dimensions];
        const y = bounds[from + 1 + ((corner >> 1) & 1) * dimensions];
        const z = dimensions === 2 ? this.z : bounds[from + 2 + (corner >> 2) * dimensions];
        position.setXYZ(vertex, x, y, z);
        color.setXYZ(vertex, r, g, b);
        vertex += 1;
      }
    }
    // unused vertices must not enlarge the bounding sphere
    const { array } = position;
    for (let i = 3 * vertex; i < array.length; i += 1) array[i] = vertex === 0 ? 0 : array[i % 3];
  }
}
