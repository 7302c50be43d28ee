/** One surface made of free triangles, shaded flat so that no normals need to follow its motion. */

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  MeshLambertMaterial,
} from 'three';
import type { Rgb } from './color.js';

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

  /** The material stays: see `Stage`. */
  override dispose(): void {
    this.geometry.dispose();
  }
}
