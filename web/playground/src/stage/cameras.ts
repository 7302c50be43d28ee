/**
 * Perspective orbit camera for 3D and orthographic pan camera for 2D. The projection is shifted, so
 * that the scene is centered in the area that panels do not cover. Two views share the cameras and
 * differ only in this shift.
 */

import { MOUSE, OrthographicCamera, PerspectiveCamera, Spherical, TOUCH, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Dimensions } from '../state/settings.js';
import { prefersStillness } from '../state/stillness.js';
import { type Insets, layViews, type View } from './views.js';

const FIELD_OF_VIEW = 32;
/**
 * Factor of the camera distance. It leaves a margin for nodes and handles that extend beyond the
 * scene bounds.
 */
const ROOM = 1.06;
const viewpoint = new Vector3(0.72, 0.42, 1).normalize();
const rightwards = new Vector3(0, 1, 0).cross(viewpoint).normalize();
const upwards = new Vector3().crossVectors(viewpoint, rightwards);

interface Extent {
  readonly middle: Vector3;
  /** Half the size on each axis. */
  readonly half: Vector3;
  readonly radius: number;
}

/** Returns the center and size of bounds. In 2D, the size on the z axis is 0. */
function extentOf(bounds: Float32Array): Extent {
  const dimensions = bounds.length / 2;
  const low = new Vector3(...bounds.subarray(0, dimensions));
  const high = new Vector3(...bounds.subarray(dimensions));
  if (dimensions === 2) low.z = high.z = 0;
  const middle = new Vector3().addVectors(low, high).multiplyScalar(0.5);
  const half = high.sub(low).multiplyScalar(0.5);
  return { middle, half, radius: Math.max(half.length(), 1e-6) };
}

/**
 * Returns the distance from the center of a box towards the viewpoint at which all corners are
 * visible. `half` is half the diagonal of the box. The slopes are the tangents of half the angles
 * of view.
 */
function distanceToSee(half: Vector3, slopeX: number, slopeY: number): number {
  const corner = new Vector3();
  let max = 0;
  for (let signs = 0; signs < 8; signs++) {
    corner.set(
      signs & 1 ? half.x : -half.x,
      signs & 2 ? half.y : -half.y,
      signs & 4 ? half.z : -half.z,
    );
    const across = Math.abs(corner.dot(rightwards)) / slopeX;
    const along = Math.abs(corner.dot(upwards)) / slopeY;
    max = Math.max(max, corner.dot(viewpoint) + Math.max(across, along));
  }
  return max;
}

export class Cameras {
  dimensions: Dimensions = 3;
  private readonly perspective = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 1000);
  private readonly flat = new OrthographicCamera(-1, 1, 1, -1, -10, 10);
  private readonly orbit: OrbitControls;
  private readonly pan: OrbitControls;
  private extent: Extent = { middle: new Vector3(), half: new Vector3(1, 1, 1), radius: 1 };
  private width = 1;
  private height = 1;
  private insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  private viewCount = 1;
  /** Bounds for which the page placed the camera; null after the user moved the camera. */
  private framed: Float32Array | null = null;
  /**
   * Camera from the URL, relative to `framed`; null if the page placed the camera to show all of
   * the bounds.
   */
  private given: readonly number[] | null = null;
  /** Called after each step of a user's camera movement. */
  onMove: () => void = () => {};
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
      controls.addEventListener('change', () => {
        onChange();
        if (this.isMoved) this.onMove();
      });
      controls.addEventListener('start', () => {
        this.framed = this.given = null;
      });
    }
    this.use(3);
  }

  get current(): PerspectiveCamera | OrthographicCamera {
    return this.dimensions === 3 ? this.perspective : this.flat;
  }

  /**
   * Whether the camera shows all of the framed bounds, because neither the user nor the URL moved
   * it.
   */
  get isFramed(): boolean {
    return this.framed !== null && this.given === null;
  }

  get isMoved(): boolean {
    return this.framed === null;
  }

  /** Range of distances from the eye in which lines become fainter: [begin, end] in world units. */
  get fade(): readonly [number, number] {
    if (this.dimensions === 2) return [1e9, 2e9];
    const distance = this.perspective.position.distanceTo(this.extent.middle);
    return [distance - 0.5 * this.extent.radius, distance + 1.3 * this.extent.radius];
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

  /** Shifts the projection to a view. Must be called before projecting or rendering. */
  select(view: number): void {
    const { free } = this.views[view] ?? this.views[0];
    const shiftX = (this.width - free.left - free.right) / 2;
    const shiftY = (this.height - free.top - free.bottom) / 2;
    const { width, height } = this;
    for (const camera of [this.perspective, this.flat]) {
      camera.setViewOffset(width, height, shiftX, shiftY, width, height);
    }
  }

  frame(bounds: Float32Array): void {
    this.framed = bounds;
    this.given = null;
    this.frameExtent(bounds);
  }

  /** Applies camera values that `read` returned, possibly for another canvas size. */
  place(camera: readonly number[], sceneBounds: Float32Array): void {
    this.framed = sceneBounds;
    this.given = camera;
    this.frameExtent(sceneBounds);
    const { middle, radius } = this.extent;
    const [x, y, third, ...eye] = camera;
    if (sceneBounds.length === 4) {
      this.pan.target.set(x, y, 0).multiplyScalar(radius).add(middle);
      this.flat.position.copy(this.pan.target).setZ(5);
      this.flat.zoom = third;
      this.flat.updateProjectionMatrix();
      this.pan.update();
      return;
    }
    this.orbit.target.set(x, y, third).multiplyScalar(radius).add(middle);
    this.perspective.position
      .fromArray(eye)
      .multiplyScalar(this.distanceTo(this.extent))
      .add(this.orbit.target);
    this.orbit.update();
  }

  /** Returns the camera values relative to `sceneBounds`. */
  read(sceneBounds: Float32Array): readonly number[] {
    const extent = extentOf(sceneBounds);
    const { middle, radius } = extent;
    const { target } = this.dimensions === 3 ? this.orbit : this.pan;
    const [x, y, z] = target.clone().sub(middle).divideScalar(radius).toArray();
    if (this.dimensions === 2) {
      return [x, y, (this.flat.zoom * this.unitOf(extent)) / this.unitOf(this.extent)];
    }
    const eye = this.perspective.position.clone().sub(target);
    return [x, y, z, ...eye.divideScalar(this.distanceTo(extent)).toArray()];
  }

  /** If `yields` is true, the cameras ignore the main button and one-finger gestures. */
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

  /**
   * Turns the 3D camera around its target by 1/24 turn per step, or moves the 2D camera by 1/24 of
   * the free width.
   */
  step(right: number, up: number): void {
    this.framed = this.given = null;
    if (this.dimensions === 3) {
      const { orbit, perspective } = this;
      const eye = new Spherical().setFromVector3(perspective.position.clone().sub(orbit.target));
      eye.theta += (right * Math.PI) / 12;
      const polar = eye.phi - (up * Math.PI) / 12;
      eye.phi = Math.min(Math.max(polar, 0.02), orbit.maxPolarAngle);
      perspective.position.setFromSpherical(eye).add(orbit.target);
      orbit.update();
      return;
    }
    const distance = (this.free.width * this.unitOf(this.extent)) / this.flat.zoom / 12;
    const move = new Vector3(right, up, 0).multiplyScalar(distance);
    this.pan.target.add(move);
    this.flat.position.add(move);
    this.pan.update();
  }

  /** Returns whether the camera still moves. */
  update(): boolean {
    return (this.dimensions === 3 ? this.orbit : this.pan).update();
  }

  private get free(): { width: number; height: number } {
    const { left, right, top, bottom } = this.views[0].free;
    return { width: Math.max(right - left, 1), height: Math.max(bottom - top, 1) };
  }

  private frameExtent(bounds: Float32Array): void {
    this.extent = extentOf(bounds);
    if (bounds.length === 4) this.frameFlat();
    else this.framePerspective();
    this.project();
  }

  /** Returns the distance from the target at which the free area shows all of an extent. */
  private distanceTo({ half }: Extent): number {
    const { width, height } = this.free;
    // the field of view covers the whole canvas height, of which the free area is a part
    const slope = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) / this.height;
    return ROOM * distanceToSee(half, slope * width, slope * height);
  }

  /** Returns half the side of a pixel in world units, in 2D at zoom 1. */
  private unitOf({ half, radius }: Extent): number {
    const { width, height } = this.free;
    const margin = 1.08;
    return (
      margin *
      Math.max(Math.max(half.x, radius / 20) / width, Math.max(half.y, radius / 20) / height)
    );
  }

  private framePerspective(): void {
    const { middle, radius } = this.extent;
    const distance = this.distanceTo(this.extent);
    this.perspective.position.copy(viewpoint).multiplyScalar(distance).add(middle);
    this.perspective.near = distance / 200;
    this.perspective.far = distance * 20;
    this.orbit.target.copy(middle);
    this.orbit.minDistance = radius / 20;
    this.orbit.maxDistance = distance * 6;
    this.orbit.update();
  }

  private frameFlat(): void {
    this.flat.zoom = 1;
    const { x, y } = this.extent.middle;
    this.flat.position.set(x, y, 5);
    this.pan.target.set(x, y, 0);
    this.pan.minZoom = 0.1;
    this.pan.maxZoom = 200;
    this.pan.update();
  }

  private project(): void {
    const { width, height } = this;
    this.perspective.aspect = width / height;
    const unit = this.unitOf(this.extent);
    this.flat.left = -width * unit;
    this.flat.right = width * unit;
    this.flat.top = height * unit;
    this.flat.bottom = -height * unit;
    this.select(0);
  }

  private layOut(): void {
    this.views = layViews(this.width, this.height, this.insets, this.viewCount);
    if (this.framed && this.given) this.place(this.given, this.framed);
    else if (this.framed) this.frame(this.framed);
    else this.project();
  }
}
