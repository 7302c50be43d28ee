import { expect, test } from 'vitest';
import { type DotChart, renderDotChart } from './dot-chart';

const dot = (name: string, median: number, other = false) => ({
  name,
  median,
  low: 0.8 * median,
  high: 1.5 * median,
  other,
});

const chart: DotChart = {
  title: 'Times',
  caption: 'nanoseconds',
  sections: [
    { name: 'build', dots: [dot('a < b', 20), dot('them', 200, true)] },
    { name: 'pairs', dots: [dot('ours', 3000)] },
  ],
};

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group]) => group);

test('every contender has a name, a mark, a spread and a number', () => {
  const text = renderDotChart(chart);
  expect(all(text, /text-anchor="end">([^<]+)</g)).toEqual(['a &lt; b', 'them', 'ours']);
  expect(all(text, /class="name"[^>]*>([^<]+)</g)).toEqual(['build', 'pairs']);
  expect(all(text, /<circle cx="([\d.]+)"/g)).toHaveLength(2);
  expect(all(text, /<rect x="([\d.]+)"/g)).toHaveLength(1);
  expect(all(text, /class="spread"[^>]*d="M([\d.]+)/g)).toHaveLength(3);
  for (const value of ['>20<', '>200<', '>3,000<']) expect(text).toContain(value);
});

test('the median is within its spread, and larger medians are farther right', () => {
  const text = renderDotChart(chart);
  const spreads = [...text.matchAll(/class="spread"[^>]*d="M([\d.]+) [\d.]+H([\d.]+)/g)];
  const [low, high] = spreads[0].slice(1).map(Number);
  const [ours] = all(text, /<circle cx="([\d.]+)"/g).map(Number);
  const [theirs] = all(text, /<rect x="([\d.]+)"/g).map(Number);
  expect(ours).toBeGreaterThan(low);
  expect(ours).toBeLessThan(high);
  expect(theirs).toBeGreaterThan(high);
});

test('sections are below each other within the picture', () => {
  const text = renderDotChart(chart);
  const height = Number(text.match(/viewBox="0 0 \d+ (\d+)"/)?.[1]);
  const tops = all(text, /class="name" x="16" y="([\d.]+)"/g).map(Number);
  expect(tops[1]).toBeGreaterThan(tops[0]);
  expect(Math.max(...all(text, / y="([\d.]+)"/g).map(Number))).toBeLessThan(height);
});

test('long names widen the chart', () => {
  const name = 'a contender with each of its many options';
  const text = renderDotChart({ ...chart, sections: [{ name: 'build', dots: [dot(name, 2)] }] });
  const [end] = all(text, /<text x="([\d.]+)"[^>]*text-anchor="end"/g).map(Number);
  expect(end).toBeGreaterThan(6 * name.length);
});
