/**
 * Solid boxes in one draw call, lit by sun and sky. Boxes that are large relative to the scene are
 * skipped, because they would hide their contents.
 */

import { GLSL3, Mesh, ShaderMaterial, Vector3 } from 'three';
import type { BoxBuffer } from './box-buffer.js';
import { boxFaces } from './box-shape.js';
import type { Rgb } from './color.js';
import { ITEM_COLORS as COLORS } from './color.js';

const vertexShader = /* glsl */ `
in vec3 corner;
in vec3 boxMin;
in vec3 boxMax;
in vec4 mark;

uniform float largest;
uniform vec3 palette[${COLORS}];
uniform vec3 sun;

out vec3 color;

void main() {
  vec3 size = boxMax - boxMin;
  if (max(size.x, max(size.y, size.z)) > largest) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  gl_Position = projectionMatrix * modelViewMatrix * vec4(mix(boxMin, boxMax, corner), 1.0);
#ifdef FLAT
  float light = 1.0;
#else
  float light = 0.62 + 0.2 * normal.y + 0.26 * max(dot(normal, sun), 0.0);
#endif
  color = palette[min(int(mark.x), ${COLORS - 1})] * light;
}
`;

const fragmentShader = /* glsl */ `
uniform float opacity;
in vec3 color;
layout(location = 0) out vec4 pixel;

void main() {
  pixel = vec4(color, opacity);
}
`;

export class BoxFaces extends Mesh {
  private readonly uniforms = {
    largest: { value: 1 },
    opacity: { value: 1 },
    sun: { value: new Vector3(0.45, 0.8, 0.4).normalize() },
    palette: { value: Array.from({ length: COLORS }, () => new Vector3()) },
  };

  constructor(buffer: BoxBuffer) {
    const flat = buffer.dimensions === 2;
    const geometry = boxFaces(buffer.dimensions);
    super(geometry);
    buffer.attach(geometry);
    this.frustumCulled = false;
    this.material = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: this.uniforms,
      defines: flat ? { FLAT: '' } : {},
      transparent: flat,
      depthTest: !flat,
      depthWrite: !flat,
    });
    this.uniforms.opacity.value = flat ? 0.55 : 1;
  }

  setColor(index: number, color: Rgb): void {
    this.uniforms.palette.value[index].set(...color);
  }

  /** Sets the maximum side length of boxes that are drawn solid, in world units. */
  setLargest(side: number): void {
    this.uniforms.largest.value = side;
  }

  /** Does not dispose the material: see `Stage`. */
  override dispose(): void {
    this.geometry.dispose();
  }
}
