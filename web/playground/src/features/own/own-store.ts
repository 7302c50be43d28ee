/**
 * Stores the last file in the browser, to restore it after a reload. The file is never uploaded.
 */

import {
  keepOwn,
  type OpenedFile,
  type OwnBoxes,
  type OwnData,
  openedFile,
} from '../../model/own-data.js';
import { keep, kept } from '../../state/browser-store.js';

interface Kept extends OwnBoxes {
  readonly name: string;
  /** The file itself, so that it can be read in another interpretation. */
  readonly opened?: OpenedFile | undefined;
}

/** For larger files, only boxes are stored. */
const MAX_KEPT_BYTES = 32e6;

/**
 * Stores the boxes and the file. If the browser has no storage, they are lost when the page is
 * closed.
 */
export async function storeOwn(data: OwnData): Promise<void> {
  const { boxes, count, dimensions, left, name, noun, triangles, understood } = data;
  const opened = openedFile.peek();
  const file: Kept = {
    ...{ name, dimensions, boxes, triangles, found: count + left, noun, understood },
    opened: opened && opened.file.size <= MAX_KEPT_BYTES ? opened : undefined,
  };
  await keep('last', file);
}

/** Restores the last file, if any. */
export async function restoreOwn(): Promise<void> {
  const file = await kept<Kept>('last');
  if (!file) return;
  keepOwn(file.name, file);
  openedFile.value = file.opened ?? null;
}
