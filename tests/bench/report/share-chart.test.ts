import { expect, test } from 'vitest';
import { renderShareChart } from './share-chart';

const chart = {
  title: 'Where "time" goes',
  parts: ['copy', 'search'],
  bars: [
    { name: 'a < b', note: '4 ms', values: [1, 3] },
    { name: 'c', note: '0 ms', values: [-1, 2] },
    { name: 'd', note: 'nothing', values: [0, 0] },
  ],
};

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group]) => group);

test('the parts of a bar have its shares and fill it', () => {
  const text = renderShareChart(chart);
  const widths = all(text, /width="([\d.]+)" height="16"/g).map(Number);
  expect(widths).toHaveLength(3);
  expect(widths[1] / widths[0]).toBeCloseTo(3, 1);
  expect(widths[0] + widths[1]).toBeCloseTo(widths[2], 0);
  expect(all(text, /class="share"[^>]*>([^<]+)</g)).toEqual(['25 %', '75 %', '100 %']);
});

test('names and notes are escaped, and an empty bar has them, too', () => {
  const text = renderShareChart(chart);
  expect(text).toContain('a &lt; b</text>');
  expect(text).toContain('nothing</text>');
  expect(text).not.toContain('NaN');
  expect(text).toContain('aria-label="Where &quot;time&quot; goes"');
});

test('more parts than colors are rejected', () => {
  expect(() => renderShareChart({ ...chart, parts: Array(8).fill('x') })).toThrow('7 colors');
});
