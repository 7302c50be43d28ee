/**
 * Service worker for offline use. The build writes it into the folder of index.html and inserts the
 * list of files to cache.
 *
 * HTML is requested from the network first, so online users get the current version. Files in
 * assets/ have content hashes in their names, so cached copies stay valid.
 *
 * The page reports the files that it loaded before the worker was active, and the worker caches
 * them. Cached copies keep their HTTP headers, including the headers for cross-origin isolation.
 *
 * Workbox is not used: with Workbox 7.4, the worker would have 27 kB instead of 7 kB, and
 * vite-plugin-pwa installs 230 packages.
 */

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent extends LifeEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Worker {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  addEventListener(kind: 'install' | 'activate', listen: (event: LifeEvent) => void): void;
  addEventListener(kind: 'fetch', listen: (event: RequestEvent) => void): void;
  addEventListener(
    kind: 'message',
    listen: (event: LifeEvent & { readonly data: unknown }) => void,
  ): void;
}

/**
 * Object that the build inserts: `files` to cache at installation, and `id`, a hash of the file
 * names.
 */
const build = '__BUILD__' as unknown as { readonly files: readonly string[]; readonly id: string };

const worker = self as unknown as Worker;
/**
 * Prefix of the cache name. It separates this cache from the caches of other pages of the same
 * origin.
 */
const root = worker.registration.scope;
const store = `${root} ${build.id}`;
const pages = new Set([root, `${root}index.html`]);

function inAssets(address: string): boolean {
  return address.startsWith(`${root}assets/`);
}

function cachedResponse(address: string): Promise<Response | undefined> {
  return caches.match(address, { ignoreVary: true });
}

async function cacheResponse(address: string, response: Response): Promise<void> {
  try {
    await (await caches.open(store)).put(address, response);
  } catch {
    // the storage may be full; the page still works online
  }
}

async function cacheInitialFiles(): Promise<void> {
  const cache = await caches.open(store);
  await cache.addAll(build.files.map((file) => new URL(file, root).href));
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`${root} `) && name !== store);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function networkFirst(event: RequestEvent, address: string): Promise<Response> {
  try {
    const response = await fetch(event.request);
    if (response.status === 200) event.waitUntil(cacheResponse(address, response.clone()));
    return response;
  } catch (error) {
    const copy = await cachedResponse(address);
    if (copy) return copy;
    throw error;
  }
}

/** Returns whether a response is a file. Some hosts return an HTML page for missing files. */
function isAsset({ headers, status }: Response): boolean {
  return status === 200 && !headers.get('content-type')?.startsWith('text/html');
}

async function cacheFirst(event: RequestEvent, address: string): Promise<Response> {
  const copy = await cachedResponse(address);
  if (copy) return copy;
  const response = await fetch(event.request);
  if (isAsset(response)) event.waitUntil(cacheResponse(address, response.clone()));
  return response;
}

async function cacheLoadedFiles(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    if (!inAssets(address) || (await cachedResponse(address))) continue;
    const response = await fetch(address).catch(() => null);
    if (response && isAsset(response)) await cacheResponse(address, response);
  }
}

worker.addEventListener('install', (event) => event.waitUntil(cacheInitialFiles()));

worker.addEventListener('activate', (event) =>
  event.waitUntil(deleteOldCaches().then(() => worker.clients.claim())),
);

worker.addEventListener('message', (event) => {
  const { data } = event;
  if (Array.isArray(data)) event.waitUntil(cacheLoadedFiles(data.map(String)));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  if (request.method !== 'GET' || !address.startsWith(root)) return;
  if (inAssets(address)) event.respondWith(cacheFirst(event, address));
  else if (pages.has(address)) event.respondWith(networkFirst(event, root));
  else if (request.mode !== 'navigate') event.respondWith(networkFirst(event, address));
});
