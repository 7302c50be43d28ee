import { expect, test } from 'vitest';
import { type PanelChart, renderPanelChart } from './panel-chart';

const flat = (name: string, y: number) => ({
  name,
  points: [
    [1000, y],
    [1_000_000, y],
  ] as [number, number][],
});

const chart: PanelChart = {
  title: 'Cost',
  x: 'boxes',
  y: 'ns',
  names: ['build', 'pairs'],
  panels: [
    { name: 'a < b', note: '1.2 times', series: [flat('build', 10), flat('pairs', 1000)] },
    { name: 'b', series: [flat('build', 100), { name: 'pairs', points: [] }] },
  ],
};

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group]) => group);

test('every panel has a name, a note and a line for each series with points', () => {
  const text = renderPanelChart(chart);
  expect(all(text, /class="name"[^>]*>([^<]+)</g)).toEqual(['a &lt; b', 'b']);
  expect(all(text, /text-anchor="end">(1\.2 times)</g)).toHaveLength(1);
  expect(all(text, /class="line" stroke="#\w+" d="M[\d.]+ [\d.]+(L)/g)).toHaveLength(3);
});

test('panels share their axes, so that equal values have equal heights', () => {
  const heights = all(
    renderPanelChart({ ...chart, panels: [chart.panels[0], chart.panels[0]] }),
    /class="line" stroke="#0072b2" d="M[\d.]+ ([\d.]+)L/g,
  );
  expect(heights).toHaveLength(2);
  expect(heights[0]).toBe(heights[1]);
});

test('thousands and millions are abbreviated', () => {
  const ticks = all(renderPanelChart(chart), /text-anchor="middle">([^<;]+)</g);
  expect(ticks.slice(0, 4)).toEqual(['1k', '10k', '100k', '1M']);
});

test('a series without its own color and mark is rejected', () => {
  const panels = [{ name: 'a', series: [flat('other', 1)] }];
  expect(() => renderPanelChart({ ...chart, panels })).toThrow("no mark for 'other'");
});

test('many names are distributed over several lines of the legend', () => {
  const names = Array.from({ length: 12 }, (_, i) => `a contender of number ${i}`);
  const panels = [{ name: 'a', series: names.map((name) => flat(name, 10)) }];
  const text = renderPanelChart({ ...chart, names, panels });
  const tops = all(text, /<text x="\d+" y="(\d+)">a contender/g);
  expect(new Set(tops)).toEqual(new Set(['44', '62', '80']));
  expect(all(text, /class="line" stroke="#\w+" d="M[\d.]+ [\d.]+(L)/g)).toHaveLength(12);
});
