/**
 * Drives the Bench page of the built playground with the headless browser of the end-to-end tests.
 */

import type { Configuration } from '../../../web/playground/src/bench/model';
import { writeLink } from '../../../web/playground/src/bench/share';
import { BenchPage } from '../../e2e/support/bench-page';
import { launchBrowser } from '../../e2e/support/browser';
import { servePlayground } from '../../e2e/support/site';

export interface Driving {
  readonly timeoutMs: number;
  /** Called with the progress text of the page when it changes. */
  onProgress(text: string): void;
}

const BEAT_MS = 1000;

async function follow(bench: BenchPage, { timeoutMs, onProgress }: Driving): Promise<void> {
  const begin = performance.now();
  let last = '';
  while (!(await bench.hasEnded())) {
    if (performance.now() - begin > timeoutMs) {
      throw new Error(`no end after ${Math.round(timeoutMs / 1000)} s: ${last}`);
    }
    const text = await bench.progress();
    if (text !== last) onProgress(text);
    last = text;
    await bench.page.waitForTimeout(BEAT_MS);
  }
}

/** Runs a configuration as a visitor would and returns the JSON that the page exports. */
export async function measureInBrowser(
  configuration: Configuration,
  driving: Driving,
): Promise<string> {
  const [browser, site] = await Promise.all([launchBrowser(), servePlayground()]);
  try {
    const context = await browser.newContext({ viewport: { width: 1180, height: 820 } });
    const bench = new BenchPage(await context.newPage(), site.url);
    await bench.open(writeLink(configuration));
    await bench.start();
    await follow(bench, driving);
    const fault = await bench.fault();
    if (fault) throw new Error(`the page says: ${fault}`);
    const text = await bench.exported('Save JSON');
    if (bench.errorMessages.length > 0) throw new Error(bench.errorMessages.join('\n'));
    return text;
  } finally {
    await browser.close();
    await site.close();
  }
}
