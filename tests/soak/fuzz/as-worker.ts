/**
 * Starts a module in Node with the globals of a worker. The glue code of a module with assertions
 * checks its host and rejects Node. The published glue code does not check its host.
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
