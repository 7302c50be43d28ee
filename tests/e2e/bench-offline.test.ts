/**
 * The Bench page without a network and a cache: it shows a message, and opens when the network is
 * back.
 */

import { expect } from 'vitest';
import { usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();

longTest('shows a message without a network, and opens when the network is back', async () => {
  const playground = await opened.fresh();
  await playground.open('v=1&scene=uniform&n=20&play=0&show=items');
  const { page } = playground;
  await page.context().setOffline(true);
  try {
    await page.keyboard.press('b');
    const boot = page.locator('#bench-boot.boot-failed');
    await boot.waitFor();
    expect(await boot.textContent()).toBe(
      'Bench could not start. There is no network connection. The page reloads when the connection is back.',
    );
  } finally {
    await page.context().setOffline(false);
  }
  await page.waitForFunction(() => window.benchPage !== undefined);
  expect(await page.locator('#bench-boot').count()).toBe(0);
  // the error messages of the browser about the missing network are expected
  playground.errorMessages.length = 0;
});
