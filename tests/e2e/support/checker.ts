/** The accessibility checker axe, which runs in the checked page. */

import axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Loads the checker (half a megabyte) once per page. Then waits until CSS transitions end, because
 * the checker would report their intermediate colors.
 */
export async function prepareChecker(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const { target } = animation.effect as KeyframeEffect;
      // transitions of invisible elements are ignored: in a closed `details` element they never end
      return !(animation instanceof CSSTransition) || !target?.checkVisibility();
    }),
  );
}
