import { type LineChart, renderLineChart } from 'measuring/charts';
import { expect, test } from 'vitest';

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

test('every series has a line, points and a name', () => {
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

test('powers of ten have equal distances on a logarithmic axis', () => {
  const text = renderLineChart({ ...chart, logarithmic: { x: true, y: true } });
  const ticks = all(text, /class="grid" d="M([\d.]+) \d+v5"/g).map(Number);
  expect(ticks).toHaveLength(3);
  expect(ticks[1] - ticks[0]).toBeCloseTo(ticks[2] - ticks[1], 0);
});

test('marks are within the frame even above all points', () => {
  const text = renderLineChart({ ...chart, marks: [{ y: 500, label: 'limit' }] });
  const [top] = all(text, /class="mark" d="M\d+ ([\d.]+)H/g).map(Number);
  expect(top).toBeGreaterThanOrEqual(44);
  expect(text).toContain('limit</text>');
});

test('equal values can be drawn', () => {
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

test('a band is drawn between its ends, below the lines, also from zero on a logarithmic axis', () => {
  const [one, two] = chart.series;
  const banded = { ...one, band: [[10, 0, 2] as const, [1000, 90, 110] as const] };
  const text = renderLineChart({
    ...chart,
    logarithmic: { x: true, y: true },
    series: [banded, two],
  });
  expect(all(text, /fill-opacity=".18" d="M([\d. L]+)Z/g)[0].split('L')).toHaveLength(4);
  expect(text.indexOf('fill-opacity')).toBeLessThan(text.indexOf('class="line" stroke'));
});

test('with symbols every series has its own mark, and names have the required width', () => {
  const text = renderLineChart({ ...chart, symbols: true, nameWidth: 220 });
  expect(text).not.toContain('<circle');
  const [one, , two] = all(text, /<path fill="#\w+" d="M[\d.]+ [\d.]+([a-z])/g);
  expect(one).not.toBe(two);
  expect(all(text, /class="name"[^>]* x="(\d+)"/g)).toEqual(['508', '508']);
});

test('many names increase the height of the picture', () => {
  const series = Array.from({ length: 30 }, (_, i) => ({ ...chart.series[0], name: `s${i}` }));
  const text = renderLineChart({ ...chart, series });
  const [height] = all(text, /viewBox="0 0 720 (\d+)"/g).map(Number);
  const tops = all(text, /class="name"[^>]* y="([\d.]+)"/g).map(Number);
  expect(height).toBeGreaterThan(30 * 15);
  expect(Math.min(...tops)).toBeGreaterThan(30);
  expect(Math.max(...tops)).toBeLessThan(height);
});

test('a fitted axis begins and ends with the points', () => {
  const points = [[3000, 1] as const, [60_000, 5] as const];
  const text = renderLineChart({
    ...chart,
    series: [{ name: 'one', points }],
    logarithmic: { x: 'fitted' },
  });
  expect(all(text, /text-anchor="middle">([\d,]+)</g)).toEqual([
    '5,000',
    '10,000',
    '20,000',
    '50,000',
  ]);
  const [first, last] = all(text, /<circle cx="([\d.]+)"/g).map(Number);
  expect({ first, last }).toEqual({ first: 64, last: 570 });
});
