/**
 * Query handles as buttons over the canvas, for mouse, touch, pen and arrow keys. The browser
 * provides focus, names and hit areas. Each view has its own handles, but only the handles of the
 * first view are in the tab order.
 *
 * A handle without an axis follows the pointer in the plane that contains the handle and faces the
 * eye. A handle with an axis moves to the point of this axis that is closest to the pointer's ray.
 *
 * Arrow keys move a handle along the two axes that are closest to the right and up directions of
 * the screen. Page Up and Page Down move it along the third axis.
 */

import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { QueryHandle } from '../model/query-handles.js';
import { longestSide } from '../model/query-shape.js';
import type { Settings } from '../state/settings.js';
import { spread, type Target } from './handle-spacing.js';
import type { Stage } from './stage.js';
import { holds } from './views.js';

/** Radius of main handles and of secondary handles in CSS pixels, as in handles.css. */
const MAIN_RADIUS = 22;
const OTHER_RADIUS = window.matchMedia('(pointer: coarse)').matches ? MAIN_RADIUS : 16;

const STEP_SHARE = 0.01;
const BIG_STEPS = 5;

interface HandleHost {
  settings(): Settings;
  sceneBounds(): Float32Array | null;
  change(patch: Partial<Settings>): void;
}

interface KeyAxes {
  readonly right: readonly [axis: number, sign: number];
  readonly up: readonly [axis: number, sign: number];
  readonly away: readonly [axis: number, sign: number];
}

function dominantAxis(direction: Vector3, excluded: readonly number[]): readonly [number, number] {
  const parts = direction.toArray();
  let best = -1;
  for (let axis = 0; axis < 3; axis++) {
    if (excluded.includes(axis)) continue;
    if (best < 0 || Math.abs(parts[axis]) > Math.abs(parts[best])) best = axis;
  }
  return [best, parts[best] < 0 ? -1 : 1];
}

/** True while the current event starts a pinch, so that no view starts a drag. */
let isPinching = false;

export class Handles {
  private readonly layer = document.createElement('div');
  private readonly buttons = new Map<QueryHandle, HTMLButtonElement>();
  private readonly raycaster = new Raycaster();
  private readonly plane = new Plane();
  private readonly point = new Vector3();
  private readonly forward = new Vector3();
  private dragged: QueryHandle | null = null;
  /** Function that reverts the current drag if the drag becomes a pinch. */
  private undo: (() => void) | null = null;
  /** Offset in pixels from the pointer to the handle at the start of the drag. */
  private readonly grip = new Vector2();

  constructor(
    private readonly stage: Stage,
    private readonly host: HandleHost,
    private readonly view = 0,
  ) {
    this.layer.className = 'handles';
    stage.canvas.after(this.layer);
    const surface = stage.canvas.parentElement;
    surface?.addEventListener('pointerdown', (event) => this.beginPinch(event), { capture: true });
  }

  setHandles(handles: readonly QueryHandle[]): void {
    this.layer.replaceChildren();
    this.buttons.clear();
    this.dragged = null;
    for (const handle of handles) {
      const button = this.makeButton(handle);
      this.buttons.set(handle, button);
      this.layer.append(button);
    }
  }

  place(): void {
    const sceneBounds = this.host.sceneBounds();
    const view = this.stage.cameras.views.at(this.view);
    this.layer.hidden = !view;
    if (!sceneBounds || !view) return;
    const targets: (Target & { readonly button: HTMLButtonElement })[] = [];
    for (const [handle, button] of this.buttons) {
      const { x, y } = this.locate(handle, sceneBounds);
      button.hidden = this.point.z > 1 || !holds(view.clip, x, y);
      if (!button.hidden)
        targets.push({ button, x, y, radius: handle.main ? MAIN_RADIUS : OTHER_RADIUS });
    }
    spread(targets);
    for (const { button, x, y } of targets) {
      button.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }

  /**
   * Returns the position of a handle on the stage in CSS pixels, before overlapping handles are
   * moved apart.
   */
  private locate(
    handle: QueryHandle,
    sceneBounds: Float32Array,
  ): { readonly x: number; readonly y: number } {
    const { cameras, size } = this.stage;
    cameras.select(this.view);
    this.project(handle.read(this.host.settings(), sceneBounds));
    return { x: ((this.point.x + 1) / 2) * size.x, y: ((1 - this.point.y) / 2) * size.y };
  }

  button(handle: QueryHandle): HTMLButtonElement | undefined {
    return this.buttons.get(handle);
  }

  dispose(): void {
    this.layer.remove();
  }

  private makeButton(handle: QueryHandle): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = handle.main ? 'handle handle-main' : 'handle';
    button.dataset.handle = this.view === 0 ? handle.id : `other-${handle.id}`;
    if (this.view > 0) button.tabIndex = -1;
    button.ariaLabel = handle.label;
    button.title = `${handle.label}: drag, or use the arrow keys`;
    button.addEventListener('pointerdown', (event) => this.startDrag(event, handle, button));
    button.addEventListener('pointermove', (event) => {
      if (this.dragged === handle) this.drag(event, handle);
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      button.addEventListener(end, () => {
        this.dragged = null;
        this.undo = null;
      });
    }
    button.addEventListener('keydown', (event) => this.step(event, handle));
    return button;
  }

  private startDrag(event: PointerEvent, handle: QueryHandle, button: HTMLButtonElement): void {
    const sceneBounds = this.host.sceneBounds();
    if (event.button !== 0 || isPinching || !sceneBounds) return;
    // prevents turning the camera
    event.stopPropagation();
    this.dragged = handle;
    button.setPointerCapture(event.pointerId);
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    const { x, y } = this.locate(handle, sceneBounds);
    this.grip.set(left + x - event.clientX, top + y - event.clientY);
    if (event.pointerType === 'touch') this.undo = this.undoOf(event, button);
  }

  /**
   * Returns a function that undoes the drag that `first` started, and lets the camera controls use
   * this pointer.
   */
  private undoOf(first: PointerEvent, button: HTMLButtonElement): () => void {
    const { box, ball, ray, cam } = this.host.settings();
    const { pointerId, pointerType, clientX, clientY, isPrimary } = first;
    return () => {
      this.dragged = null;
      this.undo = null;
      this.host.change({ box, ball, ray, cam });
      if (button.hasPointerCapture(pointerId)) button.releasePointerCapture(pointerId);
      const init = { pointerId, pointerType, clientX, clientY, isPrimary, bubbles: false };
      this.stage.canvas.parentElement?.dispatchEvent(new PointerEvent('pointerdown', init));
    };
  }

  private beginPinch(second: PointerEvent): void {
    if (!this.undo || second.pointerType !== 'touch') return;
    isPinching = true;
    this.undo();
    // waits until the event ends, because the second finger must not start a drag of another handle
    setTimeout(() => {
      isPinching = false;
    });
  }

  private drag(event: PointerEvent, handle: QueryHandle): void {
    const sceneBounds = this.host.sceneBounds();
    if (!sceneBounds) return;
    const settings = this.host.settings();
    const position = handle.read(settings, sceneBounds);
    this.aim(event.clientX + this.grip.x, event.clientY + this.grip.y);
    const found =
      handle.axis === null ? this.onPlane(position) : this.onAxis(position, handle.axis);
    if (found) this.host.change(handle.write(settings, sceneBounds, position));
  }

  private step(event: KeyboardEvent, handle: QueryHandle): void {
    const sceneBounds = this.host.sceneBounds();
    const settings = this.host.settings();
    const move = sceneBounds && this.keyMove(event, handle, sceneBounds.length / 2);
    if (!sceneBounds || !move) return;
    const [axis, sign] = move;
    const steps = event.shiftKey ? BIG_STEPS : 1;
    const position = handle.read(settings, sceneBounds);
    position[axis] += sign * steps * STEP_SHARE * longestSide(sceneBounds);
    event.preventDefault();
    event.stopPropagation();
    this.host.change(handle.write(settings, sceneBounds, position));
  }

  private keyMove(event: KeyboardEvent, handle: QueryHandle, dimensions: number) {
    const { right, up, away } = this.keyAxes();
    const moves: Record<string, readonly [axis: number, sign: number]> = {
      ArrowRight: right,
      ArrowLeft: [right[0], -right[1]],
      ArrowUp: up,
      ArrowDown: [up[0], -up[1]],
      PageUp: away,
      PageDown: [away[0], -away[1]],
    };
    const move = moves[event.key];
    if (!move) return null;
    // every arrow key moves an axis handle along its axis
    if (handle.axis !== null && handle.axis !== move[0]) {
      const forward =
        event.key === 'ArrowRight' || event.key === 'ArrowUp' || event.key === 'PageUp';
      return [handle.axis, forward ? 1 : -1] as const;
    }
    return move[0] < dimensions ? move : null;
  }

  private keyAxes(): KeyAxes {
    const camera = this.stage.cameras.current;
    camera.updateMatrixWorld();
    const right = dominantAxis(this.point.setFromMatrixColumn(camera.matrixWorld, 0), []);
    const up = dominantAxis(this.point.setFromMatrixColumn(camera.matrixWorld, 1), [right[0]]);
    const away = dominantAxis(camera.getWorldDirection(this.forward), [right[0], up[0]]);
    return { right, up, away };
  }

  private project(position: Float32Array): void {
    this.point.fromArray(position).project(this.stage.cameras.current);
  }

  private aim(clientX: number, clientY: number): void {
    const { left, top, width, height } = this.stage.canvas.getBoundingClientRect();
    this.stage.cameras.select(this.view);
    const x = ((clientX - left) / width) * 2 - 1;
    const y = 1 - ((clientY - top) / height) * 2;
    this.raycaster.setFromCamera(new Vector2(x, y), this.stage.cameras.current);
  }

  private onPlane(position: Float32Array): boolean {
    const camera = this.stage.cameras.current;
    this.plane.setFromNormalAndCoplanarPoint(
      camera.getWorldDirection(this.forward),
      this.point.fromArray(position),
    );
    if (!this.raycaster.ray.intersectPlane(this.plane, this.point)) return false;
    this.point.toArray(position);
    return true;
  }

  /** Moves `position` along an axis to the point that is closest to the pointer's ray. */
  private onAxis(position: Float32Array, axis: number): boolean {
    const { origin, direction } = this.raycaster.ray;
    const along = direction.getComponent(axis);
    const across = 1 - along * along;
    if (across < 1e-4) return false;
    this.point.fromArray(position).sub(origin);
    const onRay = this.point.dot(direction);
    const onAxis = this.point.getComponent(axis);
    position[axis] += (along * onRay - onAxis) / across;
    return true;
  }
}
