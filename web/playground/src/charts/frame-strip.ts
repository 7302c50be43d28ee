/**
 * Recent frames as a strip: how long each one took, how much of it the structure took, the 60 Hz line, and two lines
 * across: the median, drawn through, and the 99th percentile, dashed. The height doubles until that percentile fits.
 */

import type { Recent } from '../model/recent.js';

const LEAST_HEIGHT_MS = 40;
const MOST_HEIGHT_MS = 640;
export const SIXTY_HERTZ_MS = 1000 / 60;

export interface StripColours {
  readonly frame: string;
  readonly structure: string;
  readonly line: string;
  readonly percentile: string;
}

/** Milliseconds from the bottom to the top. */
function heightFor(slow: number): number {
  let height = LEAST_HEIGHT_MS;
  while (height < slow && height < MOST_HEIGHT_MS) height *= 2;
  return height;
}

export class FrameStrip {
  private readonly context: CanvasRenderingContext2D | null;
  private colours: StripColours = { frame: '', structure: '', line: '', percentile: '' };
  private heightMs = LEAST_HEIGHT_MS;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.context = canvas.getContext('2d');
    this.readColours();
  }

  /** The colours are the panels' own; to be called when the theme changes. */
  readColours(): void {
    const style = getComputedStyle(this.canvas);
    const read = (name: string) => style.getPropertyValue(name).trim();
    this.colours = {
      frame: read('--strip-frame'),
      structure: read('--strip-structure'),
      line: read('--strip-line'),
      percentile: read('--ink'),
    };
  }

  draw(frames: Recent, structure: Recent): void {
    const { canvas, context } = this;
    if (!context) return;
    const ratio = Math.min(window.devicePixelRatio, 2);
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.clearRect(0, 0, width, height);
    const slow = frames.percentile(0.99);
    this.heightMs = heightFor(slow);
    const step = width / frames.capacity;
    this.drawBars(frames, step, this.colours.frame);
    this.drawBars(structure, step, this.colours.structure);
    const thickness = Math.max(ratio / 2, 1);
    this.drawLine(SIXTY_HERTZ_MS, this.colours.line, thickness, []);
    if (frames.size === 0) return;
    this.drawLine(frames.percentile(0.5), this.colours.percentile, thickness, []);
    this.drawLine(slow, this.colours.percentile, thickness, [4 * ratio, 3 * ratio]);
  }

  private topOf(milliseconds: number): number {
    return this.canvas.height * (1 - Math.min(milliseconds / this.heightMs, 1));
  }

  private drawBars(values: Recent, step: number, colour: string): void {
    const { context } = this;
    if (!context) return;
    const { height } = this.canvas;
    context.fillStyle = colour;
    const first = values.capacity - values.size;
    for (let i = 0; i < values.size; i++) {
      const top = this.topOf(values.at(i));
      context.fillRect((first + i) * step, top, Math.max(step - 0.5, 0.5), height - top);
    }
  }

  private drawLine(at: number, colour: string, thickness: number, dash: readonly number[]): void {
    const { context } = this;
    if (!context) return;
    // not cut in half at the upper edge
    const y = Math.max(Math.round(this.topOf(at)), thickness) - thickness / 2;
    context.strokeStyle = colour;
    context.lineWidth = thickness;
    context.setLineDash([...dash]);
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(this.canvas.width, y);
    context.stroke();
  }
}
