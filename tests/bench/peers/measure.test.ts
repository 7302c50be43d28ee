/**
 * Tests of the comparison with other libraries: correct and wrong results, errors and measurement.
 */

import { type Cell, perform, type Subject, sampleAlone, type Task } from 'measuring';
import { type Adapter, adapters, type Peer } from 'peers';
import { init } from 'sapwood/all';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Measured, measureCell, type Perform, progressLine } from './measure';
import { bundleWorker, performAlone } from './processes';

await init();

const small: Cell = { workload: 'pairs', scene: 'uniform', dimensions: 2, n: 300 };
const brief = { preset: 'quick', rounds: 2, peers: [] } as const;
const samplingLimits = { warmUpMs: 0, sampleMs: 0, limitMs: 1000 };
const hasty: Perform = (task) => perform({ ...task, samplingLimits });
const rowOf = ({ rows }: Measured, id: string) => rows.find((row) => row.id === id)!;

describe('a cell of the comparison', () => {
  afterEach(() => vi.restoreAllMocks());

  function pretend(id: string, peer: Peer | Error): void {
    const adapter = adapters.find((one) => one.id === id)! as Adapter;
    vi.spyOn(adapter, 'load').mockImplementation(async () => {
      if (peer instanceof Error) throw peer;
      return () => peer;
    });
  }

  test('all contenders find the same pairs', async () => {
    const { cell, rows } = await measureCell(small, brief, hasty);
    expect(cell.count).toBeGreaterThan(100);
    expect(rows.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(rows.filter(({ side }) => side === 'library').length).toBeGreaterThan(4);
    expect(rows.filter(({ side }) => side === 'plain')).toHaveLength(2);
    for (const { rounds, ms } of rows) expect([rounds, ms!.low > 0]).toEqual([2, true]);
  });

  test('a contender that loses a pair is wrong and has no time', async () => {
    pretend('plain-grid', { allPairs: () => Uint32Array.of(0, 1) });
    const row = rowOf(await measureCell(small, brief, hasty), 'plain-grid');
    expect(row).toMatchObject({ status: 'wrong', ms: null });
    expect(row.note).toMatch(/^found 1 \(\w+\), expected \d+/);
  });

  test('a contender that reports a pair twice is wrong', async () => {
    const right = adapters.find(({ id }) => id === 'plain-sweep')!;
    const sweep = (await right.load())(2);
    const twice = (boxes: Float32Array) => {
      const pairs = [...sweep.allPairs!(boxes)];
      return Uint32Array.from([...pairs, ...pairs.slice(0, 2)]);
    };
    pretend('plain-grid', { allPairs: twice });
    expect(rowOf(await measureCell(small, brief, hasty), 'plain-grid').status).toBe('wrong');
  });

  test('a contender that throws has failed, one that is not installed is missing, the others continue', async () => {
    pretend('flatbush', Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' }));
    pretend('rbush', new Error('no memory\n  at somewhere'));
    const measured = await measureCell(small, brief, hasty);
    expect(rowOf(measured, 'flatbush')).toMatchObject({ status: 'missing', ms: null });
    expect(rowOf(measured, 'rbush')).toMatchObject({ status: 'failed', note: 'no memory' });
    expect(rowOf(measured, 'plain-grid').status).toBe('ok');
    expect(progressLine(measured)).toContain('rbush failed: no memory');
  });

  test('contenders take turns, and the first one changes in each round', async () => {
    const order: string[] = [];
    const subjects: Subject[] = ['plain-grid', 'plain-sweep'].map((id) => ({
      side: 'plain',
      id,
      options: {},
    }));
    const note: Perform = (task) => {
      order.push(task.subject.id);
      return hasty(task);
    };
    await measureCell(small, { ...brief, rounds: 3 }, note, subjects);
    const [a, b] = ['plain-grid', 'plain-sweep'];
    expect(order).toEqual([a, b, b, a, a, b]);
  });

  test('separate processes have the same results, and a process that hangs has failed', async () => {
    const worker = await bundleWorker();
    const alone: Perform = (task) => performAlone(worker, { ...task, samplingLimits }, 20_000);
    const subjects: Subject[] = [
      { side: 'sapwood', id: 'sweep-and-prune', options: {} },
      { side: 'plain', id: 'plain-grid', options: {} },
      { side: 'library', id: 'flatbush', options: {} },
    ];
    const { rows } = await measureCell(small, { ...brief, rounds: 1 }, alone, subjects);
    expect(rows.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    const task = { subject: subjects[1], workload: 'pairs', samplingLimits } as unknown as Task;
    expect(await performAlone(worker, task, 20_000)).toMatchObject({ kind: 'failed' });
    expect(await performAlone(worker, task, 1)).toMatchObject({
      kind: 'failed',
      message: 'no result within 0 s',
    });
  });

  test('a sample contains the calls of five milliseconds, and the preparation of a call is not timed', () => {
    let now = 0;
    let calls = 0;
    const job = {
      ready: () => {
        now += 100;
      },
      call: () => {
        now += 2;
        calls++;
      },
      result: () => ({ count: 0, hash: '' }),
    };
    const { times } = sampleAlone(job, { warmUpMs: 1, sampleMs: 12, limitMs: 10_000 }, () => now);
    expect(times).toEqual([2, 2]);
    expect(calls).toBe(1 + 3 + 3);
  });
});
