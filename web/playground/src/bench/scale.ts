/**
 * What containers weigh that do not tell: by how much the browser says that their workers have grown. Only isolated pages
 * of Chromium can ask, and the browser answers when it has collected its garbage, some ten seconds later; so all containers
 * of a cell are weighed together, empty and full.
 */

import type { Failed, HoldRequest, Measured, Order } from './messages.js';
import holderAddress from './worker.ts?worker&url';
import type { WorkerHandle, WorkerPool } from './worker-pool.js';

/** The part of the measurement that is used. */
interface MemoryReading {
  readonly breakdown: readonly {
    readonly bytes: number;
    readonly attribution: readonly { readonly url: string }[];
  }[];
}

type MemoryClock = Performance & { measureUserAgentSpecificMemory?(): Promise<MemoryReading> };

/** The browser may take its time with garbage; then nobody waits any longer. */
const PATIENCE_MS = 40_000;

export interface Load {
  readonly key: string;
  readonly request: HoldRequest;
  readonly order: Order;
}

export interface Weight {
  readonly key: string;
  /** The answer of the full container; `bytes` is null where the browser said nothing of its worker. */
  readonly answer: Measured | Failed;
}

export function canWeigh(): boolean {
  const { measureUserAgentSpecificMemory: measure } = performance as MemoryClock;
  return globalThis.crossOriginIsolated === true && typeof measure === 'function';
}

/** Each worker has an address of its own, by which the browser's sums are told apart. */
function addressOf(key: string): URL {
  const address = new URL(holderAddress, globalThis.location.href);
  address.searchParams.set('holds', key);
  return address;
}

/** Bytes by the address of the worker; null when the browser does not answer in time. */
async function readMemory(): Promise<ReadonlyMap<string, number> | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  const reading = (performance as MemoryClock).measureUserAgentSpecificMemory!();
  const found = await Promise.race([reading, late]).catch(() => null);
  if (!found) return null;
  const sums = new Map<string, number>();
  for (const { bytes, attribution } of found.breakdown) {
    // what several share belongs to none
    if (attribution.length !== 1) continue;
    const [{ url }] = attribution;
    sums.set(url, (sums.get(url) ?? 0) + bytes);
  }
  return sums;
}

interface Holder extends Load {
  readonly worker: WorkerHandle;
}

/** Loads libraries and inputs; who fails is a weight without a holder. */
async function startAll(pool: WorkerPool, loads: readonly Load[], silenceMs: number) {
  const holders: Holder[] = [];
  const failures: Weight[] = [];
  for (const load of loads) {
    const { key, request, order } = load;
    const worker = pool.take(() => new Worker(addressOf(key), { type: 'module' }));
    const answer = await worker.ask(request, silenceMs, order);
    if (answer.kind === 'failed') failures.push({ key, answer });
    else holders.push({ ...load, worker });
  }
  return { holders, failures };
}

function grown(
  key: string,
  before: ReadonlyMap<string, number> | null,
  after: ReadonlyMap<string, number> | null,
): number | null {
  const { href } = addressOf(key);
  const [empty, full] = [before?.get(href), after?.get(href)];
  return empty === undefined || full === undefined ? null : Math.max(0, full - empty);
}

/** Empty, then full. */
export async function weigh(pool: WorkerPool, loads: readonly Load[], silenceMs: number) {
  const { holders, failures } = await startAll(pool, loads, silenceMs);
  const before = await readMemory();
  const answers: Weight[] = [];
  for (const { key, worker } of holders) {
    const answer = (await worker.ask({ kind: 'fill' }, silenceMs)) as Measured | Failed;
    answers.push({ key, answer });
  }
  const after = await readMemory();
  for (const { worker } of holders) worker.leave();
  const weights = answers.map(({ key, answer }): Weight => {
    if (answer.kind === 'failed') return { key, answer };
    return { key, answer: { ...answer, bytes: grown(key, before, after) } };
  });
  return [...failures, ...weights];
}
