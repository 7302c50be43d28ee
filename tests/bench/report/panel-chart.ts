/**
 * Small charts side by side, one a subject, on the same logarithmic axes: a flat line costs the same at every size.
 * SVG text: the same bytes for the same numbers, readable on light and on dark pages.
 */

import type { Series } from './line-chart';
import { logarithmicScale, type Scale } from './scale';
import { at, COLOURS, escaped, INK, number } from './svg';

export interface Panel {
  readonly name: string;
  /** A few words in the upper right corner. */
  readonly note?: string;
  /** Those without points are left out. */
  readonly series: readonly Series[];
}

export interface PanelChart {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  /** Names of all series, which decide colours and marks; at most as many as there are marks. */
  readonly names: readonly string[];
  readonly panels: readonly Panel[];
}

const COLUMNS = 4;
const CELL_WIDTH = 230;
const CELL_HEIGHT = 176;
/** Inside a cell: where the frame lies. */
const LEFT = 46;
const RIGHT = 12;
const TOP = 24;
const BOTTOM = 26;
/** Title and legend. */
const HEAD = 58;
const FOOT = 26;

/** Beside its colour each series has a mark of its own, for who sees no colours. */
const MARKS: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x - 2.5} ${y}a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0`,
  (x, y) => `M${at(x - 2.2)} ${at(y - 2.2)}h4.4v4.4h-4.4z`,
  (x, y) => `M${x} ${at(y - 3)}l3 5.2h-6z`,
  (x, y) => `M${x} ${at(y - 3.4)}l3.4 3.4l-3.4 3.4l-3.4 -3.4z`,
  (x, y) => `M${x - 3} ${at(y - 2.6)}h6l-3 5.2z`,
];

/** 1,000 as 1k, 1,000,000 as 1M. */
function short(value: number): string {
  if (value >= 1e6) return `${number(value / 1e6)}M`;
  return value >= 1000 ? `${number(value / 1000)}k` : number(value);
}

class Grid {
  readonly x: Scale;
  readonly y: Scale;
  readonly height: number;

  constructor(readonly chart: PanelChart) {
    const points = chart.panels.flatMap(({ series }) => series.flatMap((one) => one.points));
    this.x = logarithmicScale(points.map(([x]) => x));
    this.y = logarithmicScale(points.map(([, y]) => y));
    this.height = HEAD + Math.ceil(chart.panels.length / COLUMNS) * CELL_HEIGHT + FOOT;
  }

  left(value: number): number {
    return at(LEFT + this.x.place(value) * (CELL_WIDTH - LEFT - RIGHT));
  }
  top(value: number): number {
    return at(CELL_HEIGHT - BOTTOM - this.y.place(value) * (CELL_HEIGHT - TOP - BOTTOM));
  }

  /** Colour and mark of a series. */
  style(name: string) {
    const i = this.chart.names.indexOf(name);
    if (i < 0 || i >= MARKS.length) throw new Error(`a chart has no mark for '${name}'`);
    return { colour: COLOURS[i], mark: MARKS[i] };
  }

  legend(): string[] {
    return this.chart.names.flatMap((name, i) => {
      const { colour, mark } = this.style(name);
      const x = LEFT + i * 170;
      return [
        `<path class="line" stroke="${colour}" d="M${x} 40h24"/>`,
        `<path fill="${colour}" d="${mark(x + 12, 40)}"/>`,
        `<text x="${x + 30}" y="44">${escaped(name)}</text>`,
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
    const y = HEAD + Math.floor(i / COLUMNS) * CELL_HEIGHT;
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
    const { colour, mark } = this.style(name);
    const places = points.map(([x, y]) => [this.left(x), this.top(y)] as const);
    return [
      `<path class="line" stroke="${colour}" d="M${places.map((place) => place.join(' ')).join('L')}"/>`,
      `<path fill="${colour}" d="${places.map(([x, y]) => mark(x, y)).join('')}"/>`,
    ];
  }
}

const STYLE = `text{font:12px system-ui,sans-serif;fill:${INK}}.title{font-size:14px;font-weight:600}.name{font-weight:600}.tick{font-size:10px}.grid{stroke:${INK};stroke-opacity:.25;fill:none}.line{fill:none;stroke-width:1.8}`;

/** A whole SVG file; some panel needs at least one point. */
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
