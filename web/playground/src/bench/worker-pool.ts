/**
 * Starts workers and sends them requests with a timeout. All workers can be terminated together.
 */

import type {
  Expected,
  Failed,
  InputReply,
  InputRequest,
  Order,
  WorkerReply,
  WorkerRequest,
} from './messages.js';

/** Thrown by pending and new requests after a run has ended, for example when it is canceled. */
export class Canceled extends Error {}

const INPUT_TIMEOUT_MS = 120_000;

export const failed = (message: string): Failed => ({ kind: 'failed', message });

type Exchange<Request> = {
  readonly worker: Worker;
  readonly request: Request;
  readonly timeoutMs: number;
  readonly transfer?: Transferable[];
};

export class WorkerPool {
  private readonly working = new Set<Worker>();
  private readonly waiting = new Set<(reason: Canceled) => void>();
  private inputWorker: Worker | undefined;
  private ended = false;

  /**
   * Sends a request to a new worker, which is terminated before the promise resolves. If `order` is
   * given, the input worker sends that input to the new worker.
   */
  async runInNewWorker(
    request: WorkerRequest,
    timeoutMs: number,
    order?: Order,
  ): Promise<WorkerReply> {
    const worker = this.start(startWorker);
    const transfer = order ? [this.handOver(order)] : [];
    try {
      return await this.request<WorkerRequest, WorkerReply>({
        worker,
        request,
        timeoutMs,
        transfer,
      });
    } finally {
      this.end(worker);
    }
  }

  /**
   * Requests an input from the input worker. Returns the expected result of the input, or an error.
   */
  async prepare(order: Order): Promise<Expected | Failed> {
    const worker = this.getInputWorker();
    const request: InputRequest = { kind: 'prepare', order };
    const timeoutMs = INPUT_TIMEOUT_MS;
    const reply = await this.request<InputRequest, InputReply>({ worker, request, timeoutMs });
    if (reply.kind === 'prepared') return reply.expected;
    // the next request starts a new input worker, because this one may hang
    this.end(worker);
    this.inputWorker = undefined;
    return reply;
  }

  /** Terminates all workers and rejects pending requests. */
  endAll(): void {
    this.ended = true;
    for (const worker of this.working) worker.terminate();
    this.working.clear();
    for (const reject of this.waiting) reject(new Canceled());
    this.waiting.clear();
  }

  private getInputWorker(): Worker {
    this.inputWorker ??= this.start(
      () => new Worker(new URL('./input-worker.ts', import.meta.url), { type: 'module' }),
    );
    return this.inputWorker;
  }

  /**
   * Requests an input from the input worker through a new message channel. Returns the port that
   * receives the input.
   */
  private handOver(order: Order): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.getInputWorker().postMessage({ kind: 'hand-over', order } satisfies InputRequest, [port1]);
    return port2;
  }

  private start(make: () => Worker): Worker {
    if (this.ended) throw new Canceled();
    const worker = make();
    this.working.add(worker);
    return worker;
  }

  private end(worker: Worker): void {
    worker.terminate();
    this.working.delete(worker);
  }

  private request<Request, Reply>(exchange: Exchange<Request>): Promise<Reply | Failed> {
    if (this.ended) return Promise.reject(new Canceled());
    const { worker, request, timeoutMs, transfer = [] } = exchange;
    return new Promise((resolve, reject) => {
      const cancel = (reason: Canceled) => {
        clearTimeout(timer);
        reject(reason);
      };
      const settle = (reply: Reply | Failed) => {
        clearTimeout(timer);
        this.waiting.delete(cancel);
        resolve(reply);
      };
      const message = `no result within ${Math.round(timeoutMs / 1000)} s`;
      const timer = setTimeout(() => settle({ ...failed(message), timedOut: true }), timeoutMs);
      this.waiting.add(cancel);
      worker.onmessage = ({ data }: MessageEvent<Reply>) => settle(data);
      worker.onmessageerror = () => settle(failed('the result of the worker could not be read'));
      worker.onerror = (event) => {
        event.preventDefault();
        settle(failed(event.message || 'the worker could not be started'));
      };
      worker.postMessage(request, transfer);
    });
  }
}

export function startWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
