/** The visitor's last file, kept by the browser, so that the page shows it again after a reload. It goes nowhere else. */

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
  /** The file, to read it in another way. */
  readonly opened?: OpenedFile | undefined;
}

/** Of a larger file only the boxes are kept. */
const MOST_KEPT_BYTES = 32e6;

/** A browser that lets nothing be stored forgets the file with the page. */
export async function storeOwn(data: OwnData): Promise<void> {
  const { boxes, count, dimensions, left, name, noun, triangles, understood } = data;
  const opened = openedFile.peek();
  const file: Kept = {
    ...{ name, dimensions, boxes, triangles, found: count + left, noun, understood },
    opened: opened && opened.file.size <= MOST_KEPT_BYTES ? opened : undefined,
  };
  await keep('last', file);
}

/** Brings the last file back, where there is one. */
export async function restoreOwn(): Promise<void> {
  const file = await kept<Kept>('last');
  if (!file) return;
  keepOwn(file.name, file);
  openedFile.value = file.opened ?? null;
}
