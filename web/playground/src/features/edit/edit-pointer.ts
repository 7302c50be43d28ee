/**
 * Pointer input for editing, with the main button or one finger. A second finger controls the
 * camera and reverts the gesture of the first.
 */

import type { PointerRay } from '../../model/node-picker.js';
import type { Pointing } from '../../stage/pointing.js';

export interface EditPointerHost {
  /**
   * Returns false if the press has no effect, because no scene is shown or the ray misses the
   * plane.
   */
  press(ray: PointerRay, options: { readonly adds: boolean }): boolean;
  draw(ray: PointerRay): void;
  release(): void;
  cancel(): void;
  hover(ray: PointerRay | null): void;
}

export class EditPointer {
  private readonly pressed = new Set<number>();
  /** Id of the pointer that draws; null if none does. */
  private drawing: number | null = null;
  private readonly listeners = new AbortController();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly pointing: Pointing,
    private readonly host: EditPointerHost,
  ) {
    const { signal } = this.listeners;
    // listens on the canvas's parent, because the camera controls capture the pointer for it
    const surface = canvas.parentElement ?? canvas;
    surface.addEventListener('pointerdown', (event) => this.press(event), { signal });
    surface.addEventListener('pointermove', (event) => this.move(event), { signal });
    surface.addEventListener('pointerleave', () => host.hover(null), { signal });
    for (const kind of ['pointerup', 'pointercancel'] as const) {
      surface.addEventListener(kind, (event) => this.lift(event), { signal });
    }
  }

  dispose(): void {
    this.listeners.abort();
    this.cancel();
  }

  private press(event: PointerEvent): void {
    if (event.target !== this.canvas) return;
    this.pressed.add(event.pointerId);
    if (this.pressed.size > 1) {
      this.cancel();
      return;
    }
    const target = event.button === 0 ? this.pointing.target(event) : null;
    if (!target || !this.host.press(target.ray, { adds: event.shiftKey })) return;
    this.drawing = event.pointerId;
  }

  private move(event: PointerEvent): void {
    if (this.drawing === event.pointerId) {
      const target = this.pointing.target(event);
      if (target) this.host.draw(target.ray);
      return;
    }
    // touch has no hover
    if (event.pointerType === 'touch' || event.buttons !== 0) return;
    const target = event.target === this.canvas ? this.pointing.target(event) : null;
    this.host.hover(target?.ray ?? null);
  }

  private lift(event: PointerEvent): void {
    this.pressed.delete(event.pointerId);
    if (this.drawing !== event.pointerId) return;
    this.drawing = null;
    if (event.type === 'pointercancel') this.host.cancel();
    else this.host.release();
  }

  private cancel(): void {
    if (this.drawing === null) return;
    this.drawing = null;
    this.host.cancel();
  }
}
