/** Reads a file beside the page, which stays fluent however many lines there are. */

import type { OwnBoxes } from '../../model/own-data.js';
import { faultOf, readContent } from './read-content.js';

/** What the Worker sends: shares of the way, then the boxes or what is wrong. */
export type FileMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly read: OwnBoxes }
  | { readonly kind: 'fault'; readonly why: string };

const send = (message: FileMessage, moved: Transferable[] = []) =>
  (self as unknown as Worker).postMessage(message, moved);

self.addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  try {
    const read = await readContent(file, (share) => send({ kind: 'progress', share }));
    send({ kind: 'done', read }, [read.boxes.buffer as ArrayBuffer]);
  } catch (error) {
    send({ kind: 'fault', why: faultOf(error) });
  }
});
