import * as sapwood from 'sapwood/all';
import { type Task, work } from '../work.mjs';

addEventListener('message', ({ data }: MessageEvent<Task>) => {
  work(sapwood, data).then(
    (hash) => postMessage(hash),
    (error: unknown) => postMessage(`error: ${error}`),
  );
});
