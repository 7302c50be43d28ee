import { parentPort, workerData } from 'node:worker_threads';
import { work } from './work.mjs';

const { entry, ...task } = workerData;
parentPort.postMessage(await work(await import(entry), task));
