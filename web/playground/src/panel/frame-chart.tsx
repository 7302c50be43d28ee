/** Frame time chart with its numbers. */

import { useEffect, useRef } from 'preact/hooks';
import type { Recent } from '../model/recent.js';
import { useNumberUpdates, usePage } from '../session/page.js';
import { onThemeChange } from '../stage/system-theme.js';
import { duration } from '../ui/format.js';
import { clearedSheet, colorsOf, type Sheet } from '../ui/sheet.js';

const SIXTY_HERTZ_MS = 1000 / 60;
/** Frames longer than this are late. */
const LATE_MS = 1.2 * SIXTY_HERTZ_MS;

function lateShare(intervals: Recent): string {
  if (intervals.size === 0) return '–';
  let late = 0;
  for (let i = 0; i < intervals.size; i++) if (intervals.at(i) > LATE_MS) late++;
  return `${Math.round((100 * late) / intervals.size)} %`;
}

export function FrameChart() {
  const { playground, store } = usePage();
  useNumberUpdates();
  // hidden before the first motion and during a build
  const hidden = playground.loop.intervals.size === 0 || store.field('build').value !== null;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const strip = new FrameStrip(canvas.current);
    const draw = () => strip.draw(playground.loop.intervals, playground.structureTimes);
    const unthemed = onThemeChange(() => strip.readColors());
    playground.drawListeners.add(draw);
    return () => {
      unthemed();
      playground.drawListeners.delete(draw);
    };
  }, [playground, hidden]);
  if (hidden) return null;
  const { intervals } = playground.loop;
  return (
    <figure class="frame-chart">
      <canvas ref={canvas} role="img" aria-label="Chart of the last frames; the numbers follow" />
      <figcaption>
        <dl>
          <div class="number" title="Median time between frames: half of the frames took no longer">
            <dt>
              <span class="chart-stroke" aria-hidden="true" />
              Frame, p50
            </dt>
            <dd data-number="frame">{duration(intervals.percentile(0.5))}</dd>
          </div>
          <div class="number" title="99th percentile: one frame in a hundred took longer">
            <dt>
              <span class="chart-stroke chart-dashed" aria-hidden="true" />
              p99
            </dt>
            <dd data-number="frame-p99">{duration(intervals.percentile(0.99))}</dd>
          </div>
          <div class="number" title="Share of the last 240 frames that took longer than 20 ms">
            <dt>Late</dt>
            <dd data-number="frame-late">{lateShare(intervals)}</dd>
          </div>
        </dl>
        <p class="chart-key">
          <span class="chart-swatch chart-structure" aria-hidden="true" /> structure
          <span class="chart-swatch chart-frame" aria-hidden="true" /> frame
          <span class="chart-swatch chart-line" aria-hidden="true" /> 16.7 ms
        </p>
      </figcaption>
    </figure>
  );
}

const MIN_HEIGHT_MS = 40;
const MAX_HEIGHT_MS = 640;

/** Returns the time at the upper edge of the chart, in milliseconds. */
function heightFor(slow: number): number {
  let height = MIN_HEIGHT_MS;
  while (height < slow && height < MAX_HEIGHT_MS) height *= 2;
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

/**
 * Chart of recent frames: frame times, the time that the structure took, and lines for 60 Hz, the
 * median (solid) and the 99th percentile (dashed). The time range of the chart doubles until the
 * percentile fits.
 */
class FrameStrip {
  private colors;
  private heightMs = MIN_HEIGHT_MS;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.colors = readColors(canvas);
  }

  /** Reads the panel colors. Call after a theme change. */
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
    // keep the line inside the upper edge
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
