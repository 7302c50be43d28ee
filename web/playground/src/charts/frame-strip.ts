/**
 * Recent frames as a strip: how long each one took, how much of it the structure took, the 60 Hz line, and two lines
 * across: the median, drawn through, and the 99th percentile, dashed. The height doubles until that percentile fits.
 */

import type { Recent } from '../model/recent.js';
import { clearedSheet, colorsOf, type Sheet } from './sheet.js';

const LEAST_HEIGHT_MS = 40;
const MOST_HEIGHT_MS = 640;
export const SIXTY_HERTZ_MS = 1000 / 60;

/** Milliseconds from the bottom to the top. */
function heightFor(slow: number): number {
  let height = LEAST_HEIGHT_MS;
  while (height < slow && height < MOST_HEIGHT_MS) height *= 2;
  return height;
}

function readColors(canvas: HTMLCanvasElement) {
  const color = colorsOf(canvas);
  return {
    frame: color('--strip-frame'),
    structure: color('--strip-structure'),
    line: color('--strip-line'),
    percentile: color('--ink'),
  };
}

export class FrameStrip {
  private colors;
  private heightMs = LEAST_HEIGHT_MS;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.colors = readColors(canvas);
  }

  /** The colors are the panels' own; to be called when the theme changes. */
  readColors(): void {
    this.colors = readColors(this.canvas);
  }

  draw(frames: Recent, structure: Recent): void {
    const sheet = clearedSheet(this.canvas);
    if (!sheet) return;
    const { ratio } = sheet;
    const { frame, line, percentile, structure: inStructure } = this.colors;
    const slow = frames.percentile(0.99);
    this.heightMs = heightFor(slow);
    this.drawBars(sheet, frames, frame);
    this.drawBars(sheet, structure, inStructure);
    this.drawLine(sheet, SIXTY_HERTZ_MS, line, []);
    if (frames.size === 0) return;
    this.drawLine(sheet, frames.percentile(0.5), percentile, []);
    this.drawLine(sheet, slow, percentile, [4 * ratio, 3 * ratio]);
  }

  private topOf(milliseconds: number): number {
    return this.canvas.height * (1 - Math.min(milliseconds / this.heightMs, 1));
  }

  private drawBars({ context, height, width }: Sheet, values: Recent, color: string): void {
    const step = width / values.capacity;
    context.fillStyle = color;
    const first = values.capacity - values.size;
    for (let i = 0; i < values.size; i++) {
      const top = this.topOf(values.at(i));
      context.fillRect((first + i) * step, top, Math.max(step - 0.5, 0.5), height - top);
    }
  }

  private drawLine(sheet: Sheet, at: number, color: string, dash: number[]): void {
    const { context, ratio, width } = sheet;
    const thickness = Math.max(ratio / 2, 1);
    // not cut in half at the upper edge
    const y = Math.max(Math.round(this.topOf(at)), thickness) - thickness / 2;
    context.strokeStyle = color;
    context.lineWidth = thickness;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(width, y);
    context.stroke();
  }
}
