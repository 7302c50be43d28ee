/** Icicle plot: nodes in stage colors, faint if unvisited, with the focus outlined. */

import { clearedSheet, colorsOf } from '../../ui/sheet.js';
import type { IcicleLayout } from './icicle.js';

interface IcicleLook {
  /** CSS color of a node. */
  color(node: number): string;
  /** 0 to 1. */
  strength(node: number): number;
  /** Path from the root to the focused node; empty for none. */
  readonly path: readonly number[];
}

const MIN_PIXELS = 0.25;
/** Minimum width of a node with a gap, in canvas pixels. */
const GAP_FROM = 4;

export class IcicleStrip {
  private focusColor = '';

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.readColors();
  }

  /** Call after a theme change. */
  readColors(): void {
    this.focusColor = colorsOf(this.canvas)('--node');
  }

  draw(layout: IcicleLayout, look: IcicleLook): void {
    const sheet = clearedSheet(this.canvas);
    if (!sheet) return;
    const { context, ratio } = sheet;
    const { dump } = layout;
    for (let node = 0; node < dump.count; node++) {
      const [x, y, w, h] = this.rectOf(layout, node, ratio);
      if (w < MIN_PIXELS) continue;
      context.globalAlpha = look.strength(node);
      context.fillStyle = look.color(node);
      context.fillRect(x, y, w, h);
    }
    context.globalAlpha = 1;
    context.strokeStyle = this.focusColor;
    look.path.forEach((node, i) => {
      const [x, y, w, h] = this.rectOf(layout, node, ratio);
      const last = i === look.path.length - 1;
      context.lineWidth = (last ? 3 : 1.5) * ratio;
      context.setLineDash(last ? [] : [4 * ratio, 3 * ratio]);
      const inset = context.lineWidth / 2;
      context.strokeRect(x + inset, y + inset, Math.max(w - 2 * inset, 1), h - 2 * inset);
    });
    context.setLineDash([]);
  }

  private rectOf({ dump, left, right, levels }: IcicleLayout, node: number, ratio: number) {
    const { height, width } = this.canvas;
    const row = height / levels;
    const w = (right[node] - left[node]) * width;
    const gap = w > GAP_FROM * ratio ? ratio : 0;
    const gapBelow = row > GAP_FROM * ratio ? ratio : 0;
    return [left[node] * width, dump.level[node] * row, w - gap, row - gapBelow] as const;
  }
}
