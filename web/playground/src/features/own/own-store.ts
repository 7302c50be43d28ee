/**
 * Stores the last file in the browser, to restore it after a reload. The file is never uploaded.
 */

import {
  type OpenedFile,
  type OwnBoxes,
  type OwnData,
  openedFile,
  setOwnData,
} from '../../model/own-data.js';
import { loadValue, storeValue } from '../../state/browser-store.js';

interface StoredFile extends OwnBoxes {
  readonly name: string;
  /** The file itself, so that it can be read in another interpretation. */
  readonly opened?: OpenedFile | undefined;
}

/** For larger files, only boxes are stored. */
const MAX_STORED_BYTES = 32e6;

/**
 * Stores the boxes and the file. If the browser has no storage, they are lost when the page is
 * closed.
 */
export async function storeOwn(data: OwnData): Promise<void> {
  const { boxes, count, dimensions, omitted, name, noun, triangles, interpretation } = data;
  const opened = openedFile.peek();
  const file: StoredFile = {
    ...{ name, dimensions, boxes, triangles, found: count + omitted, noun, interpretation },
    opened: opened && opened.file.size <= MAX_STORED_BYTES ? opened : undefined,
  };
  await storeValue('last', file);
}

/** Restores the last file, if any. */
export async function restoreOwn(): Promise<void> {
  const file = await loadValue<StoredFile>('last');
  if (!file) return;
  setOwnData(file.name, file);
  openedFile.value = file.opened ?? null;
}
