/**
 * Discs that mark boxes without extent. They share the buffer and the colors of the box outlines.
 */

import {
  BufferAttribute,
  CustomBlending,
  GLSL3,
  InstancedBufferGeometry,
  Mesh,
  OneFactor,
  OneMinusSrcAlphaFactor,
  ShaderMaterial,
} from 'three';
import type { Settings } from '../state/settings.js';
import { PALETTE_SIZE } from './box-lines.glsl.js';
import type { BoxLines } from './box-lines.js';
import type { ItemDrawing } from './item-drawing.js';
import type { Stage } from './stage.js';

const vertexShader = /* glsl */ `
in vec2 side;
in vec3 boxMin;
in vec3 boxMax;
in vec4 mark;

uniform vec2 viewport;
uniform float diameter;
uniform vec4 palette[${PALETTE_SIZE}];

out vec2 offset;
out vec4 color;

void main() {
  if (boxMin != boxMax) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  // adds one pixel for the antialiased edge
  offset = side * (0.5 * diameter + 1.0);
  color = palette[min(int(mark.x), ${PALETTE_SIZE - 1})];
  gl_Position = projectionMatrix * modelViewMatrix * vec4(boxMin, 1.0);
  gl_Position.xy += 2.0 * offset / viewport * gl_Position.w;
}
`;

const fragmentShader = /* glsl */ `
uniform float diameter;

in vec2 offset;
in vec4 color;

layout(location = 0) out vec4 pixel;

void main() {
  float inside = 0.5 * diameter - length(offset);
  // the square root makes the disc more opaque than a line of the same color
  float opacity = clamp(inside + 0.5, 0.0, 1.0) * sqrt(color.a);
  if (opacity == 0.0) discard;
  pixel = vec4(color.rgb * opacity, opacity);
}
`;

function square(): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  const corners = new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]);
  geometry.setAttribute('side', new BufferAttribute(corners, 2));
  geometry.setIndex([0, 1, 2, 2, 1, 3]);
  return geometry;
}

const FULL_SIZE_COUNT = 500;
const MAX_DIAMETER = 7;
const MIN_DIAMETER = 3;

/** Extra diameter of a hit in pixels. */
const WIDER_HIT = 2;

/**
 * Returns the diameter of a disc in pixels. If there are many items, discs are smaller, so that
 * they overlap less.
 */
function diameterFor(items: number): number {
  return Math.max(
    MAX_DIAMETER - 1.5 * Math.log10(Math.max(items / FULL_SIZE_COUNT, 1)),
    MIN_DIAMETER,
  );
}

class Marks extends Mesh {
  constructor(lines: BoxLines, diameter: number) {
    const geometry = square();
    super(geometry);
    lines.buffer.attach(geometry);
    this.frustumCulled = false;
    const { palette, viewport } = lines.uniforms;
    this.material = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: { diameter: { value: diameter }, palette, viewport },
      transparent: true,
      depthWrite: false,
      premultipliedAlpha: true,
      blending: CustomBlending,
      blendSrc: OneFactor,
      blendDst: OneMinusSrcAlphaFactor,
    });
  }
}

export class PointMarks {
  private readonly items: Marks;
  private readonly hits: Marks;

  constructor(
    private readonly stage: Stage,
    { lines, hits }: ItemDrawing,
    count: number,
  ) {
    const diameter = diameterFor(count);
    this.items = new Marks(lines, diameter);
    this.hits = new Marks(hits, diameter + WIDER_HIT);
    this.hits.renderOrder = 4;
    for (const marks of [this.items, this.hits]) stage.add(marks);
  }

  setSettings({ build, show, query }: Settings): void {
    this.items.visible = show.has('bodies') || show.has('items');
    this.hits.visible = query !== 'none' || build !== null;
  }

  dispose(): void {
    for (const marks of [this.items, this.hits]) {
      this.stage.remove(marks);
      marks.geometry.dispose();
    }
  }
}
