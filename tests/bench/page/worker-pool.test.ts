/** Workers of a run: asked once, ended with their answer, in silence, and all at once when the run is canceled. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { InspectRequest, Order } from '../../../web/playground/src/bench/messages';
import { PageWatch } from '../../../web/playground/src/bench/page-watch';
import { Canceled, WorkerPool } from '../../../web/playground/src/bench/worker-pool';

const request: InspectRequest = { kind: 'inspect', module: null };
const work = { workload: 'pairs', scene: 'uniform', dimensions: 2, n: 10 } as const;
const order: Order = { work, queries: 1, seed: 1 };

/** A worker of the test: it does what `onPost` says. */
class PretendWorker {
  static all: PretendWorker[] = [];
  static onPost: (worker: PretendWorker, message: { kind: string }) => void = () => {};
  onmessage: (event: { data: unknown }) => void = () => {};
  onerror: (event: unknown) => void = () => {};
  readonly name: string;
  ended = false;

  constructor(url: URL) {
    this.name = url.pathname.replace(/^.*\//, '');
    PretendWorker.all.push(this);
  }

  postMessage(message: { kind: string }): void {
    PretendWorker.onPost(this, message);
  }

  terminate(): void {
    this.ended = true;
  }

  answer(data: unknown): void {
    queueMicrotask(() => this.onmessage({ data }));
  }
}

describe('a pool of workers', () => {
  beforeEach(() => {
    PretendWorker.all = [];
    vi.stubGlobal('Worker', PretendWorker);
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('takes a fresh worker for each request, which is gone when it has answered', async () => {
    PretendWorker.onPost = (worker) => worker.answer({ kind: 'inspected', calibration: 1 });
    const pool = new WorkerPool();
    expect(await pool.runInNewWorker(request, 1000)).toMatchObject({ kind: 'inspected' });
    await pool.runInNewWorker(request, 1000);
    expect(PretendWorker.all.map(({ ended }) => ended)).toEqual([true, true]);
  });

  test('ends a worker that is silent, and one that dies', async () => {
    PretendWorker.onPost = () => {};
    const pool = new WorkerPool();
    const silent = pool.runInNewWorker(request, 5000);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await silent).toEqual({
      kind: 'failed',
      message: 'no result within 5 s',
      silent: true,
    });
    PretendWorker.onPost = (worker) =>
      worker.onerror({ message: 'out of memory', preventDefault: () => {} });
    expect(await pool.runInNewWorker(request, 5000)).toEqual({
      kind: 'failed',
      message: 'out of memory',
    });
    expect(PretendWorker.all.every(({ ended }) => ended)).toBe(true);
  });

  test('keeps one input worker, and takes another one when it fails', async () => {
    const expected = { count: 1, hash: 'aa' };
    PretendWorker.onPost = (worker) => worker.answer({ kind: 'prepared', expected });
    const pool = new WorkerPool();
    expect(await pool.prepare(order)).toEqual(expected);
    expect(await pool.prepare(order)).toEqual(expected);
    expect(PretendWorker.all.map(({ name }) => name)).toEqual(['input-worker.ts']);
    PretendWorker.onPost = (worker) => worker.answer({ kind: 'failed', message: 'too many rays' });
    expect(await pool.prepare(order)).toEqual({ kind: 'failed', message: 'too many rays' });
    await pool.prepare(order);
    expect(PretendWorker.all).toHaveLength(2);
  });

  test('ends at once: Workers end, waiting calls reject, and no Worker starts', async () => {
    PretendWorker.onPost = () => {};
    const pool = new WorkerPool();
    const waiting = [pool.runInNewWorker(request, 5000), pool.prepare(order)];
    const outcomes = Promise.allSettled(waiting);
    pool.endAll();
    for (const outcome of await outcomes) {
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(Canceled);
    }
    expect(PretendWorker.all.every(({ ended }) => ended)).toBe(true);
    await expect(pool.runInNewWorker(request, 5000)).rejects.toBeInstanceOf(Canceled);
    expect(PretendWorker.all).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('whether the page is looked at', () => {
  function pretendPage() {
    const target = new EventTarget() as EventTarget & { hidden: boolean };
    target.hidden = false;
    const turn = (hidden: boolean) => {
      target.hidden = hidden;
      target.dispatchEvent(new Event('visibilitychange'));
    };
    return { page: target as unknown as Document, turn };
  }

  test('is counted each time that it changes', () => {
    const { page, turn } = pretendPage();
    const watch = new PageWatch(page);
    turn(true);
    turn(false);
    expect(watch.changes).toBe(2);
    watch.end();
    turn(true);
    expect(watch.changes).toBe(2);
  });

  test('is waited for while it is hidden, until the watch ends', async () => {
    const { page, turn } = pretendPage();
    const watch = new PageWatch(page);
    await watch.visible();
    turn(true);
    let seen = false;
    const waiting = watch.visible().then(() => {
      seen = true;
    });
    await Promise.resolve();
    expect(seen).toBe(false);
    turn(false);
    await waiting;
    turn(true);
    const last = watch.visible();
    watch.end();
    await expect(last).resolves.toBeUndefined();
  });
});
