/** The visitor's last file, kept by the browser, so that the page shows it again after a reload. It goes nowhere else. */

import {
  keepOwn,
  type OpenedFile,
  type OwnBoxes,
  type OwnData,
  openedFile,
} from '../../model/own-data.js';

const DATABASE = 'sapwood-playground';
const FILES = 'files';
const LAST = 'last';

interface Kept extends OwnBoxes {
  readonly name: string;
  /** The file, to read it in another way. */
  readonly opened?: OpenedFile | undefined;
}

/** Of a larger file only the boxes are kept. */
const MOST_KEPT_BYTES = 32e6;

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(FILES));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

async function withFiles<Result>(
  mode: IDBTransactionMode,
  ask: (files: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const request = ask(database.transaction(FILES, mode).objectStore(FILES));
      request.transaction?.addEventListener('complete', () => resolve(request.result));
      request.transaction?.addEventListener('abort', () => reject(request.error));
    });
  } finally {
    database.close();
  }
}

/** A browser that lets nothing be stored forgets the file with the page. */
export async function storeOwn(data: OwnData): Promise<void> {
  const { boxes, count, dimensions, left, name, noun, understood } = data;
  const file = openedFile.peek();
  const kept: Kept = {
    ...{ name, dimensions, boxes, found: count + left, noun, understood },
    opened: file && file.file.size <= MOST_KEPT_BYTES ? file : undefined,
  };
  await withFiles('readwrite', (files) => files.put(kept, LAST)).catch(() => {});
}

/** Brings the last file back, where there is one. */
export async function restoreOwn(): Promise<void> {
  try {
    const kept = await withFiles<Kept | undefined>('readonly', (files) => files.get(LAST));
    if (!kept) return;
    keepOwn(kept.name, kept);
    openedFile.value = kept.opened ?? null;
  } catch {
    // nothing is kept here
  }
}
