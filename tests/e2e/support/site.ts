/**
 * Servers for the tests: for the built playground, and for fixtures that use the package, with
 * Vite's development server or built.
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, createServer, type InlineConfig, preview } from 'vite';

const playgroundRoot = fileURLToPath(new URL('../../../web/playground', import.meta.url));

export const playgroundFolder = `${playgroundRoot}/dist`;

export interface Site {
  readonly url: string;
  close(): Promise<void>;
}

function firstUrl(urls: { readonly local: readonly string[] } | null): string {
  const url = urls?.local[0];
  if (!url) throw new Error('the server has no address');
  return url;
}

export async function servePlayground(): Promise<Site> {
  if (!existsSync(`${playgroundFolder}/index.html`)) {
    throw new Error('the playground is not built: run `npm run test:e2e` in the root');
  }
  const server = await preview({
    root: playgroundRoot,
    build: { outDir: playgroundFolder },
    preview: { port: 0 },
    logLevel: 'error',
  });
  return { url: firstUrl(server.resolvedUrls), close: () => server.close() };
}

let shared: Promise<Site> | undefined;

/** All tests of this process share the server. It ends with the process. */
export function sharedPlayground(): Promise<Site> {
  shared ??= servePlayground();
  return shared;
}

function fixture(root: string): InlineConfig {
  return { root, configFile: false, base: './', logLevel: 'error', clearScreen: false };
}

export async function serveSources(root: string, cacheDir: string): Promise<Site> {
  const server = await createServer({ ...fixture(root), cacheDir, server: { port: 0 } });
  await server.listen();
  return { url: firstUrl(server.resolvedUrls), close: () => server.close() };
}

/**
 * @param three - Name of the package that replaces `three`, such as `three-0.170`.
 */
export async function serveBuilt(root: string, outDir: string, three = 'three'): Promise<Site> {
  const alias = [{ find: /^three(?=$|\/)/, replacement: three }];
  const config = { ...fixture(root), resolve: { alias } };
  await build({ ...config, build: { outDir, emptyOutDir: true, target: 'es2022' } });
  const server = await preview({ ...config, build: { outDir }, preview: { port: 0 } });
  return { url: firstUrl(server.resolvedUrls), close: () => server.close() };
}
