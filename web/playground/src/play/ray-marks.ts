/** Drawing of a ray that is cast at the level: the ray, the hit and the visited tree nodes. */

import type { SegmentMesh } from 'sapwood/2d/mesh';
import type { TriangleMesh } from 'sapwood/3d/mesh';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  Vector3,
} from 'three';
import type { StageTheme } from '../stage/theme.js';
import type { RayReadings } from './game.js';
import type { Aim } from './input.js';
import { addBox, LevelBoxes, Lines, rgb } from './marks.js';
import { type Nodes, type Primitives, RaySearch } from './ray-search.js';
import { capsule, turned } from './shapes.js';

/** Drawn length of a ray that hits nothing, in meters. */
export const FAR = 150;
const RAY_RADIUS = { 2: 0.03, 3: 0.01 };
/** Radius of the rod that marks the hit segment, in meters. */
const SEGMENT_RADIUS = 0.06;
/**
 * Sizes of the drawn hit point and hit normal, as fractions of the camera distance. NORMAL_LENGTH
 * is the minimum length of the drawn normal in meters.
 */
const POINT_SIZE = 0.008;
const NORMAL_RADIUS = 0.003;
const NORMAL_SIZE = 0.09;
const NORMAL_LENGTH = 0.7;

const UP = new Vector3(0, 1, 0);

type Body = Mesh<BufferGeometry, MeshBasicMaterial>;

/** Returns a mesh that is drawn over all other objects. Its back faces are not drawn. */
function onTop(geometry: BufferGeometry, opacity = 1): Body {
  const material = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity });
  material.fog = false;
  const body = new Mesh(geometry, material);
  body.frustumCulled = false;
  body.renderOrder = 3;
  return body;
}

/** Returns a cylinder of radius 1 from the origin to (0, 1, 0). */
const rod = () => turned([[1, 0] as const, [1, 1] as const], 10);

function triangle(): BufferGeometry {
  const geometry = new BufferGeometry();
  return geometry.setAttribute('position', new BufferAttribute(new Float32Array(9), 3));
}

const direction = new Vector3();

type RayMesh = Pick<TriangleMesh, 'nodes' | 'raycast'> | Pick<SegmentMesh, 'nodes' | 'raycast'>;

export class RayMarks extends Group {
  readonly #search: RaySearch;
  readonly #opened: LevelBoxes;
  readonly #leaves = new Lines({ onTop: true, opacity: 1 });
  readonly #lines = new Lines({ onTop: true, opacity: 1 });
  readonly #rod = onTop(rod());
  readonly #hitMarks: readonly Body[];
  readonly #face: Body;
  readonly #normal = onTop(rod());
  readonly #point = onTop(capsule(1, 0, 6));
  readonly #origin: number[] = [];
  readonly #direction: number[] = [];
  readonly #from = new Vector3();
  readonly #to = new Vector3();
  readonly #unit = new Vector3();
  /** Normal of the mesh at the hit. `#tip` is the end of the drawn normal. */
  readonly #hitNormal = new Vector3(0, 1, 0);
  readonly #tip = new Vector3();
  readonly #a = new Vector3();
  readonly #b = new Vector3();
  /** Depth (z) of rods and points, relative to their width. In 2D, they are almost flat. */
  readonly #depth: number;
  #taps = -1;

  constructor(
    private readonly mesh: RayMesh,
    private readonly primitives: Primitives,
    private readonly dimensions: 2 | 3,
  ) {
    super();
    this.#search = new RaySearch(mesh.nodes(), primitives, dimensions);
    this.#opened = new LevelBoxes(this.#search.deepest, dimensions, { onTop: true, opacity: 0.8 });
    this.#face = onTop(dimensions === 3 ? triangle() : rod(), 0.8);
    this.#depth = dimensions === 3 ? 1 : 1e-3;
    this.#face.material.side = DoubleSide;
    this.#hitMarks = [this.#face, this.#normal, this.#point];
    this.#leaves.renderOrder = 3;
    this.#lines.renderOrder = 4;
    this.#point.renderOrder = 5;
    this.add(this.#opened, this.#leaves, this.#lines, this.#rod, ...this.#hitMarks);
  }

  get readings(): RayReadings {
    return this.#search;
  }

  get nodes(): Nodes {
    return this.#search.nodes;
  }

  get deepest(): number {
    return this.#search.deepest;
  }

  /** Returns false if the ray is held and there was no tap since the last call. */
  follows(aim: Aim, isHeld: boolean): boolean {
    const isTapped = aim.taps !== this.#taps;
    this.#taps = aim.taps;
    return isTapped || !isHeld;
  }

  /** In 2D, z must be 0 in both vectors. */
  cast(from: Vector3, direction: Vector3): void {
    const hit = this.mesh.raycast(from, direction);
    this.#search.run(from.toArray(this.#origin), direction.toArray(this.#direction));
    this.#from.copy(from);
    this.#unit.copy(direction).normalize();
    this.#to.copy(from).addScaledVector(this.#unit, hit?.distance ?? FAR);
    for (const body of this.#hitMarks) body.visible = hit !== null;
    this.#lines.reset();
    this.#addLine(this.#from, this.#to);
    this.#stretch(this.#rod, this.#from, this.#to, RAY_RADIUS[this.dimensions]);
    if (hit) {
      const [x, y, z = 0] = hit.normal;
      this.#hitNormal.set(x, y, z);
      this.#markPrimitive('triangle' in hit ? hit.triangle : hit.segment);
    }
    this.#lines.commit();
    this.#drawNodes();
  }

  /** Scales the hit point and the hit normal by their distance from the camera. */
  face(camera: PerspectiveCamera): void {
    const distance = camera.position.distanceTo(this.#to);
    this.#point.position.copy(this.#to);
    this.#point.scale.setScalar(POINT_SIZE * distance);
    this.#point.scale.z *= this.#depth;
    const length = Math.max(NORMAL_LENGTH, NORMAL_SIZE * distance);
    this.#tip.copy(this.#to).addScaledVector(this.#hitNormal, length);
    this.#stretch(this.#normal, this.#to, this.#tip, NORMAL_RADIUS * distance);
  }

  #stretch(body: Body, from: Vector3, to: Vector3, radius: number): void {
    const length = direction.subVectors(to, from).length();
    body.position.copy(from);
    body.scale.set(radius, length, radius * this.#depth);
    body.quaternion.setFromUnitVectors(UP, direction.divideScalar(length));
  }

  #addLine(a: Vector3, b: Vector3): void {
    this.#lines.line(a.x, a.y, a.z, b.x, b.y, b.z);
  }

  #markPrimitive(primitive: number): void {
    const { dimensions } = this;
    const { indices, positions } = this.primitives;
    const vertex = (i: number, to: Vector3) => {
      const number = dimensions * primitive + i;
      const at = dimensions * (indices ? indices[number] : number);
      return to.set(positions[at], positions[at + 1], dimensions === 3 ? positions[at + 2] : 0);
    };
    if (dimensions === 2) {
      this.#stretch(this.#face, vertex(0, this.#a), vertex(1, this.#b), SEGMENT_RADIUS);
      return;
    }
    const corners = this.#face.geometry.getAttribute('position');
    for (let i = 0; i < 3; i += 1) {
      this.#addLine(vertex(i, this.#a), vertex((i + 1) % 3, this.#b));
      corners.setXYZ(i, this.#a.x, this.#a.y, this.#a.z);
    }
    corners.needsUpdate = true;
  }

  #drawNodes(): void {
    const { dimensions } = this;
    const { nodes, visitCount, visits } = this.#search;
    this.#opened.reset();
    this.#leaves.reset();
    for (let i = 0; i < visitCount; i += 1) {
      const node = visits[i];
      const isLeaf = nodes.itemCount[node] > 0;
      if (isLeaf) addBox(this.#leaves, nodes.bounds, 2 * dimensions * node, dimensions);
      else this.#opened.addNode(nodes, node);
    }
    this.#opened.commit();
    this.#leaves.commit();
  }

  applyTheme(theme: StageTheme): void {
    this.#opened.paint(theme.ramp);
    this.#leaves.paint(theme.visited);
    this.#lines.paint(theme.query);
    for (const { material } of [this.#rod, this.#normal, this.#point]) {
      material.color = rgb(theme.query);
    }
    this.#face.material.color = rgb(theme.hit);
  }

  override dispose(): void {
    for (const { geometry, material } of [this.#rod, ...this.#hitMarks]) {
      geometry.dispose();
      material.dispose();
    }
    for (const lines of [this.#opened, this.#leaves, this.#lines]) lines.dispose();
  }
}
