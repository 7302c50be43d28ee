/**
 * Chart with a bar for each subject, such as a structure. All bars have the same length, and their
 * segments show the share of each part in the total time. The SVG text is deterministic, and the
 * chart is readable on light and dark pages.
 */

import { at, COLORS, escaped, INK } from 'measuring/charts';

export interface ShareBar {
  readonly name: string;
  /** Text after the bar. */
  readonly note: string;
  /** Values of the parts, in the order of `ShareChart.parts`. Negative values count as zero. */
  readonly values: readonly number[];
}

export interface ShareChart {
  readonly title: string;
  /** Names of the parts. There are at most as many parts as colors. */
  readonly parts: readonly string[];
  readonly bars: readonly ShareBar[];
}

const WIDTH = 860;
const LEFT = 130;
const RIGHT = 110;
const HEAD = 62;
const ROW = 24;
const BAR = 16;
/** Smallest share whose percentage is written into the bar. */
const MIN_LABELED = 0.06;
/** Color of the text on each part: white on dark colors, black on light colors. */
const WORDS = ['#fff', '#fff', '#fff', '#000', '#000', '#000', '#fff'];

const LEGEND_STEP = 120;

function legend(parts: readonly string[]): string[] {
  return parts.flatMap((part, i) => {
    const x = 16 + i * LEGEND_STEP;
    return [
      `<rect x="${x}" y="32" width="12" height="12" fill="${COLORS[i]}"/>`,
      `<text x="${x + 17}" y="42">${escaped(part)}</text>`,
    ];
  });
}

function barOf({ name, note, values }: ShareBar, row: number): string[] {
  const lengths = values.map((value) => Math.max(0, value));
  const sum = lengths.reduce((a, b) => a + b, 0);
  const top = HEAD + row * ROW;
  const full = WIDTH - LEFT - RIGHT;
  let before = 0;
  const pieces = lengths.flatMap((length, i) => {
    const share = sum > 0 ? length / sum : 0;
    const x = at(LEFT + (before / (sum || 1)) * full);
    before += length;
    if (share === 0) return [];
    const text =
      share >= MIN_LABELED
        ? [
            `<text class="share" style="fill:${WORDS[i]}" x="${at(x + (share * full) / 2)}" y="${top + 12}">${Math.round(100 * share)} %</text>`,
          ]
        : [];
    return [
      `<rect x="${x}" y="${top}" width="${at(share * full)}" height="${BAR}" fill="${COLORS[i]}"/>`,
      ...text,
    ];
  });
  return [
    `<text x="${LEFT - 8}" y="${top + 12}" text-anchor="end">${escaped(name)}</text>`,
    ...pieces,
    `<text x="${WIDTH - RIGHT + 8}" y="${top + 12}">${escaped(note)}</text>`,
  ];
}

const STYLE = `text{font:12px system-ui,sans-serif;fill:${INK}}.title{font-size:14px;font-weight:600}.share{font-size:10px;text-anchor:middle}`;

export function renderShareChart({ title, parts, bars }: ShareChart): string {
  if (parts.length > COLORS.length) throw new Error(`a chart has ${COLORS.length} colors only`);
  const height = HEAD + bars.length * ROW + 8;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title).replaceAll('"', '&quot;')}">`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="16" y="18">${escaped(title)}</text>`,
    ...legend(parts),
    ...bars.flatMap(barOf),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}
