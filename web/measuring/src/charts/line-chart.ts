/**
 * Line charts as SVG text: the same bytes for the same numbers, readable on light and on dark pages.
 */

import { fittedLogarithmicScale, linearScale, logarithmicScale, type Scale } from './scale.js';
import { at, COLORS, DASHES, escaped, INK, number, SYMBOLS } from './svg.js';

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** The spread around the line, a shade of its color. */
  readonly band?: readonly (readonly [x: number, low: number, high: number])[];
  /** Its own look, in place of what its turn gives it; the mark stands before the name too. */
  readonly style?: LineLook;
}

export interface LineLook {
  /** Into the colors. */
  readonly color: number;
  /** Outline around the origin, as SVG path data. */
  readonly symbol: string;
  /** Lengths of strokes and gaps; empty: drawn through. */
  readonly dash: string;
  /** Marks are outlines, and the line is thin. */
  readonly hollow: boolean;
}

export interface LineChart {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
  /** Powers of ten evenly apart; `fitted`: from the first to the last point instead of from power to power. */
  readonly logarithmic?: { readonly x?: boolean | 'fitted'; readonly y?: boolean };
  /** Horizontal lines that mean something. */
  readonly marks?: readonly { readonly y: number; readonly label: string }[];
  /** Of the whole picture; 720 unless told. */
  readonly width?: number;
  /** Room for the names behind the lines; 150 unless told. */
  readonly nameWidth?: number;
  /** Lines of text below the axis: where the numbers are from. */
  readonly caption?: readonly string[];
  /** Every series has a mark of its own beside its color. */
  readonly symbols?: boolean;
}

const WIDTH = 720;
const HEIGHT = 400;
const LEFT = 64;
/** Room for names. */
const RIGHT = 150;
const TOP = 44;
const BOTTOM = 48;

const CAPTION_HEIGHT = 16;

/** Between the names at the ends of lines. */
const NAME_HEIGHT = 15;

/** Names at the ends of lines, moved apart where they would cover each other, above `floor`. */
function spread(heights: readonly number[], floor: number): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  for (let i = 1; i < order.length; i++) {
    placed[order[i]] = Math.max(placed[order[i]], placed[order[i - 1]] + NAME_HEIGHT);
  }
  const overflow = Math.max(0, Math.max(...placed) - floor);
  return placed.map((height) => height - overflow);
}

const colorOf = (i: number) => COLORS[i % COLORS.length];
const dashed = (dash: string) => (dash === '' ? '' : ` stroke-dasharray="${dash}"`);

class Frame {
  readonly x: Scale;
  readonly y: Scale;
  /** Where the lines end and their names begin. */
  readonly right: number;
  /** Of the picture: many names make it taller. */
  readonly height: number;
  private readonly floor: number;

  constructor(chart: LineChart) {
    const { series, logarithmic, caption = [], marks = [] } = chart;
    const { width = WIDTH, nameWidth = RIGHT } = chart;
    const points = series.flatMap((one) => one.points);
    const bands = series.flatMap(({ band = [] }) => band.flatMap(([, low, high]) => [low, high]));
    const heights = [...points.map(([, y]) => y), ...bands, ...marks.map(({ y }) => y)];
    this.right = width - nameWidth;
    const upper = Math.max(HEIGHT, TOP + BOTTOM + NAME_HEIGHT * series.length);
    this.floor = upper - BOTTOM;
    this.height = upper + CAPTION_HEIGHT * caption.length;
    const widths = points.map(([x]) => x);
    if (logarithmic?.x === 'fitted') this.x = fittedLogarithmicScale(widths);
    else this.x = logarithmic?.x ? logarithmicScale(widths) : linearScale(widths, false);
    this.y = logarithmic?.y ? logarithmicScale(heights) : linearScale(heights, true);
  }

  left(x: number): number {
    return at(LEFT + this.x.place(x) * (this.right - LEFT));
  }
  top(y: number): number {
    return at(this.floor - this.y.place(y) * (this.floor - TOP));
  }

  axes({ x, y }: LineChart): string[] {
    const { floor, right } = this;
    return [
      ...this.y.ticks.flatMap((tick) => [
        `<path class="grid" d="M${LEFT} ${this.top(tick)}H${right}"/>`,
        `<text x="${LEFT - 8}" y="${this.top(tick) + 4}" text-anchor="end">${number(tick)}</text>`,
      ]),
      ...this.x.ticks.flatMap((tick) => [
        `<path class="grid" d="M${this.left(tick)} ${floor}v5"/>`,
        `<text x="${this.left(tick)}" y="${floor + 20}" text-anchor="middle">${number(tick)}</text>`,
      ]),
      `<text x="${(LEFT + right) / 2}" y="${floor + BOTTOM - 8}" text-anchor="middle">${escaped(x)}</text>`,
      `<text x="${LEFT - 48}" y="${TOP - 14}">${escaped(y)}</text>`,
    ];
  }

  /** Below all lines, so that none is hidden. */
  bands({ series }: LineChart): string[] {
    return series.flatMap(({ band = [], style }, i) => {
      if (band.length === 0) return [];
      const above = band.map(([x, , high]) => `${this.left(x)} ${this.top(high)}`);
      // zero has no place on a logarithmic axis
      const floor = (low: number) => this.top(Math.max(low, this.y.least));
      const below = band.map(([x, low]) => `${this.left(x)} ${floor(low)}`).reverse();
      const color = colorOf(style?.color ?? i);
      return [`<path fill="${color}" fill-opacity=".18" d="M${[...above, ...below].join('L')}Z"/>`];
    });
  }

  lines({ series, symbols = false }: LineChart): string[] {
    const last = series.map(({ points }) => this.top(points[points.length - 1][1]));
    const ends = spread(last, this.floor);
    return series.flatMap((one, i) => {
      const { points, style } = one;
      if (style) return this.styled(one, style, ends[i]);
      const color = colorOf(i);
      const dash = DASHES[Math.floor(i / COLORS.length) % DASHES.length];
      return [
        this.stroke(points, `stroke="${color}"${dashed(dash)}`),
        ...points.map(([x, y]) => {
          if (symbols) return `<path fill="${color}" d="${this.symbol(i, x, y)}"/>`;
          return `<circle cx="${this.left(x)}" cy="${this.top(y)}" r="2.5" fill="${color}"/>`;
        }),
        `<text class="name" style="fill:${color}" x="${this.right + 8}" y="${at(ends[i] + 4)}">${escaped(one.name)}</text>`,
      ];
    });
  }

  private stroke(points: Series['points'], attributes: string): string {
    const path = points.map(([x, y]) => `${this.left(x)} ${this.top(y)}`).join('L');
    return `<path class="line" ${attributes} d="M${path}"/>`;
  }

  /** A line that looks as it is told, its name in gray behind its mark. */
  private styled({ name, points }: Series, style: LineLook, end: number): string[] {
    const { dash, hollow, symbol } = style;
    const color = colorOf(style.color);
    const look = hollow ? `fill="none" stroke="${color}"` : `fill="${color}"`;
    const mark = (x: number, y: number) =>
      `<path ${look} transform="translate(${x} ${y})" d="${symbol}"/>`;
    const thin = hollow ? ' style="stroke-width:1.25"' : '';
    return [
      this.stroke(points, `stroke="${color}"${dashed(dash)}${thin}`),
      ...points.map(([x, y]) => mark(this.left(x), this.top(y))),
      mark(this.right + 13, at(end)),
      `<text class="name" x="${this.right + 23}" y="${at(end + 4)}">${escaped(name)}</text>`,
    ];
  }

  captions({ caption = [] }: LineChart): string[] {
    return caption.map((text, i) => {
      const y = this.floor + BOTTOM + CAPTION_HEIGHT * (i + 0.5);
      return `<text style="font-size:10px" x="${LEFT - 48}" y="${y}">${escaped(text)}</text>`;
    });
  }

  private symbol(i: number, x: number, y: number): string {
    return SYMBOLS[i % SYMBOLS.length](this.left(x), this.top(y));
  }

  marks({ marks = [] }: LineChart): string[] {
    return marks.flatMap(({ y, label }) => [
      `<path class="mark" d="M${LEFT} ${this.top(y)}H${this.right}"/>`,
      `<text x="${LEFT + 6}" y="${this.top(y) - 5}">${escaped(label)}</text>`,
    ]);
  }
}

const STYLE = `text{font:12px system-ui,sans-serif;fill:${INK}}.title{font-size:14px;font-weight:600}.name{font-weight:600}.grid{stroke:${INK};stroke-opacity:.3;fill:none}.mark{stroke:${INK};stroke-dasharray:4 4;fill:none}.line{fill:none;stroke-width:2}`;

/** A whole SVG file. Series need at least one point. */
export function renderLineChart(chart: LineChart): string {
  const frame = new Frame(chart);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${chart.width ?? WIDTH} ${frame.height}" role="img" aria-label="${escaped(chart.title).replaceAll('"', '&quot;')}">`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="${LEFT - 48}" y="18">${escaped(chart.title)}</text>`,
    ...frame.axes(chart),
    ...frame.marks(chart),
    ...frame.bands(chart),
    ...frame.lines(chart),
    ...frame.captions(chart),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}
