/** Reads a dropped or selected file in a Worker. */

import {
  FileError,
  type OwnBoxes,
  openedFile,
  ownError,
  ownProgress,
  rejectedFile,
  setOwnData,
} from '../../model/own-data.js';
import { checkSize, toFileError } from './file-errors.js';
import type { FileMessage, FileRequest } from './read-worker.js';

function readInWorker(file: File, reading: string | undefined): Promise<OwnBoxes> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<OwnBoxes>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FileMessage>) => {
      if (data.kind === 'progress') ownProgress.value = { name: file.name, share: data.share };
      else if (data.kind === 'done') resolve(data.read);
      else reject(Object.assign(new FileError(data.message), { readings: data.readings }));
    });
    worker.addEventListener('error', () =>
      reject(new FileError('The browser could not read the file.')),
    );
    const request: FileRequest = { file, reading };
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}

/**
 * Reads a file in Node.js for tests, without a Worker. The build of the page removes this function.
 */
async function readHere(file: File, reading: string | undefined): Promise<OwnBoxes> {
  return (await import('./read-content.js')).readContent(file, { reading });
}

/** Number of requests. Only the result of the last request is shown. */
let requests = 0;

/**
 * Reads a file in the interpretation with the id `reading`, by default in the most likely one.
 * Returns true if `ownData` has the boxes of the file. Returns false after an error, which is in
 * `ownError`, or if another file was requested meanwhile; `ownData` then keeps its previous value.
 * `openedFile` or, after an error, `rejectedFile` lists the possible interpretations.
 */
export async function loadFile(file: File, reading?: string): Promise<boolean> {
  const request = ++requests;
  ownError.value = null;
  ownProgress.value = { name: file.name, share: 0 };
  try {
    checkSize(file);
    const read = await (import.meta.env.SSR ? readHere : readInWorker)(file, reading);
    if (request !== requests) return false;
    setOwnData(file.name, read);
    openedFile.value = read.readings ? { file, readings: read.readings } : null;
    rejectedFile.value = null;
    return true;
  } catch (error) {
    if (request !== requests) return false;
    const { message, readings } = toFileError(error);
    rejectedFile.value = readings ? { file, readings } : null;
    ownError.value = `${file.name} cannot be read. ${message}`;
    return false;
  } finally {
    if (request === requests) ownProgress.value = null;
  }
}
