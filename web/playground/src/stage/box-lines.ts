/**
 * Many boxes as lines in one draw call: a ribbon of given width in pixels for each edge, smooth without
 * multisampling, with a soft halo around it. What is drawn and how it looks are uniforms; sliders move no data.
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

/** From so many edges on lines are one pixel wide: the eye sees a tissue, and ribbons cost twice the vertices. */
const HAIRLINES_FROM = 360_000;

export interface LineLook {
  /** Pixels. */
  readonly width: number;
  /** Pixels around the line in which its halo fades; 0 for none. */
  readonly halo: number;
  /** Share of a line's color that is added to what is behind, as light is: 0 paint, 1 light. */
  readonly glow: number;
  /** Pixels of a dash and its gap; 0 for a full line. */
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
    // of lines whose color can tell a trait
    colorBy: { value: -1 },
    ramp: { value: Array.from({ length: PALETTE_SIZE }, () => new Vector3(1, 1, 1)) },
    plain: { value: new Vector3(1, 1, 1) },
    plainStrength: { value: 1 },
    leastOpacity: { value: 0 },
  };
  private readonly ribbons: Mesh;
  private readonly hairlines: LineSegments;
  private behind: Mesh | null = null;
  private readonly edgesEach: number;

  readonly buffer: BoxBuffer;

  /** Of a buffer that others draw, too, or of one of its own for boxes of so many dimensions. */
  constructor(
    drawn: BoxBuffer | Dimensions,
    look: LineLook,
    shape: LineShape = 'box',
    private readonly manner: 'plain' | 'traits' = 'plain',
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

  /** Of the ramp of traits. */
  setRampColor(index: number, color: Rgb): void {
    this.uniforms.ramp.value[index].set(...color);
  }

  setEveryColor(color: Rgb, opacity: number): void {
    for (let i = 0; i < PALETTE_SIZE; i++) this.setColor(i, color, opacity);
  }

  /** Drawn over everything, whatever is in front of it. */
  setOnTop(): void {
    for (const { material } of [this.ribbons, this.hairlines]) {
      (material as ShaderMaterial).depthTest = false;
    }
  }

  /** Draws faintly, with this share of the opacity, what lies behind solids. */
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

  /** Higher orders are drawn later. */
  setOrder(order: number): void {
    for (const child of this.children) child.renderOrder = order;
  }

  /** Draws some boxes of a list, by their places in it; marks stay as they are. */
  write(boxes: Float32Array, places: ArrayLike<number>): void {
    const { buffer } = this;
    buffer.resize(places.length);
    for (let i = 0; i < places.length; i++) {
      buffer.copyBox(i, boxes, places[i] * 2 * buffer.dimensions);
    }
    this.finish();
  }

  /** To be called after the buffer was filled. */
  finish(): void {
    this.prepare();
    this.buffer.upload();
  }

  /** Picks the cheaper form for the number of boxes. */
  private prepare(): void {
    const many = this.buffer.count * this.edgesEach >= HAIRLINES_FROM;
    this.ribbons.visible = !many;
    this.hairlines.visible = many;
    if (this.behind) this.behind.visible = !many;
  }

  /** The materials stay: see `Stage`. */
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
      defines: this.manner === 'traits' ? { ...defines, TRAITS: '' } : defines,
      // a ribbon's two triangles turn either way round
      side: DoubleSide,
      // not once for each way round
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
