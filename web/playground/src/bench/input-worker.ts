/**
 * Worker that creates each input and its expected result once, for all contenders. It sends inputs
 * directly to the measuring workers, so that the page stays responsive.
 */

import { type Input, inputOf, type WorkloadResult, workloadOf } from 'measuring';
import type { Delivery, InputReply, InputRequest, Order } from './messages.js';

interface Prepared {
  readonly input: Input;
  readonly expected: WorkloadResult;
}

/**
 * Maximum number of cached inputs. The memory phase needs two inputs for the same scene and n:
 * boxes, and points for libraries that store only points.
 */
const MAX_CACHED = 2;
const cache = new Map<string, Prepared>();

function prepare(order: Order): Prepared {
  const key = JSON.stringify(order);
  const known = cache.get(key);
  if (known) return known;
  const { work, queries, seed } = order;
  const input = inputOf(work, queries, seed);
  const prepared = { input, expected: workloadOf(work.workload).expected(input) };
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, prepared);
  return prepared;
}

function replyTo(order: Order): InputReply {
  try {
    const { count, hash } = prepare(order).expected;
    return { kind: 'prepared', expected: { count, hash } };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

self.addEventListener('message', ({ data, ports }: MessageEvent<InputRequest>) => {
  if (data.kind === 'prepare') {
    self.postMessage(replyTo(data.order));
    return;
  }
  const { input, expected } = prepare(data.order);
  ports[0].postMessage({ input, expected } satisfies Delivery);
});
