/**
 * Canvas with renderer, light, floor and cameras. It is drawn only on request.
 *
 * Drawings do not dispose their materials. `remove` disposes a material, unless it is the last one
 * that uses its shader, because compiling the shader again takes longer than drawing. There are
 * about a dozen shaders.
 */

import { type ReadonlySignal, signal } from '@preact/signals';
import {
  Color,
  DirectionalLight,
  HemisphereLight,
  LineSegments,
  type Material,
  Mesh,
  type Object3D,
  PCFShadowMap,
  Scene,
  Vector2,
  WebGLRenderer,
} from 'three';
import { Cameras } from './cameras.js';
import type { Rgb } from './color.js';
import { Ground } from './ground.js';
import type { Portions } from './portions.js';
import { onThemeChange, stageTheme } from './system-theme.js';
import type { StageTheme } from './theme.js';
import { holds, type Insets } from './views.js';

const MAX_PIXELS_PER_POINT = 2;
const SHADOW_PIXELS = 2048;

interface StageOptions {
  /** Whether to use antialiasing and shadows; false for software renderers. */
  readonly fine: boolean;
  /**
   * Maximum number of vertices per portion, if large images are drawn in portions over several
   * frames; otherwise Infinity.
   */
  readonly maxCorners: number;
  /** Called after a change of the camera, the canvas size or the theme. */
  readonly onChange: () => void;
}

/** Shaders of a material, with their use counts. */
type Programs = ReadonlyMap<string, { readonly usedTimes: number }>;

/**
 * Returns the three.js layer for objects that are drawn only in one view. Objects in layer 0 are
 * drawn in every view.
 */
export function viewLayer(view: number): number {
  return view + 1;
}

function paint(target: Color, color: Rgb): void {
  target.setRGB(...color, 'srgb');
}

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly cameras: Cameras;
  readonly themeListeners: ((theme: StageTheme) => void)[] = [];
  theme = stageTheme();
  /** Canvas size in CSS pixels. */
  readonly size = new Vector2(1, 1);
  /** Number of images drawn since the page was opened. */
  drawn = 0;
  readonly lost: ReadonlySignal<boolean>;
  /** Share of the current image drawn so far, from 0 to 1. */
  readonly shareDrawn = signal(1);
  private portions: Portions | null = null;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly ground = new Ground();
  private readonly sky = new HemisphereLight();
  private readonly sun = new DirectionalLight();
  private readonly backdrop = new Color();

  constructor(
    private readonly host: HTMLElement,
    private readonly options: StageOptions,
  ) {
    this.renderer = new WebGLRenderer({
      antialias: options.fine,
      // keeps the portions that earlier frames drew
      preserveDrawingBuffer: Number.isFinite(options.maxCorners),
      powerPreference: 'high-performance',
    });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, MAX_PIXELS_PER_POINT));
    this.renderer.shadowMap.enabled = options.fine;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.canvas = this.renderer.domElement;
    this.lost = this.watchContext();
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute(
      'aria-label',
      'The boxes, the nodes of the structure over them, and the query',
    );
    this.canvas.setAttribute('aria-describedby', 'numbers');
    host.prepend(this.canvas);
    // listen on the host, so that the wheel also works over a handle
    this.cameras = new Cameras(host, options.onChange);
    for (const kind of ['pointerdown', 'pointermove', 'wheel'] as const) {
      host.addEventListener(kind, (event) => this.aimAt(event), { capture: true, passive: true });
    }
    this.scene.background = this.backdrop;
    this.setUpLight();
    this.scene.add(this.ground, this.sky, this.sun, this.sun.target);
    this.applyTheme(this.theme);
    onThemeChange((theme) => {
      this.applyTheme(theme);
      options.onChange();
    });
  }

  get resources(): { readonly geometries: number; readonly programs: number } {
    const { memory, programs } = this.renderer.info;
    return { geometries: memory.geometries, programs: programs?.length ?? 0 };
  }

  async loadPortions(): Promise<void> {
    const { maxCorners } = this.options;
    if (!Number.isFinite(maxCorners)) return;
    const { Portions } = await import('./portions.js');
    this.portions = new Portions(this.renderer, this.scene, maxCorners);
  }

  add(object: Object3D): void {
    this.scene.add(object);
  }

  remove(object: Object3D): void {
    this.scene.remove(object);
    object.traverse((part) => {
      if (part instanceof Mesh || part instanceof LineSegments) this.release(part.material);
    });
  }

  private release(material: Material): void {
    const { programs } = this.renderer.properties.get(material) as { programs?: Programs };
    const isLast = [...(programs?.values() ?? [])].some(({ usedTimes }) => usedTimes === 1);
    if (!isLast) material.dispose();
  }

  resize(insets: Insets): void {
    const { clientWidth, clientHeight } = this.host;
    const width = Math.max(clientWidth, 1);
    const height = Math.max(clientHeight, 1);
    if (this.size.x !== width || this.size.y !== height) {
      this.size.set(width, height);
      this.renderer.setSize(width, height, false);
    }
    this.cameras.resize(width, height, insets);
    this.options.onChange();
  }

  setSceneBounds(sceneBounds: Float32Array, keepCamera: boolean): void {
    this.ground.place(sceneBounds);
    this.aimSun(sceneBounds);
    this.cameras.use(sceneBounds.length === 4 ? 2 : 3);
    if (!keepCamera) this.cameras.frame(sceneBounds);
    this.options.onChange();
  }

  frameAgain(bounds: Float32Array): void {
    if (this.cameras.isFramed) this.cameras.frame(bounds);
    this.options.onChange();
  }

  redraw(): void {
    this.options.onChange();
  }

  /** Reduces resolution and disables shadows for slow machines. */
  simplify(): void {
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 1));
    this.sun.castShadow = false;
    this.options.onChange();
  }

  /** Returns true if further portions are needed. */
  render(isNew: boolean): boolean {
    if (this.lost.peek()) {
      this.shareDrawn.value = 1;
      return false;
    }
    const drawViews = () => this.drawViews();
    if (this.portions) this.shareDrawn.value = this.portions.draw(isNew, drawViews);
    else drawViews();
    const isWhole = this.shareDrawn.peek() === 1;
    if (isWhole) this.drawn++;
    return !isWhole;
  }

  private drawViews(): void {
    const { cameras, renderer, scene, size } = this;
    const { current: camera, views } = cameras;
    renderer.setScissorTest(views.length > 1);
    views.forEach(({ clip }, view) => {
      cameras.select(view);
      camera.layers.set(0);
      camera.layers.enable(viewLayer(view));
      const width = clip.right - clip.left;
      renderer.setScissor(clip.left, size.y - clip.bottom, width, clip.bottom - clip.top);
      renderer.render(scene, camera);
    });
  }

  /**
   * Returns whether the WebGL context is lost. When the context is restored, requests a frame,
   * which uploads all data again.
   */
  private watchContext(): ReadonlySignal<boolean> {
    const lost = signal(false);
    this.canvas.addEventListener('webglcontextlost', () => {
      lost.value = true;
    });
    this.canvas.addEventListener('webglcontextrestored', () => {
      lost.value = false;
      this.options.onChange();
    });
    return lost;
  }

  /** Selects the projection of the view under the pointer, because the camera controls use it. */
  private aimAt({ clientX, clientY }: MouseEvent): void {
    const { left, top } = this.host.getBoundingClientRect();
    const { views } = this.cameras;
    if (views.length < 2) return;
    const view = views.findIndex(({ clip }) => holds(clip, clientX - left, clientY - top));
    if (view >= 0) this.cameras.select(view);
  }

  private setUpLight(): void {
    const { shadow } = this.sun;
    this.sun.castShadow = this.options.fine;
    shadow.mapSize.set(SHADOW_PIXELS, SHADOW_PIXELS);
    shadow.radius = 5;
    shadow.normalBias = 0.02;
    shadow.intensity = 0.8;
  }

  private aimSun(sceneBounds: Float32Array): void {
    if (sceneBounds.length === 4) return;
    const x = (sceneBounds[0] + sceneBounds[3]) / 2;
    const y = (sceneBounds[1] + sceneBounds[4]) / 2;
    const z = (sceneBounds[2] + sceneBounds[5]) / 2;
    const diagonal =
      Math.hypot(
        sceneBounds[3] - sceneBounds[0],
        sceneBounds[4] - sceneBounds[1],
        sceneBounds[5] - sceneBounds[2],
      ) || 1;
    this.sun.target.position.set(x, y, z);
    this.sun.position.set(x + 0.45 * diagonal, y + 0.8 * diagonal, z + 0.4 * diagonal);
    const { camera } = this.sun.shadow;
    camera.left = camera.bottom = -0.7 * diagonal;
    camera.right = camera.top = 0.7 * diagonal;
    camera.near = 0.05 * diagonal;
    camera.far = 3 * diagonal;
    camera.updateProjectionMatrix();
  }

  private applyTheme(theme: StageTheme): void {
    this.theme = theme;
    paint(this.backdrop, theme.background);
    paint(this.sky.color, theme.sky);
    paint(this.sky.groundColor, theme.bounce);
    this.sky.intensity = theme.skyStrength;
    this.sun.intensity = theme.sunStrength;
    this.ground.setTheme(theme);
    for (const listener of this.themeListeners) listener(theme);
  }
}
