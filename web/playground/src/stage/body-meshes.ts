/**
 * Rigid bodies as instanced meshes, one mesh for each shape. The poses of the simulation are
 * written directly to the instance matrices.
 */

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Mesh,
  MeshLambertMaterial,
  SphereGeometry,
} from 'three';
import type { Bodies, BodyShape } from '../model/box-source.js';
import { ITEM_COLORS, PLAIN, type Rgb } from './color.js';

/** Shapes with side or diameter 2, which are scaled by the half extents. */
const geometries: Readonly<Record<BodyShape, () => BufferGeometry>> = {
  box: () => new BoxGeometry(2, 2, 2),
  ball: () => new SphereGeometry(1, 20, 14),
};

/** Writes a column-major 4x4 matrix: scale, rotation by a unit quaternion, translation. */
function writeMatrix(target: Float32Array, at: number, bodies: Bodies, id: number): void {
  const { halfExtents, positions, rotations } = bodies;
  const p = 3 * id;
  const r = 4 * id;
  const x = rotations[r];
  const y = rotations[r + 1];
  const z = rotations[r + 2];
  const w = rotations[r + 3];
  const sx = halfExtents[p];
  const sy = halfExtents[p + 1];
  const sz = halfExtents[p + 2];
  target[at] = (1 - 2 * (y * y + z * z)) * sx;
  target[at + 1] = 2 * (x * y + z * w) * sx;
  target[at + 2] = 2 * (x * z - y * w) * sx;
  target[at + 4] = 2 * (x * y - z * w) * sy;
  target[at + 5] = (1 - 2 * (x * x + z * z)) * sy;
  target[at + 6] = 2 * (y * z + x * w) * sy;
  target[at + 8] = 2 * (x * z + y * w) * sz;
  target[at + 9] = 2 * (y * z - x * w) * sz;
  target[at + 10] = (1 - 2 * (x * x + y * y)) * sz;
  target[at + 12] = positions[p];
  target[at + 13] = positions[p + 1];
  target[at + 14] = positions[p + 2];
  target[at + 15] = 1;
}

export class BodyMeshes extends Group {
  private readonly meshes = new Map<BodyShape, InstancedMesh>();
  /** Index of each body's instance in the mesh of its shape. */
  private readonly places: Uint32Array;
  private readonly material = new MeshLambertMaterial();
  private readonly colors = Array.from({ length: ITEM_COLORS }, () => new Color());

  constructor(private readonly bodies: Bodies) {
    super();
    this.places = new Uint32Array(bodies.count);
    const counts: Record<BodyShape, number> = { box: 0, ball: 0 };
    for (let id = 0; id < bodies.count; id++) {
      this.places[id] = counts[bodies.shape(id)]++;
    }
    for (const shape of ['box', 'ball'] as const) {
      if (counts[shape] > 0) this.addMesh(shape, counts[shape]);
    }
  }

  setColor(index: number, color: Rgb): void {
    this.colors[index].setRGB(...color, 'srgb');
  }

  refresh(palette: Uint8Array): void {
    const { bodies, places } = this;
    for (let id = 0; id < bodies.count; id++) {
      const mesh = this.meshes.get(bodies.shape(id)) as InstancedMesh;
      const place = places[id];
      const matrices = mesh.instanceMatrix.array as Float32Array;
      writeMatrix(matrices, 16 * place, bodies, id);
      const color = this.colors[palette[id]];
      // vary the shade, so that adjacent bodies can be distinguished
      const shade = palette[id] === PLAIN ? 0.86 + 0.28 * (((id * 2654435761) >>> 0) / 2 ** 32) : 1;
      const tints = mesh.instanceColor?.array as Float32Array;
      tints[3 * place] = color.r * shade;
      tints[3 * place + 1] = color.g * shade;
      tints[3 * place + 2] = color.b * shade;
    }
    for (const mesh of this.meshes.values()) {
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  /** Does not dispose the material: see `Stage`. */
  override dispose(): void {
    for (const mesh of this.meshes.values()) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
  }

  private addMesh(shape: BodyShape, count: number): void {
    const mesh = new InstancedMesh(geometries[shape](), this.material, count);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * count), 3);
    mesh.instanceColor.setUsage(DynamicDrawUsage);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    this.meshes.set(shape, mesh);
    this.add(mesh);
  }
}

/**
 * Surface mesh of separate triangles. Flat shading computes normals in the shader, so moved
 * triangles need no new normals.
 */
export class SurfaceMesh extends Mesh<BufferGeometry, MeshLambertMaterial> {
  constructor(vertices: Float32Array) {
    const geometry = new BufferGeometry();
    const positions = new BufferAttribute(vertices, 3);
    positions.setUsage(DynamicDrawUsage);
    geometry.setAttribute('position', positions);
    super(geometry, new MeshLambertMaterial({ flatShading: true, side: DoubleSide }));
    this.frustumCulled = false;
    this.castShadow = true;
    this.receiveShadow = true;
  }

  setColor(color: Rgb): void {
    this.material.color.setRGB(...color, 'srgb');
  }

  refresh(): void {
    this.geometry.attributes.position.needsUpdate = true;
  }

  /** Does not dispose the material: see `Stage`. */
  override dispose(): void {
    this.geometry.dispose();
  }
}
