/** The work of recent frames as bars under the line that none may cross. */

import type { Recent } from '../model/recent.js';
import { clearedSheet, colorsOf } from './sheet.js';

/** The limit is drawn at this share of the height: a bar that crossed it would be seen. */
const LIMIT_SHARE = 0.72;

function readColors(canvas: HTMLCanvasElement) {
  const color = colorsOf(canvas);
  return { bar: color('--accent'), rest: color('--field-edge'), line: color('--ink') };
}

export class WorkStrip {
  private colors;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.colors = readColors(canvas);
  }

  /** The colors are the panels' own; to be called when the theme changes. */
  readColors(): void {
    this.colors = readColors(this.canvas);
  }

  draw(work: Recent, limit: number): void {
    const sheet = clearedSheet(this.canvas);
    if (!sheet) return;
    const { context, height, ratio, width } = sheet;
    const { colors } = this;
    const step = width / work.capacity;
    const gap = Math.min(ratio, 0.3 * step);
    const first = work.capacity - work.size;
    for (let i = 0; i < work.size; i++) {
      const units = work.at(i);
      const bar = Math.max(height * LIMIT_SHARE * (units / limit), ratio);
      context.fillStyle = units > 0 ? colors.bar : colors.rest;
      context.fillRect((first + i) * step, height - bar, step - gap, bar);
    }
    context.fillStyle = colors.line;
    const line = Math.round(height * (1 - LIMIT_SHARE));
    for (let x = 0; x < width; x += 7 * ratio) {
      context.fillRect(x, line - ratio, 4 * ratio, Math.max(ratio, 1));
    }
  }
}
