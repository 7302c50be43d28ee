/**
 * Boxes without thickness, drawn as faint panes in one draw call. They share the buffer of their
 * outlines. A pane consists of two coincident faces, of which back-face culling removes one. The
 * narrow sides have no area.
 */

import { GLSL3, Mesh, ShaderMaterial, Vector2, Vector4 } from 'three';
import type { BoxBuffer } from './box-buffer.js';
import { PALETTE_SIZE } from './box-lines.glsl.js';
import { boxFaces } from './box-shape.js';
import type { Rgb } from './color.js';

const vertexShader = /* glsl */ `
in vec3 corner;
in vec3 boxMin;
in vec3 boxMax;
in vec4 mark;

uniform vec2 levelRange;
uniform vec4 palette[${PALETTE_SIZE}];

out vec4 color;

void main() {
  bool hidden = mark.x < levelRange.x || mark.x > levelRange.y;
  color = palette[min(int(mark.x), ${PALETTE_SIZE - 1})];
  gl_Position = hidden
    ? vec4(2.0, 2.0, 2.0, 1.0)
    : projectionMatrix * modelViewMatrix * vec4(mix(boxMin, boxMax, corner), 1.0);
}
`;

const fragmentShader = /* glsl */ `
in vec4 color;
layout(location = 0) out vec4 pixel;

void main() {
  pixel = color;
}
`;

export class PlaneFaces extends Mesh {
  private readonly uniforms = {
    levelRange: { value: new Vector2(0, PALETTE_SIZE) },
    palette: { value: Array.from({ length: PALETTE_SIZE }, () => new Vector4(1, 1, 1, 0.1)) },
  };

  constructor(buffer: BoxBuffer) {
    const geometry = boxFaces(buffer.dimensions);
    super(geometry);
    buffer.attach(geometry);
    this.frustumCulled = false;
    this.material = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: this.uniforms,
      transparent: true,
      depthWrite: false,
    });
  }

  setColor(level: number, color: Rgb, opacity: number): void {
    this.uniforms.palette.value[level].set(...color, opacity);
  }

  setLevels(shallowest: number, deepest: number): void {
    this.uniforms.levelRange.value.set(shallowest, deepest);
  }

  /** Does not dispose the material: see `Stage`. */
  override dispose(): void {
    this.geometry.dispose();
  }
}
