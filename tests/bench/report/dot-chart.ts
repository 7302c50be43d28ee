/**
 * Chart with sections, each of which has a row for each contender. A mark shows the median and a
 * bar shows the spread. Each section has its own logarithmic axis. The SVG text is deterministic,
 * and the chart is readable on light and dark pages.
 */

import { at, COLORS, escaped, INK, logarithmicScale, number } from 'measuring/charts';

export interface Dot {
  readonly name: string;
  readonly median: number;
  /** Lower and upper end of the spread. The caption of the chart defines the spread. */
  readonly low: number;
  readonly high: number;
  /** True for another library, which has a different color and mark. */
  readonly other: boolean;
}

export interface DotSection {
  readonly name: string;
  /** Rows from top to bottom; at least one. */
  readonly dots: readonly Dot[];
}

export interface DotChart {
  readonly title: string;
  /** Text below the title that explains the axes and bars. */
  readonly caption: string;
  readonly sections: readonly DotSection[];
}

/** Width of the axes in pixels. */
const SPAN = 430;
const RIGHT = 86;
/** Approximate width of a letter, and minimum width of the column of names, in pixels. */
const LETTER = 6.9;
const MIN_NAMES_WIDTH = 130;
const HEAD = 50;
const ROW = 18;
/** Heights in pixels of the section name above the rows and of the axis below the rows. */
const ABOVE = 24;
const BELOW = 24;

const heightOf = ({ dots }: DotSection) => ABOVE + dots.length * ROW + BELOW;

/**
 * Returns a round mark for Sapwood or a square mark for other libraries. The shapes differ for
 * readers who cannot distinguish the colors.
 */
function markOf({ other }: Dot, x: number, y: number): string {
  return other
    ? `<rect x="${at(x - 3.5)}" y="${at(y - 3.5)}" width="7" height="7" fill="${COLORS[1]}"/>`
    : `<circle cx="${x}" cy="${y}" r="4" fill="${COLORS[0]}"/>`;
}

/** Formats a time with three significant digits, because measurements are not more precise. */
const short = (value: number) => number(Number(value.toPrecision(3)));

function section({ name, dots }: DotSection, left: number, top: number): string[] {
  const scale = logarithmicScale(dots.flatMap(({ low, median, high }) => [low, median, high]));
  // places a zero of a coarse clock at the minimum, because a logarithmic axis has no zero
  const leftOf = (value: number) => at(left + scale.place(Math.max(value, scale.min)) * SPAN);
  const floor = top + ABOVE + dots.length * ROW;
  const axis = scale.ticks.flatMap((tick) => [
    `<path class="grid" d="M${leftOf(tick)} ${top + ABOVE}V${floor + 3}"/>`,
    `<text class="tick" x="${leftOf(tick)}" y="${floor + 15}" text-anchor="middle">${number(tick)}</text>`,
  ]);
  const lines = dots.flatMap((dot, i) => {
    const y = top + ABOVE + (i + 0.5) * ROW;
    const color = COLORS[dot.other ? 1 : 0];
    return [
      `<text x="${left - 10}" y="${y + 4}" text-anchor="end">${escaped(dot.name)}</text>`,
      `<path class="spread" stroke="${color}" d="M${leftOf(dot.low)} ${y}H${leftOf(dot.high)}"/>`,
      markOf(dot, leftOf(dot.median), y),
      `<text class="tick" x="${left + SPAN + 10}" y="${y + 4}">${short(dot.median)}</text>`,
    ];
  });
  return [`<text class="name" x="16" y="${top + 16}">${escaped(name)}</text>`, ...axis, ...lines];
}

const STYLE = `text{font:12px system-ui,sans-serif;fill:${INK}}.title{font-size:14px;font-weight:600}.name{font-weight:600}.tick{font-size:10px}.grid{stroke:${INK};stroke-opacity:.25;fill:none}.spread{stroke-width:3;stroke-opacity:.5;fill:none}`;

export function renderDotChart({ title, caption, sections }: DotChart): string {
  const names = sections.flatMap(({ dots }) => dots.map(({ name }) => name.length));
  const left = Math.ceil(16 + Math.max(MIN_NAMES_WIDTH, LETTER * Math.max(0, ...names)));
  const width = left + SPAN + RIGHT;
  let height = HEAD;
  const body = sections.flatMap((one) => {
    const top = height;
    height += heightOf(one);
    return section(one, left, top);
  });
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title).replaceAll('"', '&quot;')}">`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="16" y="18">${escaped(title)}</text>`,
    `<text x="16" y="36">${escaped(caption)}</text>`,
    ...body,
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}
