/**
 * Boxes as lines in one draw call. Each edge is a ribbon with a width in pixels, antialiasing and a
 * halo. Uniforms set the appearance, so changing the appearance uploads no boxes.
 */

import {
  AddEquation,
  CustomBlending,
  DoubleSide,
  GLSL3,
  GreaterDepth,
  Group,
  type InstancedBufferGeometry,
  LineSegments,
  Mesh,
  OneFactor,
  OneMinusSrcAlphaFactor,
  ShaderMaterial,
  Vector2,
  Vector3,
  Vector4,
} from 'three';
import type { Dimensions } from '../state/settings.js';
import { BoxBuffer } from './box-buffer.js';
import { fragmentShader, PALETTE_SIZE, vertexShader } from './box-lines.glsl.js';
import { edgeHairlines, edgeRibbons, edges, type LineShape } from './box-shape.js';
import type { Rgb } from './color.js';

/**
 * Minimum number of edges at which all edges are drawn as one-pixel-wide lines. Fewer edges are
 * drawn as ribbons, which need twice the vertices.
 */
const HAIRLINES_FROM = 360_000;

interface LineLook {
  /** Pixels. */
  readonly width: number;
  /** Width of the halo in pixels; 0 for none. */
  readonly halo: number;
  /** Blending from 0 (opaque paint) to 1 (additive light). */
  readonly glow: number;
  /** Length of a dash and of a gap in pixels; 0 for a solid line. */
  readonly dash: number;
}

export class BoxLines extends Group {
  readonly uniforms = {
    viewport: { value: new Vector2(1, 1) },
    width: { value: 1 },
    halo: { value: 0 },
    glow: { value: 0 },
    dash: { value: 0 },
    levelRange: { value: new Vector2(0, PALETTE_SIZE) },
    fade: { value: new Vector2(1e9, 2e9) },
    strength: { value: 1 },
    palette: { value: Array.from({ length: PALETTE_SIZE }, () => new Vector4(1, 1, 1, 1)) },
    // the following uniforms are for lines that can be colored by a trait
    colorBy: { value: -1 },
    ramp: { value: Array.from({ length: PALETTE_SIZE }, () => new Vector3(1, 1, 1)) },
    plain: { value: new Vector3(1, 1, 1) },
    plainStrength: { value: 1 },
    minOpacity: { value: 0 },
  };
  private readonly ribbons: Mesh;
  private readonly hairlines: LineSegments;
  private behind: Mesh | null = null;
  private readonly edgesEach: number;

  readonly buffer: BoxBuffer;

  /**
   * Draws the boxes of an existing buffer, or creates a buffer for the given number of dimensions.
   */
  constructor(
    drawn: BoxBuffer | Dimensions,
    look: LineLook,
    shape: LineShape = 'box',
    private readonly coloring: 'plain' | 'traits' = 'plain',
  ) {
    super();
    this.buffer = drawn instanceof BoxBuffer ? drawn : new BoxBuffer(drawn);
    const { dimensions } = this.buffer;
    this.edgesEach = edges(shape, dimensions).length;
    const ribbons = this.fed(edgeRibbons(shape, dimensions));
    const hairlines = this.fed(edgeHairlines(shape, dimensions));
    this.ribbons = new Mesh(ribbons, this.material(shape === 'segment' ? {} : { CORNERS: '' }));
    this.hairlines = new LineSegments(hairlines, this.material({ HAIRLINES: '' }));
    this.add(this.ribbons, this.hairlines);
    for (const object of [this.ribbons, this.hairlines]) object.frustumCulled = false;
    this.setLook(look);
    this.prepare();
  }

  setLook({ width, halo, glow, dash }: LineLook): void {
    this.uniforms.width.value = width;
    this.uniforms.halo.value = halo;
    this.uniforms.glow.value = glow;
    this.uniforms.dash.value = dash;
  }

  setColor(index: number, color: Rgb, opacity: number): void {
    this.uniforms.palette.value[index].set(...color, opacity);
  }

  setRampColor(index: number, color: Rgb): void {
    this.uniforms.ramp.value[index].set(...color);
  }

  setEveryColor(color: Rgb, opacity: number): void {
    for (let i = 0; i < PALETTE_SIZE; i++) this.setColor(i, color, opacity);
  }

  setOnTop(): void {
    for (const { material } of [this.ribbons, this.hairlines]) {
      (material as ShaderMaterial).depthTest = false;
    }
  }

  /** Also draws the lines that solids hide, with the fraction `share` of the opacity. */
  showThrough(share: number): void {
    const material = this.ribbons.material as ShaderMaterial;
    const behind = material.clone();
    behind.uniforms = { ...this.uniforms, strength: { value: share } };
    behind.depthFunc = GreaterDepth;
    this.behind = new Mesh(this.ribbons.geometry, behind);
    this.behind.frustumCulled = false;
    this.behind.renderOrder = this.ribbons.renderOrder;
    this.add(this.behind);
  }

  setOrder(order: number): void {
    for (const child of this.children) child.renderOrder = order;
  }

  /**
   * Replaces the drawn boxes with those boxes of `boxes` whose indices are in `places`. Marks are
   * not changed.
   */
  write(boxes: Float32Array, places: ArrayLike<number>): void {
    const { buffer } = this;
    buffer.resize(places.length);
    for (let i = 0; i < places.length; i++) {
      buffer.copyBox(i, boxes, places[i] * 2 * buffer.dimensions);
    }
    this.finish();
  }

  /** Uploads the buffer. Must be called after boxes were written to it. */
  finish(): void {
    this.prepare();
    this.buffer.upload();
  }

  private prepare(): void {
    const many = this.buffer.count * this.edgesEach >= HAIRLINES_FROM;
    this.ribbons.visible = !many;
    this.hairlines.visible = many;
    if (this.behind) this.behind.visible = !many;
  }

  /** Does not dispose the materials: see `Stage`. */
  override dispose(): void {
    for (const { geometry } of [this.ribbons, this.hairlines]) geometry.dispose();
  }

  private fed(geometry: InstancedBufferGeometry): InstancedBufferGeometry {
    this.buffer.attach(geometry);
    return geometry;
  }

  private material(defines: Record<string, string>): ShaderMaterial {
    return new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: this.uniforms,
      defines: this.coloring === 'traits' ? { ...defines, TRAITS: '' } : defines,
      // draws both sides, because ribbon triangles can be clockwise or counterclockwise on screen
      side: DoubleSide,
      forceSinglePass: true,
      transparent: true,
      depthWrite: false,
      premultipliedAlpha: true,
      blending: CustomBlending,
      blendEquation: AddEquation,
      blendSrc: OneFactor,
      blendDst: OneMinusSrcAlphaFactor,
    });
  }
}
