import { expect, test } from 'vitest';
import { type LineChart, renderLineChart } from './line-chart';

const chart: LineChart = {
  title: 'A < B & "C"',
  x: 'n',
  y: 'ms',
  series: [
    {
      name: 'one',
      points: [
        [10, 1],
        [1000, 100],
      ],
    },
    {
      name: 'two',
      points: [
        [10, 1],
        [1000, 99],
      ],
    },
  ],
};

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group]) => group);

test('every series has its line, its points and its name', () => {
  const text = renderLineChart(chart);
  expect(all(text, /class="line" stroke="(#\w+)"/g)).toHaveLength(2);
  expect(all(text, /<circle (cx)/g)).toHaveLength(4);
  expect(all(text, /class="name"[^>]*>([^<]+)</g)).toEqual(['one', 'two']);
});

test('names at nearly the same height are moved apart', () => {
  const [one, two] = all(renderLineChart(chart), /class="name"[^>]* y="([\d.]+)"/g).map(Number);
  expect(Math.abs(one - two)).toBeGreaterThanOrEqual(15);
});

test('text is escaped', () => {
  const text = renderLineChart(chart);
  expect(text).toContain('A &lt; B &amp; "C"');
  expect(text).toContain('aria-label="A &lt; B &amp; &quot;C&quot;"');
});

test('a logarithmic axis puts powers of ten evenly apart', () => {
  const text = renderLineChart({ ...chart, logarithmic: { x: true, y: true } });
  const ticks = all(text, /class="grid" d="M([\d.]+) \d+v5"/g).map(Number);
  expect(ticks).toHaveLength(3);
  expect(ticks[1] - ticks[0]).toBeCloseTo(ticks[2] - ticks[1], 0);
});

test('marks lie within the frame even above all points', () => {
  const text = renderLineChart({ ...chart, marks: [{ y: 500, label: 'limit' }] });
  const [top] = all(text, /class="mark" d="M\d+ ([\d.]+)H/g).map(Number);
  expect(top).toBeGreaterThanOrEqual(44);
  expect(text).toContain('limit</text>');
});

test('equal values still make a chart', () => {
  const flat = {
    ...chart,
    series: [
      {
        name: 'one',
        points: [
          [1, 0],
          [1, 0],
        ] as [number, number][],
      },
    ],
  };
  expect(renderLineChart(flat)).not.toContain('NaN');
});
