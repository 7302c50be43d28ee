/** A file that was dropped or chosen: read in a Worker, and kept for the next visit. */

import { FileFault, keepOwn, type OwnBoxes, ownFault, ownProgress } from '../../model/own-data.js';
import { checkSize, faultOf, readContent } from './read-content.js';
import type { FileMessage } from './read-worker.js';

function readInWorker(file: File): Promise<OwnBoxes> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<OwnBoxes>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FileMessage>) => {
      if (data.kind === 'progress') ownProgress.value = { name: file.name, share: data.share };
      else if (data.kind === 'done') resolve(data.read);
      else reject(new FileFault(data.why));
    });
    worker.addEventListener('error', () => reject(new FileFault('The browser could not read it.')));
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

/** True when the file's boxes are there now; else `ownFault` says why not, and what was there stays. */
export async function takeFile(file: File): Promise<boolean> {
  ownFault.value = null;
  ownProgress.value = { name: file.name, share: 0 };
  try {
    checkSize(file);
    const read = await (typeof Worker === 'undefined' ? readContent(file) : readInWorker(file));
    keepOwn(file.name, read);
    return true;
  } catch (error) {
    ownFault.value = `${file.name} cannot be read. ${faultOf(error)}`;
    return false;
  } finally {
    ownProgress.value = null;
  }
}
