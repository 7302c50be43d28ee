/**
 * Measuring worker, for one measurement, one race or one game scene. The page terminates it
 * afterwards.
 */

import './node-globals.js';
import { calibrate, compareResults, type Input, measureTick, perform } from 'measuring';
import { coreInfo, init } from 'sapwood/all';
import { runHeats } from './heats.js';
import type {
  Delivery,
  Failed,
  GameNews,
  GameRequest,
  Inspected,
  InspectRequest,
  Measured,
  MeasureRequest,
  RaceNews,
  RaceRequest,
  WorkerReply,
  WorkerRequest,
} from './messages.js';

const failed = (message: string): Failed => ({ kind: 'failed', message });

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0].slice(0, 200);
}

async function inspect({ module }: InspectRequest): Promise<Inspected> {
  if (module) await init({ wasm: module });
  return {
    kind: 'inspected',
    calibration: calibrate(),
    tickMs: measureTick(),
    simd: module ? coreInfo().simd : null,
  };
}

function receive(port: MessagePort): Promise<Delivery> {
  return new Promise((resolve, reject) => {
    port.onmessage = ({ data }: MessageEvent<Delivery>) => resolve(data);
    port.onmessageerror = () => reject(new Error('the input could not be sent to the worker'));
  });
}

function operationsOf({ work, phase }: MeasureRequest, input: Input): number {
  const { dimensions, queries, changes, n } = input;
  if (phase === 'memory') return n;
  if (work.workload === 'move') return changes[0].ids.length;
  if (work.workload === 'box-queries') return queries.length / (2 * dimensions);
  if (work.workload === 'nearest') return queries.length / dimensions;
  if (work.workload === 'rays') return queries.length / (2 * dimensions + 1);
  return n;
}

async function measure(request: MeasureRequest, port: MessagePort): Promise<Measured | Failed> {
  const { subject, work, samplingLimits, module } = request;
  if (module) await init({ wasm: module });
  const { input, expected } = await receive(port);
  const outcome = await perform({ subject, workload: work.workload, input, samplingLimits });
  if (outcome.kind !== 'measured') {
    return failed(
      outcome.kind === 'failed' ? outcome.message : 'the library is not part of this page',
    );
  }
  const { times, calls, bytes, result } = outcome;
  const { right, note } = compareResults(result, expected, input);
  return {
    ...{ kind: 'measured', times, calls, bytes, right },
    operations: operationsOf(request, input),
    found: { count: result.count, hash: result.hash },
    ...(note && { note }),
  };
}

async function respond(request: WorkerRequest, port: MessagePort): Promise<WorkerReply> {
  try {
    return await (request.kind === 'inspect' ? inspect(request) : measure(request, port));
  } catch (error) {
    return failed(sentence(error));
  }
}

async function race(request: RaceRequest): Promise<void> {
  const post = (news: RaceNews) => self.postMessage(news);
  try {
    await init({ wasm: request.module });
    await runHeats(request, post);
  } catch (error) {
    post(failed(sentence(error)));
  }
}

const FRAMES_PER_REPORT = 5;

async function play({ frames, game, module, n }: GameRequest): Promise<void> {
  const post = (news: GameNews) => self.postMessage(news);
  try {
    await init({ wasm: module });
    const { games, playGame } = await import('measuring/games');
    const kind = games.find(({ id }) => id === game);
    if (!kind) throw new Error(`unknown game scene ${game}`);
    const rows = await playGame(kind, n, frames, undefined, (done, of) => {
      if (done % FRAMES_PER_REPORT === 0) post({ kind: 'frame', done, of });
    });
    post({ kind: 'rows', rows });
  } catch (error) {
    post(failed(sentence(error)));
  }
}

type Request = MessageEvent<WorkerRequest | RaceRequest | GameRequest>;

self.addEventListener('message', async ({ data, ports }: Request) => {
  if (data.kind === 'race') return race(data);
  if (data.kind === 'game') return play(data);
  self.postMessage(await respond(data, ports[0]));
});
