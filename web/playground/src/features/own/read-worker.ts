/** Worker that reads files, to keep the page responsive. */

import type { OwnBoxes, Readings } from '../../model/own-data.js';
import { toFileError } from './file-errors.js';
import { readContent } from './read-content.js';

/** Request with a file and the selected interpretation. */
export interface FileRequest {
  readonly file: File;
  readonly reading: string | undefined;
}

/** Progress, then boxes or an error. */
export type FileMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly read: OwnBoxes }
  | { readonly kind: 'error'; readonly message: string; readonly readings: Readings | undefined };

const send = (message: FileMessage, moved: Transferable[] = []) =>
  (self as unknown as Worker).postMessage(message, moved);

self.addEventListener('message', async ({ data }: MessageEvent<FileRequest>) => {
  const progress = (share: number) => send({ kind: 'progress', share });
  try {
    const read = await readContent(data.file, { progress, reading: data.reading });
    const arrays = [read.boxes, ...(read.triangles ? [read.triangles] : [])];
    send(
      { kind: 'done', read },
      arrays.map(({ buffer }) => buffer as ArrayBuffer),
    );
  } catch (error) {
    const { message, readings } = toFileError(error);
    send({ kind: 'error', message, readings });
  }
});
