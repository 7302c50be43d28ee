/**
 * Recent frames as a strip: how long each one took, how much of it the structure took, and the 60 Hz line.
 */

import type { Recent } from '../model/recent.js';

const HEIGHT_MS = 40;
const SIXTY_HERTZ_MS = 1000 / 60;

export interface StripColours {
  readonly frame: string;
  readonly structure: string;
  readonly line: string;
}

export class FrameStrip {
  private readonly context: CanvasRenderingContext2D | null;
  private colours: StripColours = { frame: '', structure: '', line: '' };

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
    const step = width / frames.capacity;
    this.drawBars(frames, step, this.colours.frame);
    this.drawBars(structure, step, this.colours.structure);
    context.fillStyle = this.colours.line;
    context.fillRect(0, height * (1 - SIXTY_HERTZ_MS / HEIGHT_MS), width, Math.max(ratio / 2, 1));
  }

  private drawBars(values: Recent, step: number, colour: string): void {
    const { context } = this;
    if (!context) return;
    const { height } = this.canvas;
    context.fillStyle = colour;
    const first = values.capacity - values.size;
    for (let i = 0; i < values.size; i++) {
      const bar = Math.min(values.at(i) / HEIGHT_MS, 1) * height;
      context.fillRect((first + i) * step, height - bar, Math.max(step - 0.5, 0.5), bar);
    }
  }
}
