/**
 * Creates SVG path data for boxes. The longer side of the picture is 1000 SVG units. The y axis
 * points up in the world, and down in SVG.
 */

import type { NodeDump } from 'sapwood/all';
import { type Box, boxOf, type World } from './world.js';

const PICTURE = 1000;

const short = (value: number) => value.toFixed(1);

export class View {
  readonly width: number;
  readonly height: number;
  private readonly scale: number;
  private readonly left: number;
  private readonly top: number;

  constructor({ sceneBounds, height, side, width }: World) {
    this.scale = PICTURE / side;
    this.width = width * this.scale;
    this.height = height * this.scale;
    this.left = sceneBounds[0];
    this.top = sceneBounds[3];
  }

  x(value: number): number {
    return (value - this.left) * this.scale;
  }
  y(value: number): number {
    return (this.top - value) * this.scale;
  }
  length(value: number): number {
    return value * this.scale;
  }

  rectangle([left, low, right, high]: Box): string {
    const width = short(this.length(right - left));
    const start = `M${short(this.x(left))} ${short(this.y(high))}`;
    return `${start}h${width}v${short(this.length(high - low))}h-${width}z`;
  }

  boxes(boxes: Float32Array, items: Iterable<number>): string {
    let path = '';
    for (const item of items) path += this.rectangle(boxOf(boxes, item));
    return path;
  }

  line(a: Box, b: Box): string {
    const middle = ([left, low, right, high]: Box) =>
      `${short(this.x((left + right) / 2))} ${short(this.y((low + high) / 2))}`;
    return `M${middle(a)}L${middle(b)}`;
  }
}

export function* all(count: number): Generator<number> {
  for (let i = 0; i < count; i++) yield i;
}

export const heightOf = ({ level }: NodeDump): number => level.reduce((a, b) => Math.max(a, b), 0);
