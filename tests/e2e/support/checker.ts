/** The accessibility checker, in the page that it checks. */

import axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Loads the checker (half a megabyte) once per page. Waits for transitions, because their intermediate colors would be
 * reported.
 */
export async function prepareChecker(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const { target } = animation.effect as KeyframeEffect;
      // transitions in closed details do not advance
      return !(animation instanceof CSSTransition) || !target?.checkVisibility();
    }),
  );
}
