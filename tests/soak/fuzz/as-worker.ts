/**
 * The shipped glue is for pages and workers and asks nobody where it runs. The one with assertions does, and refuses
 * Node; to start it, Node looks like a worker.
 */
export async function asWorker(start: () => Promise<unknown>): Promise<void> {
  const host = globalThis as Record<string, unknown>;
  const looks = { importScripts() {}, self: globalThis, location: { href: '' } };
  const kind = process as { type?: string };
  Object.assign(host, looks);
  kind.type = 'renderer';
  try {
    await start();
  } finally {
    for (const name of Object.keys(looks)) delete host[name];
    delete kind.type;
  }
}
