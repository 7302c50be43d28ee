/** SVG line charts of measurements, for documents. */

/**
 * Color-blind safe palette of Okabe and Ito, with gray instead of yellow. From the eighth line on,
 * the colors repeat with dashed lines.
 */
export const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7f7f7f'];
export const DASHES = ['', '6 3', '2 3'];
/** SVG paths of the point symbols. The shapes distinguish series without color. */
export const SYMBOLS: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x - 2.5} ${y}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0`,
  (x, y) => `M${at(x - 2.2)} ${at(y - 2.2)}h4.4v4.4h-4.4z`,
  (x, y) => `M${x} ${at(y - 3)}l3 5.2h-6z`,
  (x, y) => `M${x} ${at(y - 3.4)}l3.4 3.4l-3.4 3.4l-3.4 -3.4z`,
  (x, y) => `M${x - 3} ${at(y - 2.6)}h6l-3 5.2z`,
];
/** Gray that is legible on white and on black. */
export const INK = '#767676';

export const number = (value: number) => Number(value.toPrecision(6)).toLocaleString('en');
export const at = (value: number) => Number(value.toFixed(1));

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export interface Scale {
  readonly min: number;
  readonly max: number;
  /** Maps a value to its position on the axis: `min` to 0, and `max` to 1. */
  place(value: number): number;
  readonly ticks: readonly number[];
}

/** Returns a logarithmic scale between the powers of ten that enclose the positive values. */
export function logarithmicScale(values: readonly number[]): Scale {
  const positive = values.filter((value) => value > 0);
  const first = Math.floor(Math.log10(Math.min(...positive)) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...positive)) - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
  const place = (value: number) => (Math.log10(value) - first) / (last - first);
  return { min: ticks[0], max: ticks[ticks.length - 1], place, ticks };
}

/**
 * Returns a logarithmic scale from the smallest to the largest positive value. Its ticks are at 1,
 * 2 and 5 times powers of ten.
 */
export function fittedLogarithmicScale(values: readonly number[]): Scale {
  const positive = values.filter((value) => value > 0);
  const [min, max] = [Math.min(...positive), Math.max(...positive)];
  // with a single value, the fitted scale would have no length
  if (min === max) return logarithmicScale(values);
  const ticks = logarithmicScale(values)
    .ticks.flatMap((power) => [power, 2 * power, 5 * power])
    .filter((tick) => tick >= min * (1 - 1e-9) && tick <= max * (1 + 1e-9));
  const place = (value: number) => Math.log(value / min) / Math.log(max / min);
  return { min, max, place, ticks };
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((digit) => digit * power >= rough * (1 - 1e-9)) ?? 10);
}

export function linearScale(values: readonly number[], fromZero: boolean): Scale {
  const low = fromZero ? Math.min(0, ...values) : Math.min(...values);
  const high = Math.max(...values);
  const step = niceStep((high - low || 1) / 5);
  const min = Math.floor(low / step + 1e-9) * step;
  const count = Math.max(1, Math.ceil((high - min) / step - 1e-9));
  const max = min + count * step;
  const ticks = Array.from({ length: count + 1 }, (_, i) => min + i * step);
  return { min, max, place: (value) => (value - min) / (max - min), ticks };
}

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Range of the values at each x, drawn as a translucent area in the color of the line. */
  readonly band?: readonly (readonly [x: number, low: number, high: number])[];
}

export interface LineChart {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
  /**
   * Axes with a logarithmic scale. A `'fitted'` axis ends at the first and last point, not at
   * powers of ten.
   */
  readonly logarithmic?: { readonly x?: boolean | 'fitted'; readonly y?: boolean };
  /** Labeled horizontal lines. */
  readonly marks?: readonly { readonly y: number; readonly label: string }[];
  /** Width of the picture in pixels. Default: 720. */
  readonly width?: number;
  /** Width of the space for line names to the right of the plot, in pixels. Default: 150. */
  readonly nameWidth?: number;
  /** True if each series has its own point symbol; otherwise all points are circles. */
  readonly symbols?: boolean;
}

const WIDTH = 720;
const HEIGHT = 400;
const LEFT = 64;
const RIGHT = 150;
const TOP = 44;
const BOTTOM = 48;

/** Minimum vertical distance between the names of lines, in pixels. */
const NAME_HEIGHT = 15;

/**
 * Moves the y coordinates of line names, so that names do not overlap. No result exceeds `floor`.
 */
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
  /** X coordinate of the right edge of the plot area, without the line names. */
  readonly right: number;
  /**
   * Height of the picture in pixels. It grows with the number of lines, so that their names fit.
   */
  readonly height: number;
  private readonly floor: number;

  constructor(chart: LineChart) {
    const { series, logarithmic, marks = [] } = chart;
    const { width = WIDTH, nameWidth = RIGHT } = chart;
    const points = series.flatMap((one) => one.points);
    const bands = series.flatMap(({ band = [] }) => band.flatMap(([, low, high]) => [low, high]));
    const heights = [...points.map(([, y]) => y), ...bands, ...marks.map(({ y }) => y)];
    this.right = width - nameWidth;
    const upper = Math.max(HEIGHT, TOP + BOTTOM + NAME_HEIGHT * series.length);
    this.floor = upper - BOTTOM;
    this.height = upper;
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

  /** Returns the bands as SVG paths. They are drawn before all lines, so that they hide no line. */
  bands({ series }: LineChart): string[] {
    return series.flatMap(({ band = [] }, i) => {
      if (band.length === 0) return [];
      const above = band.map(([x, , high]) => `${this.left(x)} ${this.top(high)}`);
      // zero has no position on a logarithmic axis
      const floor = (low: number) => this.top(Math.max(low, this.y.min));
      const below = band.map(([x, low]) => `${this.left(x)} ${floor(low)}`).reverse();
      const color = colorOf(i);
      return [`<path fill="${color}" fill-opacity=".18" d="M${[...above, ...below].join('L')}Z"/>`];
    });
  }

  lines({ series, symbols = false }: LineChart): string[] {
    const last = series.map(({ points }) => this.top(points[points.length - 1][1]));
    const ends = spread(last, this.floor);
    return series.flatMap((one, i) => {
      const { points } = one;
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

/** Returns a complete SVG file. Each series needs at least one point. */
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
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}
