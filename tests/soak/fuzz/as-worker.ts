/**
 * Starts a module in Node with the globals of a worker. The published glue does not check its host. The glue with
 * assertions does, and it rejects Node.
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
