/** One surface made of free triangles, shaded flat so that no normals need to follow its motion. */

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  MeshLambertMaterial,
} from 'three';
import type { Rgb } from './colour.js';

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

  setColour(colour: Rgb): void {
    this.material.color.setRGB(...colour, 'srgb');
  }

  refresh(): void {
    this.geometry.attributes.position.needsUpdate = true;
  }

  /** The material stays: see `Stage`. */
  override dispose(): void {
    this.geometry.dispose();
  }
}
