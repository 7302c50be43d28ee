/**
 * Line charts as SVG text: the same bytes for the same numbers, readable on light and on dark pages.
 */

import { linearScale, logarithmicScale, type Scale } from './scale';
import { at, COLOURS, DASHES, escaped, INK, number } from './svg';

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface LineChart {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
  /** Powers of ten evenly apart. */
  readonly logarithmic?: { readonly x?: boolean; readonly y?: boolean };
  /** Horizontal lines that mean something. */
  readonly marks?: readonly { readonly y: number; readonly label: string }[];
}

const WIDTH = 720;
const HEIGHT = 400;
const LEFT = 64;
const RIGHT = 150;
const TOP = 44;
const BOTTOM = 48;

/** Names at the ends of lines, moved apart where they would cover each other. */
function spread(heights: readonly number[]): number[] {
  const apart = 15;
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  for (let i = 1; i < order.length; i++) {
    placed[order[i]] = Math.max(placed[order[i]], placed[order[i - 1]] + apart);
  }
  const overflow = Math.max(0, Math.max(...placed) - (HEIGHT - BOTTOM));
  return placed.map((height) => height - overflow);
}

class Frame {
  readonly x: Scale;
  readonly y: Scale;

  constructor({ series, logarithmic, marks = [] }: LineChart) {
    const points = series.flatMap((one) => one.points);
    const heights = [...points.map(([, y]) => y), ...marks.map(({ y }) => y)];
    const widths = points.map(([x]) => x);
    this.x = logarithmic?.x ? logarithmicScale(widths) : linearScale(widths, false);
    this.y = logarithmic?.y ? logarithmicScale(heights) : linearScale(heights, true);
  }

  left(x: number): number {
    return at(LEFT + this.x.place(x) * (WIDTH - LEFT - RIGHT));
  }
  top(y: number): number {
    return at(HEIGHT - BOTTOM - this.y.place(y) * (HEIGHT - TOP - BOTTOM));
  }

  axes({ x, y }: LineChart): string[] {
    const right = WIDTH - RIGHT;
    const floor = HEIGHT - BOTTOM;
    return [
      ...this.y.ticks.flatMap((tick) => [
        `<path class="grid" d="M${LEFT} ${this.top(tick)}H${right}"/>`,
        `<text x="${LEFT - 8}" y="${this.top(tick) + 4}" text-anchor="end">${number(tick)}</text>`,
      ]),
      ...this.x.ticks.flatMap((tick) => [
        `<path class="grid" d="M${this.left(tick)} ${floor}v5"/>`,
        `<text x="${this.left(tick)}" y="${floor + 20}" text-anchor="middle">${number(tick)}</text>`,
      ]),
      `<text x="${(LEFT + right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escaped(x)}</text>`,
      `<text x="${LEFT - 48}" y="${TOP - 14}">${escaped(y)}</text>`,
    ];
  }

  lines({ series }: LineChart): string[] {
    const ends = spread(series.map(({ points }) => this.top(points[points.length - 1][1])));
    return series.flatMap(({ name, points }, i) => {
      const colour = COLOURS[i % COLOURS.length];
      const dash = DASHES[Math.floor(i / COLOURS.length) % DASHES.length];
      const path = points.map(([x, y]) => `${this.left(x)} ${this.top(y)}`).join('L');
      const dashed = dash === '' ? '' : ` stroke-dasharray="${dash}"`;
      return [
        `<path class="line" stroke="${colour}"${dashed} d="M${path}"/>`,
        ...points.map(
          ([x, y]) => `<circle cx="${this.left(x)}" cy="${this.top(y)}" r="2.5" fill="${colour}"/>`,
        ),
        `<text class="name" style="fill:${colour}" x="${WIDTH - RIGHT + 8}" y="${at(ends[i] + 4)}">${escaped(name)}</text>`,
      ];
    });
  }

  marks({ marks = [] }: LineChart): string[] {
    return marks.flatMap(({ y, label }) => [
      `<path class="mark" d="M${LEFT} ${this.top(y)}H${WIDTH - RIGHT}"/>`,
      `<text x="${LEFT + 6}" y="${this.top(y) - 5}">${escaped(label)}</text>`,
    ]);
  }
}

const STYLE = `text{font:12px system-ui,sans-serif;fill:${INK}}.title{font-size:14px;font-weight:600}.name{font-weight:600}.grid{stroke:${INK};stroke-opacity:.3;fill:none}.mark{stroke:${INK};stroke-dasharray:4 4;fill:none}.line{fill:none;stroke-width:2}`;

/** A whole SVG file. Series need at least one point. */
export function renderLineChart(chart: LineChart): string {
  const frame = new Frame(chart);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(chart.title).replaceAll('"', '&quot;')}">`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="${LEFT - 48}" y="18">${escaped(chart.title)}</text>`,
    ...frame.axes(chart),
    ...frame.marks(chart),
    ...frame.lines(chart),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}
