/** Pointer input on the stage: casts rays into the scene, and detects hover, tap and leave. */

import { Raycaster, Vector2 } from 'three';
import type { PointerRay } from '../model/node-picker.js';
import type { Stage } from './stage.js';
import { holds } from './views.js';

/** Maximum movement and duration of a tap. Longer presses or movements turn the camera. */
const TAP_PIXELS = 6;
const TAP_MS = 500;

export interface PointerTarget {
  readonly view: number;
  readonly ray: PointerRay;
}

interface PointingHost {
  /** Called with the hovered point, or null when the pointer leaves. */
  hover(target: PointerTarget | null): void;
  tap(target: PointerTarget): void;
}

export class Pointing {
  /** Set to false while another tool uses the pointer. */
  enabled = true;
  private readonly raycaster = new Raycaster();
  private pressed: { x: number; y: number; time: number } | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly host: PointingHost,
  ) {
    const { canvas } = stage;
    // listens on the parent of the canvas, because camera controls capture the pointer there
    const surface = canvas.parentElement ?? canvas;
    surface.addEventListener('pointermove', (event) => {
      // touch has no hover
      if (!this.enabled || event.pointerType === 'touch' || event.buttons !== 0) return;
      host.hover(event.target === canvas ? this.target(event) : null);
    });
    surface.addEventListener('pointerleave', () => this.enabled && host.hover(null));
    surface.addEventListener('pointerdown', (event) => {
      const startsTap = this.enabled && event.target === canvas && event.button === 0;
      this.pressed = startsTap
        ? { x: event.clientX, y: event.clientY, time: event.timeStamp }
        : null;
    });
    surface.addEventListener('pointerup', (event) => this.release(event));
  }

  private release(event: PointerEvent): void {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed || event.timeStamp - pressed.time > TAP_MS) return;
    const moved = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
    const target = moved <= TAP_PIXELS ? this.target(event) : null;
    if (target) this.host.tap(target);
  }

  /** Returns null outside of all views. */
  target(event: MouseEvent): PointerTarget | null {
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    return this.rayAt(event.clientX - left, event.clientY - top);
  }

  /**
   * Returns the view and the ray at a point in CSS pixels from the top left corner of the stage.
   */
  rayAt(x: number, y: number): PointerTarget | null {
    const { cameras, size } = this.stage;
    const view = cameras.views.findIndex(({ clip }) => holds(clip, x, y));
    if (view < 0) return null;
    cameras.select(view);
    const place = new Vector2((x / size.x) * 2 - 1, 1 - (y / size.y) * 2);
    this.raycaster.setFromCamera(place, cameras.current);
    const { origin, direction } = this.raycaster.ray;
    return { view, ray: { origin: origin.toArray(), direction: direction.toArray() } };
  }
}
