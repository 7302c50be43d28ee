/** Chromium without anything that reaches for a network. One at a time: several starve each other. */

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
      // what a page asks of memory is answered at once, not with the next collection of garbage
      '--enable-blink-features=ForceEagerMeasureMemory',
      ...more,
    ],
  });
}

let shared: Promise<Browser> | undefined;

/** The browser of all tests of this process; it ends with the process. */
export function theBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}
