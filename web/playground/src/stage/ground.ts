/**
 * Floor of the scene: a disc with a grid that fades outwards, and shadows. In 2D, the disc is
 * behind the boxes and has no shadows.
 */

import { CircleGeometry, GLSL3, Group, Mesh, ShaderMaterial, ShadowMaterial, Vector3 } from 'three';
import type { StageTheme } from './theme.js';

const vertexShader = /* glsl */ `
out vec2 place;
void main() {
  place = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 ground;
uniform vec3 line;
uniform vec3 background;
uniform float cells;
in vec2 place;
layout(location = 0) out vec4 pixel;

void main() {
  vec2 cell = place * cells;
  vec2 near = abs(fract(cell - 0.5) - 0.5) / fwidth(cell);
  float grid = 1.0 - min(min(near.x, near.y), 1.0);
  float edge = smoothstep(1.0, 0.2, length(place));
  vec3 color = mix(background, ground, edge);
  pixel = vec4(mix(color, line, 0.5 * grid * edge), 1.0);
}
`;

/** Number of grid cells from the center to the rim. */
const CELLS = 12;

export class Ground extends Group {
  private readonly uniforms = {
    ground: { value: new Vector3() },
    line: { value: new Vector3() },
    background: { value: new Vector3() },
    cells: { value: CELLS },
  };
  private readonly disc: Mesh;
  private readonly shadows: Mesh;
  private readonly shadowMaterial = new ShadowMaterial({ depthWrite: false });

  constructor() {
    super();
    const geometry = new CircleGeometry(1, 96);
    this.disc = new Mesh(
      geometry,
      new ShaderMaterial({
        glslVersion: GLSL3,
        vertexShader,
        fragmentShader,
        uniforms: this.uniforms,
        depthWrite: false,
      }),
    );
    this.disc.renderOrder = -2;
    this.shadows = new Mesh(geometry, this.shadowMaterial);
    this.shadows.renderOrder = -1;
    this.shadows.receiveShadow = true;
    this.add(this.disc, this.shadows);
  }

  setTheme(theme: StageTheme): void {
    this.uniforms.ground.value.set(...theme.ground);
    this.uniforms.line.value.set(...theme.gridLine);
    this.uniforms.background.value.set(...theme.background);
    this.shadowMaterial.opacity = theme.name === 'dark' ? 0.5 : 0.16;
  }

  place(sceneBounds: Float32Array): void {
    const dimensions = sceneBounds.length / 2;
    const middle = (axis: number) => (sceneBounds[axis] + sceneBounds[dimensions + axis]) / 2;
    const half = (axis: number) => (sceneBounds[dimensions + axis] - sceneBounds[axis]) / 2;
    const flat = dimensions === 2;
    const radius = flat ? 2.2 * Math.hypot(half(0), half(1)) : 2.4 * Math.hypot(half(0), half(2));
    this.rotation.x = flat ? 0 : -Math.PI / 2;
    this.position.set(middle(0), flat ? middle(1) : sceneBounds[1], flat ? -1 : middle(2));
    this.scale.setScalar(Math.max(radius, 1e-6));
    this.shadows.visible = !flat;
  }
}
