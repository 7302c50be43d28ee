/**
 * Two cameras under one hand: orbit in perspective for 3D, pan and zoom from above for 2D. The panels cover parts of
 * the stage; the picture is shifted so that the scene stands in the middle of what is free. With two views on the
 * stage the cameras stay the same, and only the shift differs.
 */

import { MOUSE, OrthographicCamera, PerspectiveCamera, TOUCH, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Dimensions } from '../state/settings.js';
import { prefersStillness } from '../state/stillness.js';
import { type Insets, layViews, type View } from './views.js';

const FIELD_OF_VIEW = 32;
/** A little room around the scene, for nodes and handles that reach over it. */
const ROOM = 1.06;
const viewpoint = new Vector3(0.72, 0.42, 1).normalize();
/** Of a camera that looks at the middle from the viewpoint: to the right, and up. */
const rightwards = new Vector3(0, 1, 0).cross(viewpoint).normalize();
const upwards = new Vector3().crossVectors(viewpoint, rightwards);

/**
 * How far from the middle of a box, towards the viewpoint, all its corners are seen. `half` is half its diagonal, the
 * slopes are those of the edges of the view.
 */
function distanceToSee(half: Vector3, slopeX: number, slopeY: number): number {
  const corner = new Vector3();
  let most = 0;
  for (let signs = 0; signs < 8; signs++) {
    corner.set(
      signs & 1 ? half.x : -half.x,
      signs & 2 ? half.y : -half.y,
      signs & 4 ? half.z : -half.z,
    );
    const across = Math.abs(corner.dot(rightwards)) / slopeX;
    const along = Math.abs(corner.dot(upwards)) / slopeY;
    most = Math.max(most, corner.dot(viewpoint) + Math.max(across, along));
  }
  return most;
}

export class Cameras {
  dimensions: Dimensions = 3;
  private readonly perspective = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 1000);
  private readonly flat = new OrthographicCamera(-1, 1, 1, -1, -10, 10);
  private readonly orbit: OrbitControls;
  private readonly pan: OrbitControls;
  private readonly middle = new Vector3();
  /** Radius of the framed sphere in 3D. */
  private radius = 1;
  private halfWidth = 1;
  private halfHeight = 1;
  private width = 1;
  private height = 1;
  private insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  private viewCount = 1;
  /** What the page put the camera in front of; null once a hand has moved it. */
  private framed: Float32Array | null = null;
  views: readonly View[] = layViews(1, 1, this.insets, 1);

  constructor(element: HTMLElement, onChange: () => void) {
    this.orbit = new OrbitControls(this.perspective, element);
    this.orbit.enableDamping = !prefersStillness();
    this.orbit.dampingFactor = 0.12;
    this.orbit.maxPolarAngle = 0.53 * Math.PI;
    this.pan = new OrbitControls(this.flat, element);
    this.pan.enableRotate = false;
    this.pan.screenSpacePanning = true;
    this.pan.zoomToCursor = true;
    this.yieldMainButton(false);
    for (const controls of [this.orbit, this.pan]) {
      controls.addEventListener('change', onChange);
      controls.addEventListener('start', () => {
        this.framed = null;
      });
    }
    this.use(3);
  }

  get current(): PerspectiveCamera | OrthographicCamera {
    return this.dimensions === 3 ? this.perspective : this.flat;
  }

  /** No hand has moved the camera since it was put in front of something. */
  get isFramed(): boolean {
    return this.framed !== null;
  }

  /** Where the picture fades into the distance: [begin, end] in world units from the eye. */
  get fade(): readonly [number, number] {
    if (this.dimensions === 2) return [1e9, 2e9];
    const distance = this.perspective.position.distanceTo(this.middle);
    return [distance - 0.5 * this.radius, distance + 1.3 * this.radius];
  }

  use(dimensions: Dimensions): void {
    this.dimensions = dimensions;
    this.orbit.enabled = dimensions === 3;
    this.pan.enabled = dimensions === 2;
  }

  resize(width: number, height: number, insets: Insets): void {
    this.width = width;
    this.height = height;
    this.insets = insets;
    this.layOut();
  }

  setViewCount(count: number): void {
    this.viewCount = count;
    this.layOut();
  }

  /** Shifts the picture into a view; whoever projects or renders says first for which one. */
  select(view: number): void {
    const { free } = this.views[view] ?? this.views[0];
    const shiftX = (this.width - free.left - free.right) / 2;
    const shiftY = (this.height - free.top - free.bottom) / 2;
    const { width, height } = this;
    for (const camera of [this.perspective, this.flat]) {
      camera.setViewOffset(width, height, shiftX, shiftY, width, height);
    }
  }

  /** Frames the home bounds. */
  frame(home: Float32Array): void {
    this.framed = home;
    const dimensions = home.length / 2;
    const low = new Vector3(...home.subarray(0, dimensions));
    const high = new Vector3(...home.subarray(dimensions));
    if (dimensions === 2) low.z = high.z = 0;
    this.middle.addVectors(low, high).multiplyScalar(0.5);
    this.radius = Math.max(low.distanceTo(high) / 2, 1e-6);
    this.halfWidth = Math.max((high.x - low.x) / 2, this.radius / 20);
    this.halfHeight = Math.max((high.y - low.y) / 2, this.radius / 20);
    if (dimensions === 2) this.frameFlat();
    else this.framePerspective(high.sub(low).multiplyScalar(0.5));
    this.project();
  }

  /** The main button and a single finger may belong to something else; the camera then keeps the others. */
  yieldMainButton(yields: boolean): void {
    const { orbit, pan } = this;
    const main = <Action>(action: Action) => (yields ? null : action);
    const MIDDLE = MOUSE.DOLLY;
    const RIGHT = yields ? MOUSE.ROTATE : MOUSE.PAN;
    orbit.mouseButtons = { LEFT: main(MOUSE.ROTATE), MIDDLE, RIGHT };
    pan.mouseButtons = { LEFT: main(MOUSE.PAN), MIDDLE, RIGHT: MOUSE.PAN };
    const TWO = yields ? TOUCH.DOLLY_ROTATE : TOUCH.DOLLY_PAN;
    orbit.touches = { ONE: main(TOUCH.ROTATE), TWO };
    pan.touches = { ONE: main(TOUCH.PAN), TWO: TOUCH.DOLLY_PAN };
  }

  /** Lets damping run on; true while the camera still moves. */
  update(): boolean {
    return (this.dimensions === 3 ? this.orbit : this.pan).update();
  }

  private get free(): { width: number; height: number } {
    const { left, right, top, bottom } = this.views[0].free;
    return { width: Math.max(right - left, 1), height: Math.max(bottom - top, 1) };
  }

  private framePerspective(half: Vector3): void {
    const { width, height } = this.free;
    const { radius } = this;
    // the free part of the stage is narrower than the whole field of view
    const slope = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) / this.height;
    const distance = ROOM * distanceToSee(half, slope * width, slope * height);
    this.perspective.position.copy(viewpoint).multiplyScalar(distance).add(this.middle);
    this.perspective.near = distance / 200;
    this.perspective.far = distance * 20;
    this.orbit.target.copy(this.middle);
    this.orbit.minDistance = radius / 20;
    this.orbit.maxDistance = distance * 6;
    this.orbit.update();
  }

  private frameFlat(): void {
    this.flat.zoom = 1;
    this.flat.position.set(this.middle.x, this.middle.y, 5);
    this.pan.target.set(this.middle.x, this.middle.y, 0);
    this.pan.minZoom = 0.1;
    this.pan.maxZoom = 200;
    this.pan.update();
  }

  private project(): void {
    const { width, height } = this;
    this.perspective.aspect = width / height;
    const free = this.free;
    const margin = 1.08;
    const unit = margin * Math.max(this.halfWidth / free.width, this.halfHeight / free.height);
    this.flat.left = -width * unit;
    this.flat.right = width * unit;
    this.flat.top = height * unit;
    this.flat.bottom = -height * unit;
    this.select(0);
  }

  private layOut(): void {
    this.views = layViews(this.width, this.height, this.insets, this.viewCount);
    if (this.framed) this.frame(this.framed);
    else this.project();
  }
}
