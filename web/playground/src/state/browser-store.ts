/** Values that the browser stores between visits: the last file and the last Bench run. */

const DATABASE = 'sapwood-playground';
const FILES = 'files';

type StoreKey = 'last' | 'bench-run';

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
  run: (files: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const request = run(database.transaction(FILES, mode).objectStore(FILES));
      request.transaction?.addEventListener('complete', () => resolve(request.result));
      request.transaction?.addEventListener('abort', () => reject(request.error));
    });
  } finally {
    database.close();
  }
}

/** Stores a value. Does nothing if storage is not available. */
export async function storeValue(key: StoreKey, value: unknown): Promise<void> {
  await withFiles('readwrite', (files) => files.put(value, key)).catch(() => {});
}

/** Returns the value of a key; undefined if there is no value or storage is not available. */
export function loadValue<Value>(key: StoreKey): Promise<Value | undefined> {
  return withFiles<Value | undefined>('readonly', (files) => files.get(key)).catch(() => undefined);
}
