/** Reads a file that was dropped or chosen, in a Worker. */

import {
  FileFault,
  keepOwn,
  type OwnBoxes,
  openedFile,
  ownFault,
  ownProgress,
  refusedFile,
} from '../../model/own-data.js';
import { checkSize, faultOf } from './file-faults.js';
import type { FileMessage, FileRequest } from './read-worker.js';

function readInWorker(file: File, reading: string | undefined): Promise<OwnBoxes> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<OwnBoxes>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FileMessage>) => {
      if (data.kind === 'progress') ownProgress.value = { name: file.name, share: data.share };
      else if (data.kind === 'done') resolve(data.read);
      else reject(Object.assign(new FileFault(data.why), { readings: data.readings }));
    });
    worker.addEventListener('error', () =>
      reject(new FileFault('The browser could not read the file.')),
    );
    const request: FileRequest = { file, reading };
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}

/** In Node, where tests read files without a Worker. The page is built without this, and without the readers. */
async function readHere(file: File, reading: string | undefined): Promise<OwnBoxes> {
  return (await import('./read-content.js')).readContent(file, { reading });
}

/** Counts requests for files and readings; only the result of the last one is shown. */
let requests = 0;

/**
 * Returns true when the boxes of the file are in `ownData`. Otherwise `ownFault` says why not, and what was there stays.
 * `openedFile` or `refusedFile` says in which other ways the file can be read; `reading` is the id of one of them.
 */
export async function takeFile(file: File, reading?: string): Promise<boolean> {
  const request = ++requests;
  ownFault.value = null;
  ownProgress.value = { name: file.name, share: 0 };
  try {
    checkSize(file);
    const read = await (import.meta.env.SSR ? readHere : readInWorker)(file, reading);
    if (request !== requests) return false;
    keepOwn(file.name, read);
    openedFile.value = read.readings ? { file, readings: read.readings } : null;
    refusedFile.value = null;
    return true;
  } catch (error) {
    if (request !== requests) return false;
    const { message, readings } = faultOf(error);
    refusedFile.value = readings ? { file, readings } : null;
    ownFault.value = `${file.name} cannot be read. ${message}`;
    return false;
  } finally {
    if (request === requests) ownProgress.value = null;
  }
}
