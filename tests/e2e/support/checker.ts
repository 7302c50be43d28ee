/** The accessibility checker, in the page that it checks. */

import axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Its half a megabyte is read once a page, however many tests share that. */
export async function loadChecker(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
}
