/** The work of recent frames as bars under the line that none may cross. */

import type { Recent } from '../model/recent.js';
import { clearedSheet, coloursOf } from './sheet.js';

/** The limit is drawn at this share of the height: a bar that crossed it would be seen. */
const LIMIT_SHARE = 0.72;

function readColours(canvas: HTMLCanvasElement) {
  const colour = coloursOf(canvas);
  return { bar: colour('--accent'), rest: colour('--field-edge'), line: colour('--ink') };
}

export class WorkStrip {
  private colours;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.colours = readColours(canvas);
  }

  /** The colours are the panels' own; to be called when the theme changes. */
  readColours(): void {
    this.colours = readColours(this.canvas);
  }

  draw(work: Recent, limit: number): void {
    const sheet = clearedSheet(this.canvas);
    if (!sheet) return;
    const { context, height, ratio, width } = sheet;
    const { colours } = this;
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
