/**
 * Tests of the Workers of a run: each Worker has one request and ends after a response, a timeout
 * or a canceled run.
 */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { InspectRequest, Order } from '../../../web/playground/src/bench/messages';
import { PageWatch } from '../../../web/playground/src/bench/page-watch';
import { Canceled, WorkerPool } from '../../../web/playground/src/bench/worker-pool';

const request: InspectRequest = { kind: 'inspect', module: null };
const work = { workload: 'pairs', scene: 'uniform', dimensions: 2, n: 10 } as const;
const order: Order = { work, queries: 1, seed: 1 };

/** Fake Worker that calls `onPost` for each message. */
class FakeWorker {
  static all: FakeWorker[] = [];
  static onPost: (worker: FakeWorker, message: { kind: string }) => void = () => {};
  onmessage: (event: { data: unknown }) => void = () => {};
  onerror: (event: unknown) => void = () => {};
  readonly name: string;
  ended = false;

  constructor(url: URL) {
    this.name = url.pathname.replace(/^.*\//, '');
    FakeWorker.all.push(this);
  }

  postMessage(message: { kind: string }): void {
    FakeWorker.onPost(this, message);
  }

  terminate(): void {
    this.ended = true;
  }

  respond(data: unknown): void {
    queueMicrotask(() => this.onmessage({ data }));
  }
}

describe('a pool of workers', () => {
  beforeEach(() => {
    FakeWorker.all = [];
    vi.stubGlobal('Worker', FakeWorker);
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('starts a new worker for each request and ends it after the response', async () => {
    FakeWorker.onPost = (worker) => worker.respond({ kind: 'inspected', calibration: 1 });
    const pool = new WorkerPool();
    expect(await pool.runInNewWorker(request, 1000)).toMatchObject({ kind: 'inspected' });
    await pool.runInNewWorker(request, 1000);
    expect(FakeWorker.all.map(({ ended }) => ended)).toEqual([true, true]);
  });

  test('ends a worker that times out or crashes', async () => {
    FakeWorker.onPost = () => {};
    const pool = new WorkerPool();
    const timedOut = pool.runInNewWorker(request, 5000);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await timedOut).toEqual({
      kind: 'failed',
      message: 'no result within 5 s',
      timedOut: true,
    });
    FakeWorker.onPost = (worker) =>
      worker.onerror({ message: 'out of memory', preventDefault: () => {} });
    expect(await pool.runInNewWorker(request, 5000)).toEqual({
      kind: 'failed',
      message: 'out of memory',
    });
    expect(FakeWorker.all.every(({ ended }) => ended)).toBe(true);
  });

  test('keeps one input worker and replaces it after a failure', async () => {
    const expected = { count: 1, hash: 'aa' };
    FakeWorker.onPost = (worker) => worker.respond({ kind: 'prepared', expected });
    const pool = new WorkerPool();
    expect(await pool.prepare(order)).toEqual(expected);
    expect(await pool.prepare(order)).toEqual(expected);
    expect(FakeWorker.all.map(({ name }) => name)).toEqual(['input-worker.ts']);
    FakeWorker.onPost = (worker) => worker.respond({ kind: 'failed', message: 'too many rays' });
    expect(await pool.prepare(order)).toEqual({ kind: 'failed', message: 'too many rays' });
    await pool.prepare(order);
    expect(FakeWorker.all).toHaveLength(2);
  });

  test('can be canceled: Workers end, pending calls reject, and no Worker starts', async () => {
    FakeWorker.onPost = () => {};
    const pool = new WorkerPool();
    const waiting = [pool.runInNewWorker(request, 5000), pool.prepare(order)];
    const outcomes = Promise.allSettled(waiting);
    pool.endAll();
    for (const outcome of await outcomes) {
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(Canceled);
    }
    expect(FakeWorker.all.every(({ ended }) => ended)).toBe(true);
    await expect(pool.runInNewWorker(request, 5000)).rejects.toBeInstanceOf(Canceled);
    expect(FakeWorker.all).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the visibility of the page', () => {
  function pretendPage() {
    const target = new EventTarget() as EventTarget & { hidden: boolean };
    target.hidden = false;
    const turn = (hidden: boolean) => {
      target.hidden = hidden;
      target.dispatchEvent(new Event('visibilitychange'));
    };
    return { page: target as unknown as Document, turn };
  }

  test('is counted for each change', () => {
    const { page, turn } = pretendPage();
    const watch = new PageWatch(page);
    turn(true);
    turn(false);
    expect(watch.changes).toBe(2);
    watch.end();
    turn(true);
    expect(watch.changes).toBe(2);
  });

  test('is awaited while the page is hidden, until the watch ends', async () => {
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
