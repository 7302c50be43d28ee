/**
 * Grid of small charts with the same logarithmic axes, such as one chart for each structure. If a
 * chart shows the cost per box, a horizontal line means that the cost does not depend on the number
 * of boxes. The SVG text is deterministic, and the chart is readable on light and dark pages.
 */

import type { Series } from 'measuring/charts';
import {
  at,
  COLORS,
  escaped,
  INK,
  logarithmicScale,
  number,
  type Scale,
  SYMBOLS,
} from 'measuring/charts';

export interface Panel {
  readonly name: string;
  /** Short text in the upper right corner of the panel. */
  readonly note?: string;
  /** Series without points are omitted. */
  readonly series: readonly Series[];
}

export interface PanelChart {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /**
   * Names of all series. The position of a name determines the color and the mark of the series.
   * The marks differ for readers who cannot distinguish the colors.
   */
  readonly names: readonly string[];
  readonly panels: readonly Panel[];
}

const COLUMNS = 4;
const CELL_WIDTH = 230;
const CELL_HEIGHT = 176;
/** Margins around the plot area in a cell of the grid, in pixels. */
const LEFT = 46;
const RIGHT = 12;
const TOP = 24;
const BOTTOM = 26;
/** Height of the title and one line of the legend, in pixels. */
const HEAD = 58;
const FOOT = 26;

const LEGEND_LINE = 18;
/**
 * Widths in pixels of a legend entry for short and for long names. Short names have at most
 * SHORT_NAME letters.
 */
const NAME_WIDTHS = [170, 215];
const SHORT_NAME = 21;

const nameWidth = (names: readonly string[]) =>
  NAME_WIDTHS[names.some(({ length }) => length > SHORT_NAME) ? 1 : 0];

/** Maximum number of series: each of them has a different combination of color and mark. */
export const MAX_NAMES = COLORS.length * SYMBOLS.length;

function short(value: number): string {
  if (value >= 1e6) return `${number(value / 1e6)}M`;
  return value >= 1000 ? `${number(value / 1000)}k` : number(value);
}

class Grid {
  readonly x: Scale;
  readonly y: Scale;
  /** Height of the title and the legend, in pixels. */
  readonly head: number;
  private readonly nameWidth: number;
  private readonly lineOfNames: number;
  readonly height: number;

  constructor(readonly chart: PanelChart) {
    const points = chart.panels.flatMap(({ series }) => series.flatMap((one) => one.points));
    this.x = logarithmicScale(points.map(([x]) => x));
    this.y = logarithmicScale(points.map(([, y]) => y));
    this.nameWidth = nameWidth(chart.names);
    this.lineOfNames = Math.floor((COLUMNS * CELL_WIDTH - LEFT) / this.nameWidth);
    this.head = HEAD + LEGEND_LINE * (Math.ceil(chart.names.length / this.lineOfNames) - 1);
    this.height = this.head + Math.ceil(chart.panels.length / COLUMNS) * CELL_HEIGHT + FOOT;
  }

  left(value: number): number {
    return at(LEFT + this.x.place(value) * (CELL_WIDTH - LEFT - RIGHT));
  }
  top(value: number): number {
    return at(CELL_HEIGHT - BOTTOM - this.y.place(value) * (CELL_HEIGHT - TOP - BOTTOM));
  }

  style(name: string) {
    const i = this.chart.names.indexOf(name);
    if (i < 0 || i >= MAX_NAMES) throw new Error(`a chart has no mark for '${name}'`);
    return { color: COLORS[i % COLORS.length], mark: SYMBOLS[i % SYMBOLS.length] };
  }

  legend(): string[] {
    return this.chart.names.flatMap((name, i) => {
      const { color, mark } = this.style(name);
      const x = LEFT + (i % this.lineOfNames) * this.nameWidth;
      const y = 40 + Math.floor(i / this.lineOfNames) * LEGEND_LINE;
      return [
        `<path class="line" stroke="${color}" d="M${x} ${y}h24"/>`,
        `<path fill="${color}" d="${mark(x + 12, y)}"/>`,
        `<text x="${x + 30}" y="${y + 4}">${escaped(name)}</text>`,
      ];
    });
  }

  axes(): string[] {
    const right = CELL_WIDTH - RIGHT;
    const floor = CELL_HEIGHT - BOTTOM;
    return [
      ...this.y.ticks.flatMap((tick) => [
        `<path class="grid" d="M${LEFT} ${this.top(tick)}H${right}"/>`,
        `<text class="tick" x="${LEFT - 5}" y="${at(this.top(tick) + 3.5)}" text-anchor="end">${short(tick)}</text>`,
      ]),
      ...this.x.ticks.flatMap((tick) => [
        `<path class="grid" d="M${this.left(tick)} ${TOP}V${floor + 3}"/>`,
        `<text class="tick" x="${this.left(tick)}" y="${floor + 15}" text-anchor="middle">${short(tick)}</text>`,
      ]),
    ];
  }

  panel({ name, note, series }: Panel, i: number): string[] {
    const x = (i % COLUMNS) * CELL_WIDTH;
    const y = this.head + Math.floor(i / COLUMNS) * CELL_HEIGHT;
    return [
      `<g transform="translate(${x} ${y})">`,
      `<text class="name" x="${LEFT}" y="${TOP - 8}">${escaped(name)}</text>`,
      ...(note
        ? [
            `<text class="tick" x="${CELL_WIDTH - RIGHT}" y="${TOP - 8}" text-anchor="end">${escaped(note)}</text>`,
          ]
        : []),
      ...this.axes(),
      ...series.filter(({ points }) => points.length > 0).flatMap((one) => this.line(one)),
      '</g>',
    ];
  }

  private line({ name, points }: Series): string[] {
    const { color, mark } = this.style(name);
    const places = points.map(([x, y]) => [this.left(x), this.top(y)] as const);
    return [
      `<path class="line" stroke="${color}" d="M${places.map((place) => place.join(' ')).join('L')}"/>`,
      `<path fill="${color}" d="${places.map(([x, y]) => mark(x, y)).join('')}"/>`,
    ];
  }
}

const STYLE = `text{font:12px system-ui,sans-serif;fill:${INK}}.title{font-size:14px;font-weight:600}.name{font-weight:600}.tick{font-size:10px}.grid{stroke:${INK};stroke-opacity:.25;fill:none}.line{fill:none;stroke-width:1.8}`;

/** At least one panel must have a point. */
export function renderPanelChart(chart: PanelChart): string {
  const grid = new Grid(chart);
  const width = COLUMNS * CELL_WIDTH;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${grid.height}" role="img" aria-label="${escaped(chart.title).replaceAll('"', '&quot;')}">`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="16" y="18">${escaped(chart.title)}</text>`,
    ...grid.legend(),
    ...chart.panels.flatMap((panel, i) => grid.panel(panel, i)),
    `<text x="${width / 2}" y="${grid.height - 8}" text-anchor="middle">across: ${escaped(chart.x)}; up: ${escaped(chart.y)}</text>`,
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}
