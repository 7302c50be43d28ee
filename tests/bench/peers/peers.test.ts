/** Tests of the comparison with other libraries: its record and its page. */

import { perform, subjectLabel } from 'measuring';
import { init } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { describeEnvironment } from '../node/environment';
import { readFile } from '../report/document';
import { type Measured, measureCell, type Perform } from './measure';
import { PAGE, renderPage } from './page';
import { formatRecord, type PeerRow, type PeersRecord, readRecord, rowsOf, SCHEMA } from './record';

await init();

const cells = [
  { workload: 'pairs', scene: 'uniform', dimensions: 2, n: 300 },
  { workload: 'rays', scene: 'sparse', dimensions: 3, n: 300 },
] as const;
const hasty: Perform = (task) =>
  perform({ ...task, samplingLimits: { warmUpMs: 0, sampleMs: 0, limitMs: 1000 } });

async function measureSmall(): Promise<PeersRecord> {
  const measured: Measured[] = [];
  for (const cell of cells) {
    measured.push(await measureCell(cell, { preset: 'quick', rounds: 1, peers: [] }, hasty));
  }
  return {
    ...{ schema: SCHEMA, preset: 'quick' },
    environment: describeEnvironment({ preset: 'quick', rounds: 1, sampleMs: 0 }),
    libraries: [{ id: 'rbush', package: 'rbush', version: '4.0.1' }],
    cells: measured.map(({ cell }) => cell),
    rows: measured.flatMap(({ rows }) => rows),
  };
}

const record = await measureSmall();

describe(PAGE, () => {
  test('contains a table of every cell with all contenders', () => {
    const text = renderPage(record).get(PAGE)!;
    for (const cell of cells) {
      expect(text).toContain(`${cell.scene}, ${cell.dimensions}D, n = 300:`);
      expect(rowsOf(record, cell).length).toBeGreaterThan(4);
      for (const row of rowsOf(record, cell)) expect(text).toContain(subjectLabel(row));
    }
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  test('names the contender in cells in which another library is faster', () => {
    const best = record.rows.find((row) => row.side === 'library' && row.ms)!;
    const each = best.ms!.each.map(() => 1e-6);
    const faster = { ...best, ms: { median: 1e-6, low: 1e-6, high: 1e-6, each } };
    const rows = record.rows.map((row) => (row === best ? faster : row));
    const text = renderPage({ ...record, rows }).get(PAGE)!;
    expect(text).toContain('another library is faster');
    expect(text).toMatch(new RegExp(`n = [\\d,]+: ${best.id}`, 'i'));
  });

  test('shows a wrong row as wrong', () => {
    const [first, ...others] = record.rows;
    const wrong: PeerRow = { ...first, status: 'wrong', ms: null, note: 'found 1, expected 2' };
    const text = renderPage({ ...record, rows: [wrong, ...others] }).get(PAGE)!;
    expect(text).toContain('| **wrong** | found 1, expected 2 |');
  });

  test('a record that was written and read is the same', () => {
    expect(readRecord(formatRecord(record))).toEqual(record);
  });

  test('the numbers at the top of README.md match the numbers of the page', () => {
    const rows = readFile(PAGE).matchAll(
      /^\| all pairs from scratch, .D, n = 100,000 \| fastest library \|.*? \| (\d+)× \|.*?, ([\d.]+) ms \|/gm,
    );
    const measured = Array.from(
      rows,
      ([, ratio, ms]) => `${Number(ms).toFixed(1)} ms, ${ratio} times as fast`,
    );
    expect(measured).toHaveLength(2);
    const matches = readFile('README.md')
      .replaceAll(/\s+/g, ' ')
      .matchAll(/([\d.]+ ms)(?: in 3D)?, (\d+ times as fast)/g);
    const texts = Array.from(matches, ([, time, times]) => `${time}, ${times}`);
    expect(texts.sort()).toEqual(measured.sort());
  });

  test('a record with another schema is rejected', () => {
    expect(() => readRecord('{"schema":"sapwood-bench/1"}')).toThrow('expected schema');
  });
});
