import {
  formatReport,
  type Quantiles,
  type Report,
  type Row,
  readReport,
  SCHEMA,
} from 'measuring/schema';
import { expect, test } from 'vitest';
import { replaceBlock } from './document';
import { cardOf, formatNumber, renderDocument, timesTable, winners } from './table';

function rowOf(structure: string, ns: Quantiles | null, changes: Partial<Row> = {}): Row {
  return {
    scene: 'uniform-2d',
    dimensions: 2,
    n: 1000,
    seed: 1,
    phase: 'pairs',
    structure,
    options: {},
    status: 'ok',
    operation: 'box',
    operations: 1000,
    calls: 9,
    samples: 12,
    ns,
    work: { nodeVisits: 0, itemTests: 5000, results: 7 },
    byteLength: 24_000,
    checks: [],
    ...changes,
  };
}

const around = (median: number): Quantiles => ({
  min: median - 3,
  p25: median - 2,
  median,
  p75: median + 2,
});

const reportOf = (rows: readonly Row[], calibration: [number, number] = [10, 10.5]): Report => ({
  schema: SCHEMA,
  environment: {
    date: '2026-01-01T00:00:00.000Z',
    preset: 'quick',
    package: '0.1.0',
    simd: 'wasm',
    commit: 'abc',
    runtime: 'Node 20',
    v8: '11',
    os: 'linux',
    cpu: 'some',
    cores: 2,
    load: [0, 1],
    calibration,
    querySeed: 1,
    rounds: 12,
    sampleMs: 5,
  },
  phases: [{ id: 'pairs', title: 'all pairs' }],
  rows,
});

test('the winners are the fastest row and rows whose quartiles overlap its quartiles', () => {
  const rows = [rowOf('a', around(10)), rowOf('b', around(13)), rowOf('c', around(15))];
  expect([...winners(rows)].map(({ structure }) => structure)).toEqual(['a', 'b']);
  expect(winners([rows[0], rowOf('d', null)]).size).toBe(0);
});

test('a cell has the median and its quartiles', () => {
  const table = timesTable([rowOf('a', around(10)), rowOf('b', around(1200))]);
  expect(table).toBe(
    [
      '| phase | per | a | b |',
      '| --- | --- | ---: | ---: |',
      '| pairs | box | **10.0** (8.00–12.0) | 1,200 (1,198–1,202) |',
    ].join('\n'),
  );
});

test('rows without a time have a reason, and faults are highlighted', () => {
  const document = renderDocument(
    reportOf([
      rowOf('a', null, { status: 'wrong', note: 'hash 1, expected 2 (golden)' }),
      rowOf('b', null, { status: 'skipped', note: 'too slow' }),
    ]),
  );
  expect(document).toContain('| pairs | box | **WRONG** | skipped |');
  expect(document).toContain('| a wrong: hash 1, expected 2 (golden) | pairs |');
  expect(document).toContain('| b skipped: too slow | pairs |');
  expect(document).toContain('Rows: 1 wrong, 1 skipped.');
});

test('work is per operation, memory per box', () => {
  const document = renderDocument(reportOf([rowOf('a', around(10), { phase: 'build' })]));
  expect(document).toContain('| build | box | 0.00 / 5.00 |');
  expect(document).toContain('Bytes per box after `build`:\n\n| a |\n| --- |\n| 24.0 |');
});

test('a machine that changed its speed is reported', () => {
  const rows = [rowOf('a', around(10))];
  expect(renderDocument(reportOf(rows))).not.toContain('speed of the machine');
  expect(renderDocument(reportOf(rows, [10, 12]))).toContain('10.0 ms before, 12.0 ms after');
});

test('numbers have three digits', () => {
  expect([0.123, 9.99, 45.67, 1234.5].map(formatNumber)).toEqual(['0.12', '9.99', '45.7', '1,235']);
});

test('a report is equal after formatting and parsing', () => {
  const report = reportOf([rowOf('a', around(10)), rowOf('b', null)]);
  const text = formatReport(report);
  expect(readReport(JSON.parse(text))).toEqual(report);
  expect(text.split('\n').filter((line) => line.includes('"structure"'))).toHaveLength(2);
});

test('text goes between the markers only', () => {
  const document = 'a\n<!-- run: begin -->\nold\n<!-- run: end -->\nb\n';
  expect(replaceBlock(document, 'run', 'new')).toBe(
    'a\n<!-- run: begin -->\n\nnew\n\n<!-- run: end -->\nb\n',
  );
  expect(() => replaceBlock('no markers', 'run', 'new')).toThrow(/expected the markers/);
});

test.each([null, {}, { schema: 'sapwood-bench/0' }, { schema: SCHEMA, rows: [] }])(
  'readReport rejects %j',
  (value) => {
    expect(() => readReport(value)).toThrow(/benchmark report: expected/);
  },
);

test('the card of a browser has its clock, but no load and no engine', () => {
  const { environment, ...report } = reportOf([rowOf('a', around(10))]);
  const { v8: _, load: __, ...rest } = environment;
  const browser = {
    ...{ userAgent: 'some', tickMs: 0.005, isolated: true, throttled: false, dropped: 0 },
  };
  const card = cardOf({ ...rest, runtime: 'Chromium 156', browser });
  expect(card).toContain('- Chromium 156, linux\n- some, 2 cores\n');
  expect(card).toContain('clock in steps of 5 µs, cross-origin isolated');
  expect(renderDocument({ environment, ...report })).toContain('load 0 to 1');
});
