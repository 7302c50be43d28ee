/**
 * Starts Chromium without background network requests. Run only one browser at a time, because
 * several slow each other down.
 */

import { type Browser, chromium } from 'playwright-core';

export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.SAPWOOD_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--enable-unsafe-swiftshader',
      '--enable-unsafe-webgpu',
      // measures memory immediately instead of at the next garbage collection
      '--enable-blink-features=ForceEagerMeasureMemory',
      ...more,
    ],
  });
}

let shared: Promise<Browser> | undefined;

/** All tests of this process share the browser. It exits with the process. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}
