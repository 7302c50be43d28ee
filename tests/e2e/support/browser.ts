/** Chromium without network requests of its own. Run one at a time: several slow down each other. */

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

/** Returns the browser shared by all tests of this process; it ends with the process. */
export function theBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}
