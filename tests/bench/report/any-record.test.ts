import { formatReport, type Report, SCHEMA } from 'measuring/schema';
import { expect, test } from 'vitest';
import { toReport, writeReport } from '../../../web/playground/src/bench/record';
import { catalog, state } from '../page/sample-run';
import { formatRecord, SCHEMA as PEERS_SCHEMA, type PeersRecord } from '../peers/record';
import { renderRecord, withCharts } from './any-record';

const place = { scene: 'uniform', dimensions: 3, n: 1000 } as const;

const report: Report = {
  schema: SCHEMA,
  environment: state.environment!,
  phases: [{ id: 'pairs', title: 'all pairs' }],
  rows: ['wide-tree', 'embree'].map((structure) => ({
    ...place,
    ...{ seed: 1, phase: 'pairs', structure, options: {}, peer: structure === 'embree' },
    ...{ status: 'ok', operation: 'box', operations: 1000, calls: 1, samples: 3 },
    ns: { min: 1, p25: 2, median: 3, p75: 4 },
    ...{ work: null, byteLength: null, checks: [] },
  })),
};

const peers: PeersRecord = {
  ...{ schema: PEERS_SCHEMA, preset: 'quick', libraries: [] },
  environment: state.environment!,
  cells: [{ ...place, workload: 'pairs', count: 1, hash: '' }],
  rows: ['rbush', 'flatbush'].map((id) => ({
    ...{ ...place, workload: 'pairs', side: 'library', id, options: {}, status: 'ok', rounds: 1 },
    ms: { median: 2, low: 1, high: 3, each: [2] },
  })),
};

const records: Readonly<Record<string, string>> = {
  node: formatReport(report),
  peers: formatRecord(peers),
  browser: writeReport(toReport(state, catalog)),
};

test.each([
  ['node', 'Nanoseconds per operation', 'embree', 'uniform-3d'],
  ['peers', '# Comparison with other libraries', 'rbush', 'uniform-3d'],
  ['browser', 'Versions of the libraries', 'kdbush', 'uniform-2d'],
])('the record %s becomes tables and charts', (name, words, contender, chart) => {
  const { text, charts } = renderRecord(records[name]);
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
])('%j is rejected', (text, words) => {
  expect(() => renderRecord(text)).toThrow(words);
});
