/** Serves the built playground compressed with Brotli, as most web hosts do. */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { playgroundFolder, type Site } from './site.js';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
};
const packed = /\.(png|webp)$/;

/**
 * Returns the content of a file of the playground. It is compressed with Brotli, unless the format
 * of the file is already compressed.
 */
export function compressed(path: string): Buffer {
  const content = readFileSync(join(playgroundFolder, path));
  if (packed.test(path)) return content;
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}

export async function serveCompressed(): Promise<Site> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = pathname === '/' ? 'index.html' : pathname;
    try {
      const content = compressed(path);
      response.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream');
      if (!packed.test(path)) response.setHeader('Content-Encoding', 'br');
      response.setHeader('Cache-Control', 'max-age=31536000');
      response.end(content);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
