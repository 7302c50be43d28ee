/**
 * Tests of the benchmark commands: files that are generated from tracked records are current, and
 * arguments are parsed.
 */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { run as advisePages } from '../advise/pages';
import { run as advise } from '../advise/run';
import { run as browser } from '../browser/run';
import { run as claims } from '../claims/run';
import { run as crossover } from '../crossover/run';
import { run as dynamic } from '../dynamic/run';
import { run as experiments } from '../experiments/run';
import { run as games } from '../games/run';
import { run as meshes } from '../meshes/run';
import { run as native } from '../native/run';
import { run as counters } from '../node/count';
import { run as peers } from '../peers/run';
import { run as profile } from '../profile/run';
import { run as published } from '../published/run';
import { readFile, writeFile } from '../report/document';
import { run as rollback } from '../rollback/run';
import { run as scaling } from '../scaling/run';
import { type AnyRun, defineRun, execute, readCommand, staleFiles } from './run';

const tracked: Readonly<Record<string, AnyRun>> = {
  ...{ advise, advisePages, claims, crossover, dynamic, published },
};
const runs: Readonly<Record<string, AnyRun>> = {
  ...tracked,
  ...{ browser, counters, experiments, games, meshes, native, peers, profile, rollback, scaling },
};

test.each(Object.keys(tracked))('every file of %s is up to date with its record', (name) => {
  expect(staleFiles(tracked[name])).toEqual([]);
});

describe('writing the record', () => {
  const writes = (run: AnyRun, ...line: string[]) => readCommand(run, line).writes;

  test('is the default only without arguments', () => {
    for (const run of Object.values(runs)) {
      expect(writes(run)).toBe(true);
      expect(writes(run, '--print')).toBe(false);
    }
    expect(writes(dynamic, '--n', '300')).toBe(false);
    expect(writes(dynamic, '--seconds', '1')).toBe(false);
    expect(writes(scaling, '--quick')).toBe(false);
    expect(writes(profile, '--rounds', '3')).toBe(false);
    expect(writes(peers, '--quick', '--write')).toBe(true);
    expect(writes(browser, '--page')).toBe(true);
    expect(writes(browser, '--page', '--print')).toBe(false);
    expect(writes(browser, '--full', '--output', 'mine')).toBe(false);
    expect(writes(published, '--recount')).toBe(true);
    expect(writes(published, '--recount', '--print')).toBe(false);
  });

  test('conflicting arguments and arguments that require a record are rejected', () => {
    expect(() => readCommand(games, ['--write', '--print'])).toThrow('expected one of them');
    expect(() => readCommand(rollback, ['--page'])).toThrow('--page: this run has no record');
    expect(() => readCommand(rollback, ['--output', 'mine'])).toThrow('--output: this run');
    expect(() => readCommand(games, ['--recount'])).toThrow(
      '--recount: expected crossover, dynamic, published or scaling',
    );
    expect(() => readCommand(published, ['--page', '--recount'])).toThrow('expected one of them');
  });
});

test.each([
  ['scaling', [], { preset: 'full', structures: [], limitMs: 4000 }],
  ['scaling', ['--n', '10_000,1000'], { n: [1000, 10_000] }],
  ['dynamic', ['--n=300', '--n=20'], { n: [300, 20], frames: 600 }],
  ['profile', [], { preset: 'full', n: 100_000, queries: 10_000, structures: [] }],
  ['profile', ['--structure', 'kd-tree', '--rounds', '1_000'], { rounds: 1000 }],
  ['games', ['--quick', '--game', 'crowd'], { divisor: 10, frames: 60, games: ['crowd'] }],
  ['peers', [], { preset: 'full', peers: [] }],
  ['peers', ['--peer', 'rbush,flatbush', '--rounds', '7'], { peers: ['rbush', 'flatbush'] }],
  [
    'peers',
    ['--quick', '--workload', 'rays', '--dimensions', '3'],
    { cells: [{ workload: 'rays', scene: 'sparse', dimensions: 3, n: 10_000 }] },
  ],
  ['native', ['--quick', '--no-wasm'], { preset: 'quick', wasm: false }],
  ['browser', [], { preset: 'standard' }],
  ['browser', ['--phase', 'pairs', '--contender', 'rbush'], { contenders: ['rbush'] }],
  ['browser', ['--from', '1_000', '--to', '5000', '--sizes', '2'], { from: 1000, to: 5000 }],
] as const)('%s %j is parsed', (name, line, request) => {
  expect(readCommand(runs[name], line).request).toMatchObject(request);
});

test.each([
  ['scaling', ['--n', '0'], "--n: expected a whole number from 1 to 4000000, found '0'"],
  ['scaling', ['--n', 'many'], '--n: expected a whole number'],
  ['scaling', ['--n', '1e9'], '--n: expected a whole number'],
  ['scaling', ['--rounds', '0.5'], '--rounds: expected a whole number from 1 to 1000'],
  ['scaling', ['--rounds=-1'], '--rounds: expected a whole number'],
  ['scaling', ['--rounds', '3,4'], "--rounds: expected one value, found '3,4'"],
  ['scaling', ['--limit', 'Infinity'], '--limit: expected a number above 0'],
  ['scaling', ['--structure', 'oak'], '--structure: expected one of'],
  ['scaling', ['--scene', 'city'], "Unknown option '--scene'"],
  ['scaling', ['quickly'], 'Unexpected argument'],
  ['dynamic', ['--n', '0.3'], "--n: expected a whole number above 0, found '0.3'"],
  ['dynamic', ['--seconds', 'long'], "--seconds: expected a number above 0, found 'long'"],
  ['dynamic', ['--motion', 'fly'], '--motion: expected one of'],
  ['profile', ['--n', '5'], "Unknown option '--n'"],
  ['games', ['--game', 'chess'], '--game: expected one of'],
  ['peers', ['--peer', 'bush'], '--peer: expected one of'],
  ['peers', ['--n', '7'], 'nothing is left to measure'],
  ['peers', ['--dimensions', '4'], "--dimensions: expected 2 or 3, found '4'"],
  ['native', ['--scene', 'moon'], '--scene: expected one of'],
  ['native', ['--quick', '--full'], '--quick and --full: expected one of them'],
  ['browser', ['--contender', 'bush'], '--contender: expected one of'],
  ['browser', ['--to', '1e9'], '--to: expected a whole number from'],
  ['browser', ['--sizes', '0'], '--sizes: expected a whole number from 1'],
  ['browser', ['--output', '../up'], "--output: expected a plain name, found '../up'"],
] as const)('%s %j is rejected with a message', (name, line, sentence) => {
  expect(() => readCommand(runs[name], line)).toThrow(sentence);
});

describe('execute', () => {
  const FILE = 'build/reports/bench-run.txt';
  const shown: string[] = [];
  beforeEach(() => {
    shown.length = 0;
    for (const method of ['log', 'error'] as const) {
      vi.spyOn(console, method).mockImplementation((text) => shown.push(text));
    }
    writeFile(FILE, 'as it was');
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const run = defineRun({
    usage: 'npm run bench -- example [arguments]\n  --n  how many',
    known: { texts: ['n'] },
    parse: (args) => args.whole('n', 1),
    measure: (n) => ({ n }),
    recorded: () => ({ n: 7 }),
    recount: ({ n }) => ({ n: n + 1 }),
    files: ({ n }) => new Map([[FILE, `${n}`]]),
    summary: ({ n }) => `found ${n}`,
    faults: ({ n }) => (n > 9 ? [`${n} is too many`] : []),
  });

  test.each([
    [['--n', '3'], true, 'found 3'],
    [['--n', '10'], false, '10 is too many'],
    [['--n', 'x'], false, "--n: expected a whole number above 0, found 'x'"],
    [['--help'], true, '--n  how many'],
  ])('%j prints a result or an error and writes nothing', async (line, right, text) => {
    expect(await execute(run, line)).toBe(right);
    expect(shown.join('\n')).toContain(text);
    expect(readFile(FILE)).toBe('as it was');
  });

  test('--write writes files, except for a result with faults', async () => {
    expect(await execute(run, ['--n', '3', '--write'])).toBe(true);
    expect(readFile(FILE)).toBe('3');
    expect(await execute(run, ['--n', '10', '--write'])).toBe(false);
    expect(readFile(FILE)).toBe('3');
  });

  test('an error names the command that writes the missing record', async () => {
    const missing = { ...run, recorded: () => readFile('build/reports/no-record.json') };
    for (const flag of ['--page', '--recount']) {
      expect(await execute(missing, [flag])).toBe(false);
      expect(shown.pop()).toMatch(
        /no such file: .*no-record.json\nRun `npm run bench -- example` first/,
      );
      expect(readFile(FILE)).toBe('as it was');
    }
  });

  test('--recount starts from the record and writes its result', async () => {
    expect(await execute(run, ['--recount'])).toBe(true);
    expect(readFile(FILE)).toBe('8');
  });
});
