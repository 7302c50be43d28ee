/**
 * How long the tasks of a page hold its thread, in processor time: what the page does, not how often others are let in
 * front of it. On a machine of its own that is the time by the clock.
 */

import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds by the clock, and of the processor. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const MAIN_THREAD = 'CrRendererMain';
const TASK = /RunTask$/;

/** Milliseconds of each task of the page's main thread while `work` goes on, the longest first. */
export async function tasksDuring(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  let trace: { traceEvents: TraceEvent[] };
  try {
    await work();
    // a task that answers is not over yet when its answer is here; the next one begins behind its end
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
  } finally {
    trace = JSON.parse((await browser.stopTracing()).toString('utf8'));
  }
  const events = trace.traceEvents;
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD)
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, ph, pid, tid }) => ph === 'X' && TASK.test(name) && mains.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}
