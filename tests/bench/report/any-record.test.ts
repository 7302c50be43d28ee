import { expect, test } from 'vitest';
import { renderRecord, withCharts } from './any-record';
import { readFile } from './document';

const record = (name: string) => readFile(`tests/bench/results/${name}.json`);

test.each([
  ['reference', 'Nanoseconds per operation', 'frame-rebuild', 'uniform-3d'],
  ['native', 'Nanoseconds per operation', 'embree', 'uniform-3d-100k'],
  ['peers', '# Comparison with other libraries', 'rbush', 'uniform-3d'],
  ['browser', 'Versions of the libraries', 'box-intersect', 'uniform-3d'],
])('the record %s becomes tables and charts', (name, words, contender, chart) => {
  const { text, charts } = renderRecord(record(name));
  expect(text).toContain(words);
  expect(text).toContain(contender);
  expect([...charts.keys()]).toContain(chart);
  for (const svg of charts.values()) {
    expect(svg.startsWith('<svg ')).toBe(true);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  }
  const whole = withCharts({ text, charts }, name);
  expect(whole).toContain(`![${chart}](${name}-${chart}.svg)`);
});

test.each([
  ['', /JSON/],
  ['{"schema":"sapwood-counters/1"}', /expected schema sapwood-bench\/1/],
  ['{"schema":"sapwood-bench/1"}', /expected rows, phases and environment/],
  ['null', /expected schema/],
])('%j is refused', (text, words) => {
  expect(() => renderRecord(text)).toThrow(words);
});
