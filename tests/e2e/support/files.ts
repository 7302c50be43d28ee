/**
 * Server for the built files of the package, without a bundler, and for files that a test defines
 * as texts.
 */

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Site } from './site.js';

const packageFolder = fileURLToPath(new URL('../../../web/sapwood', import.meta.url));
const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  mjs: 'text/javascript',
  wasm: 'application/wasm',
};

/** Serves the folder `/dist/` of the package, and each text of `texts` at its path. */
export async function serveFiles(
  texts: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = `${packageFolder}${pathname}`;
    const isFile = /^\/dist\/[\w/.-]+$/.test(pathname) && existsSync(file);
    const content = texts[pathname] ?? (isFile ? readFileSync(file) : undefined);
    const type = TYPES[pathname.split('.').at(-1) ?? ''] ?? 'text/plain';
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type, ...headers });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}
