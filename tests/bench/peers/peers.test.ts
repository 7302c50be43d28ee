/**
 * The comparison with other libraries: its record and its page.
 *
 * `npm run bench:peers` measures everything anew and writes both.
 */

import { adapters } from 'peers';
import { init, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { completed, describeEnvironment } from '../node/environment';
import { parseRequest } from '../node/request';
import { readFile, writeFile } from '../report/document';
import { type Measured, measureCell, type Perform, progressLine } from './measure';
import { PAGE, renderPage, targetsTable } from './page';
import { cellsOf, presets } from './plan';
import { bundleWorker, performAlone } from './processes';
import {
  formatRecord,
  type PeerRow,
  type PeersRecord,
  RECORD,
  readRecord,
  rowsOf,
  SCHEMA,
} from './record';
import { type PeersRequest, parsePeersRequest, REQUEST_VARIABLE } from './request';
import { findAll } from './targets';

const asked = process.env[REQUEST_VARIABLE];
const HOUR = 3_600_000;

await init();

function recordOf(request: PeersRequest, measured: readonly Measured[]): PeersRecord {
  const environment = { ...describeEnvironment(parseRequest([])), rounds: request.rounds };
  return {
    schema: SCHEMA,
    preset: request.preset,
    environment: {
      ...environment,
      preset: request.preset,
      sampleMs: presets[request.preset].patience.sampleMs,
    },
    libraries: adapters.flatMap(({ id, package: name, version }) =>
      name === null ? [] : [{ id, package: name, version }],
    ),
    cells: measured.map(({ cell }) => cell),
    rows: measured.flatMap(({ rows }) => rows),
  };
}

async function measureAll(request: PeersRequest): Promise<PeersRecord> {
  const card = recordOf(request, []).environment;
  const worker = await bundleWorker();
  const { timeoutMs } = presets[request.preset];
  const alone: Perform = (task) => performAlone(worker, task, timeoutMs);
  const measured: Measured[] = [];
  for (const cell of request.cells) {
    const one = await measureCell(cell, request, alone);
    measured.push(one);
    console.log(progressLine(one));
  }
  return { ...recordOf(request, measured), environment: completed(card) };
}

const recorded = () => readRecord(readFile(RECORD));

if (asked) {
  test(
    'measure',
    async () => {
      const request = JSON.parse(asked) as PeersRequest;
      const { pageOnly, writes } = request;
      const record = pageOnly ? recorded() : await measureAll(request);
      const files = renderPage(record);
      if (pageOnly || writes) {
        writeFile(RECORD, formatRecord(record));
        for (const [name, text] of files) writeFile(name, text);
      } else {
        console.log(files.get(PAGE));
      }
      console.log(`\n${targetsTable(findAll(record))}`);
      const wrong = record.rows.filter(({ status }) => status === 'wrong');
      expect(wrong, 'contenders with wrong answers').toEqual([]);
    },
    HOUR,
  );
}

describe.skipIf(asked)(PAGE, () => {
  test('says what the record says', () => {
    for (const [name, text] of renderPage(recorded())) expect(readFile(name), name).toBe(text);
  });

  test('names a loss', () => {
    const record = recorded();
    const best = record.rows.find((row) => row.side === 'library' && row.ms)!;
    const faster = { ...best, ms: { median: 1e-6, low: 1e-6, high: 1e-6 } };
    const rows = record.rows.map((row) => (row === best ? faster : row));
    const text = renderPage({ ...record, rows }).get(PAGE)!;
    expect(text).toContain('Where others are faster');
    expect(text).toMatch(new RegExp(`n = [\\d,]+: ${best.id}`, 'i'));
  });

  test('shows a wrong row as wrong', () => {
    const record = recorded();
    const [first, ...others] = record.rows;
    const wrong: PeerRow = { ...first, status: 'wrong', ms: null, note: 'found 1, expected 2' };
    const text = renderPage({ ...record, rows: [wrong, ...others] }).get(PAGE)!;
    expect(text).toContain('| **wrong** | found 1, expected 2 |');
  });

  test('its record holds no wrong answer, and every cell and contender of its preset', () => {
    const record = recorded();
    expect(record.rows.filter(({ status }) => status === 'wrong')).toEqual([]);
    expect(record.cells.map(({ count: _, hash: __, ...cell }) => cell)).toEqual(
      cellsOf(record.preset),
    );
    for (const cell of record.cells) expect(rowsOf(record, cell).length).toBeGreaterThan(1);
    const known = new Set(structures.map(({ id }) => id));
    for (const { side, id } of record.rows) if (side === 'sapwood') expect(known).toContain(id);
  });

  test('a record that was written and read is the same', () => {
    expect(readRecord(formatRecord(recorded()))).toEqual(recorded());
  });

  test('a record of another kind is refused', () => {
    expect(() => readRecord('{"schema":"sapwood-bench/1"}')).toThrow('expected schema');
  });
});

describe.skipIf(asked)('arguments', () => {
  test('choose a preset and narrow it', () => {
    expect(parsePeersRequest([])).toMatchObject({ preset: 'full', writes: true, peers: [] });
    expect(parsePeersRequest(['--quick'])).toMatchObject({ preset: 'quick', writes: true });
    const narrow = parsePeersRequest(['--quick', '--workload', 'rays', '--dimensions', '3']);
    expect(narrow.cells).toEqual([{ workload: 'rays', scene: 'sparse', dimensions: 3, n: 10_000 }]);
    expect(narrow.writes).toBe(false);
    expect(parsePeersRequest(['--peer', 'rbush,flatbush']).peers).toEqual(['rbush', 'flatbush']);
    expect(parsePeersRequest(['--page']).pageOnly).toBe(true);
    expect(parsePeersRequest(['--quick', '--rounds', '7'])).toMatchObject({
      rounds: 7,
      writes: true,
    });
  });

  test.each([
    [['--peer', 'bush'], '--peer: expected one of'],
    [['--workload', 'sing'], '--workload: expected one of'],
    [['--n', '10.5'], "--n: expected a whole number above 0, found '10.5'"],
    [['--n', '7'], 'nothing is left to measure'],
    [['--rounds', '0'], '--rounds: expected a whole number above 0'],
    [['--dimensions', '4'], "--dimensions: expected 2 or 3, found '4'"],
    [['--fast'], "Unknown option '--fast'"],
  ])('%j is refused with a sentence', (args, sentence) => {
    expect(() => parsePeersRequest(args)).toThrow(sentence);
  });
});
