/**
 * Heat map: the number of nodes that the eye ray of each pixel enters; in 2D, the nodes that
 * contain the point.
 *
 * Back faces of node volumes are summed in a half-float target: a ray crosses exactly one back face
 * of each box it enters, even from inside. Boxes contain their children, so the count equals the
 * nodes that a traversal enters. A sphere may extend beyond its parent, and is counted if the ray
 * hits it. A second pass maps sums to colors. Each view takes two draw calls.
 *
 * Limits: half floats count exactly to 2,048; the target has one pixel per CSS pixel.
 */

import {
  AddEquation,
  BackSide,
  BufferAttribute,
  BufferGeometry,
  CustomBlending,
  DataUtils,
  GLSL3,
  HalfFloatType,
  Mesh,
  NearestFilter,
  OneFactor,
  Scene,
  ShaderMaterial,
  Vector2,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { BoxBuffer } from '../../stage/box-buffer.js';
import { boxFaces } from '../../stage/box-shape.js';
import { rampColor } from '../../stage/color.js';
import { type Stage, viewLayer } from '../../stage/stage.js';
import type { StageTheme } from '../../stage/theme.js';
import { holds } from '../../stage/views.js';
import { ALL_LEVELS, type Settings } from '../../state/settings.js';
import { heatLook } from './heat-look.js';
import { mapFragment, mapVertex, RAMP_STEPS, sumFragment, sumVertex } from './heat-map.glsl.js';

/** Render order: above items, below lines. */
const ORDER = 0.5;

/** Volumes of nodes: boxes, or the balls inscribed in the boxes. */
interface NodeVolumes {
  readonly buffer: BoxBuffer;
  readonly round: boolean;
}

/** Counts the nodes at each pixel of one view. */
class NodeSum {
  readonly target = new WebGLRenderTarget(1, 1, {
    type: HalfFloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    generateMipmaps: false,
    depthBuffer: false,
  });
  readonly uniforms = { levelRange: { value: new Vector2() } };
  private readonly scene = new Scene();
  private readonly nodes: Mesh<ReturnType<typeof boxFaces>, ShaderMaterial>;

  constructor({ buffer, round }: NodeVolumes, layer: number) {
    const geometry = boxFaces(buffer.dimensions);
    buffer.attach(geometry);
    const material = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: sumVertex,
      fragmentShader: sumFragment,
      uniforms: this.uniforms,
      defines: round ? { ROUND: '' } : {},
      depthTest: false,
      depthWrite: false,
      transparent: true,
      blending: CustomBlending,
      blendEquation: AddEquation,
      blendSrc: OneFactor,
      blendDst: OneFactor,
      // draws only back faces in 3D; in 2D, a box is a single face toward the viewer
      ...(buffer.dimensions === 3 && { side: BackSide }),
    });
    this.nodes = new Mesh(geometry, material);
    this.nodes.frustumCulled = false;
    this.nodes.layers.set(layer);
    this.scene.add(this.nodes);
  }

  /**
   * Renders the node counts to `target` during another rendering, then restores the previous
   * target.
   */
  render(renderer: WebGLRenderer, camera: Parameters<WebGLRenderer['render']>[1], size: Vector2) {
    const { target } = this;
    const { x, y } = size;
    if (target.width !== x || target.height !== y) target.setSize(x, y);
    const { autoClear } = renderer;
    const before = renderer.getRenderTarget();
    renderer.autoClear = true;
    renderer.setRenderTarget(target);
    renderer.render(this.scene, camera);
    renderer.setRenderTarget(before);
    renderer.autoClear = autoClear;
  }

  dispose(): void {
    this.target.dispose();
    this.nodes.geometry.dispose();
    this.nodes.material.dispose();
  }
}

/** Returns a triangle that covers the view. */
function coverGeometry(): BufferGeometry {
  const geometry = new BufferGeometry();
  const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
  geometry.setAttribute('position', new BufferAttribute(corners, 3));
  return geometry;
}

export class HeatMap {
  /** Reason why the heat map is unavailable; null if it is available or not known yet. */
  unavailableReason: string | null = null;
  /** Whether some nodes are spheres. */
  readonly round: boolean;
  private readonly sums: readonly NodeSum[];
  private readonly covers: readonly Mesh[];
  private readonly geometry = coverGeometry();
  private readonly material: ShaderMaterial;
  private readonly uniforms = {
    counts: { value: null as WebGLRenderTarget['texture'] | null },
    density: { value: 1 },
    mark: { value: 1 },
    ramp: { value: Array.from({ length: RAMP_STEPS }, () => new Vector3()) },
    over: { value: [new Vector3(), new Vector3()] },
  };
  private renderer: WebGLRenderer | null = null;

  constructor(
    private readonly stage: Stage,
    volumes: readonly NodeVolumes[],
  ) {
    this.round = volumes.some(({ round }) => round);
    this.material = new ShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: mapVertex,
      fragmentShader: mapFragment,
      uniforms: this.uniforms,
      depthTest: false,
      depthWrite: false,
      transparent: true,
    });
    this.sums = volumes.map((each, view) => new NodeSum(each, viewLayer(view)));
    this.covers = this.sums.map((sum, view) => this.cover(sum, viewLayer(view)));
    for (const cover of this.covers) stage.add(cover);
  }

  setTheme(theme: StageTheme): void {
    const { ramp, over } = heatLook(theme);
    this.uniforms.ramp.value.forEach((color, step) => {
      color.set(...rampColor(ramp, step / (RAMP_STEPS - 1)));
    });
    this.uniforms.over.value.forEach((color, stripe) => {
      color.set(...over[stripe]);
    });
  }

  setSettings({ show, shallowest, deepest, heat }: Settings): void {
    this.uniforms.mark.value = heat;
    for (const { uniforms } of this.sums) {
      uniforms.levelRange.value.set(shallowest, deepest === ALL_LEVELS ? 255 : deepest);
    }
    for (const cover of this.covers) cover.visible = show.has('heat');
  }

  /**
   * Returns the node count in the last picture at a point in CSS pixels from the top left corner of
   * the stage; null if no heat map is drawn there.
   */
  countAt(x: number, y: number): number | null {
    const { renderer, stage } = this;
    const view = stage.cameras.views.findIndex(({ clip }) => holds(clip, x, y));
    if (view < 0 || !renderer || this.unavailableReason !== null || !this.covers[view].visible)
      return null;
    const { target } = this.sums[view];
    const pixel = new Uint16Array(4);
    const row = target.height - 1 - Math.floor(y);
    renderer.readRenderTargetPixels(target, Math.floor(x), row, 1, 1, pixel);
    return DataUtils.fromHalfFloat(pixel[0]);
  }

  dispose(): void {
    for (const cover of this.covers) this.stage.remove(cover);
    for (const sum of this.sums) sum.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }

  private cover(sum: NodeSum, layer: number): Mesh {
    const cover = new Mesh(this.geometry, this.material);
    cover.frustumCulled = false;
    cover.renderOrder = ORDER;
    cover.layers.set(layer);
    cover.onBeforeRender = (renderer, _scene, camera) => {
      this.renderer = renderer;
      this.unavailableReason = unavailableReasonOf(renderer);
      if (this.unavailableReason !== null) return;
      sum.render(renderer, camera, this.stage.size);
      this.uniforms.counts.value = sum.target.texture;
      this.uniforms.density.value = renderer.getPixelRatio();
      // both views share a material, so its uniforms are uploaded for each view
      this.material.uniformsNeedUpdate = true;
    };
    return cover;
  }
}

function unavailableReasonOf({ extensions }: WebGLRenderer): string | null {
  const names = ['EXT_color_buffer_float', 'EXT_color_buffer_half_float'];
  return names.some((name) => extensions.has(name))
    ? null
    : 'The heat map requires blending of floating-point colors, which this graphics driver does not support.';
}
