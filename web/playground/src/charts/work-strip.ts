/** The work of recent frames as bars under the line that none may cross. */

import type { Recent } from '../model/recent.js';

/** The limit is drawn at this share of the height: a bar that crossed it would be seen. */
const LIMIT_SHARE = 0.72;

export class WorkStrip {
  private readonly context: CanvasRenderingContext2D | null;
  private colours = { bar: '', rest: '', line: '' };

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.context = canvas.getContext('2d');
    this.readColours();
  }

  /** The colours are the panels' own; to be called when the theme changes. */
  readColours(): void {
    const style = getComputedStyle(this.canvas);
    const read = (name: string) => style.getPropertyValue(name).trim();
    this.colours = { bar: read('--accent'), rest: read('--field-edge'), line: read('--ink') };
  }

  draw(work: Recent, limit: number): void {
    const { canvas, colours, context } = this;
    if (!context) return;
    const ratio = Math.min(window.devicePixelRatio, 2);
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.clearRect(0, 0, width, height);
    const step = width / work.capacity;
    const gap = Math.min(ratio, 0.3 * step);
    const first = work.capacity - work.size;
    for (let i = 0; i < work.size; i++) {
      const units = work.at(i);
      const bar = Math.max(height * LIMIT_SHARE * (units / limit), ratio);
      context.fillStyle = units > 0 ? colours.bar : colours.rest;
      context.fillRect((first + i) * step, height - bar, step - gap, bar);
    }
    context.fillStyle = colours.line;
    const line = Math.round(height * (1 - LIMIT_SHARE));
    for (let x = 0; x < width; x += 7 * ratio) {
      context.fillRect(x, line - ratio, 4 * ratio, Math.max(ratio, 1));
    }
  }
}
