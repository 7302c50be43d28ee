/** Comparison with other libraries: record and page. */

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
  perform({ ...task, patience: { warmUpMs: 0, sampleMs: 0, limitMs: 1000 } });

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
  test('names cells in which another library is faster', () => {
    const record = recorded();
    const best = record.rows.find((row) => row.side === 'library' && row.ms)!;
    const each = best.ms!.each.map(() => 1e-6);
    const faster = { ...best, ms: { median: 1e-6, low: 1e-6, high: 1e-6, each } };
    const rows = record.rows.map((row) => (row === best ? faster : row));
    const text = renderPage({ ...record, rows }).get(PAGE)!;
    expect(text).toContain('another library is faster');
    expect(text).toMatch(new RegExp(`n = [\\d,]+: ${best.id}`, 'i'));
  });

  test('marks a wrong row', () => {
    const record = recorded();
    const [first, ...others] = record.rows;
    const wrong: PeerRow = { ...first, status: 'wrong', ms: null, note: 'found 1, expected 2' };
    const text = renderPage({ ...record, rows: [wrong, ...others] }).get(PAGE)!;
    expect(text).toContain('| **wrong** | found 1, expected 2 |');
  });

  test('its record has no wrong result, and every cell and contender of its preset', () => {
    const record = recorded();
    expect(record.rows.filter(({ status }) => status === 'wrong')).toEqual([]);
    expect(record.cells.map(({ count: _, hash: __, ...cell }) => cell)).toEqual(
      cellsOf(record.preset),
    );
    for (const cell of record.cells) expect(rowsOf(record, cell).length).toBeGreaterThan(1);
    const known = new Set(structures.map(({ id }) => id));
    for (const { side, id } of record.rows) if (side === 'sapwood') expect(known).toContain(id);
  });

  test.each(recorded().cells.filter(({ n }) => n <= volume(1_000_000, 10_000)))(
    'recorded results match the current code: $workload, $scene, $dimensions D, n = $n',
    ({ count, hash, ...cell }) => {
      const { queries } = presets[recorded().preset];
      const truth = workloadOf(cell.workload).truth(inputOf(cell, queries));
      expect({ count: truth.count, hash: truth.hash }).toEqual({ count, hash });
    },
  );

  test('a record is equal after formatting and parsing', () => {
    expect(readRecord(formatRecord(recorded()))).toEqual(recorded());
  });

  test('the numbers at the top of README.md agree with the record', () => {
    const measured = ([2, 3] as const).map((dimensions) => {
      const target = targets.find(
        (one) => one.title === 'all pairs from scratch' && one.dimensions === dimensions,
      )!;
      const { ours, ratio, n } = find(recorded(), target);
      expect(n).toBe(100_000);
      return `${ours!.ms!.median.toFixed(1)} ms, ${Math.round(ratio!)} times as fast`;
    });
    const said = readFile('README.md')
      .replaceAll(/\s+/g, ' ')
      .matchAll(/([\d.]+ ms)(?: in 3D)?, (\d+ times as fast)/g);
    const texts = Array.from(said, ([, time, times]) => `${time}, ${times}`);
    expect(texts.sort()).toEqual(measured.sort());
  });

  test('a record with another schema is rejected', () => {
    expect(() => readRecord('{"schema":"sapwood-bench/1"}')).toThrow('expected schema');
  });
});
