/**
 * Counts the canvases that a page draws per frame, the elements that it adds per task, and its
 * Workers. A page with small counts is responsive, which a test can check on any machine.
 */

import type { Page } from 'playwright-core';

interface Counts {
  /** Maximum number of canvases drawn in one frame. */
  canvases: number;
  /** Total number of drawn canvases. */
  drawn: number;
  /** Maximum number of elements added in one task. */
  elements: number;
  /** Number of running Workers. `started` is the total number of started Workers. */
  workers: number;
  started: number;
}

declare global {
  interface Window {
    counts?: Counts;
  }
}

/** Starts counting at the next load of the page. */
export async function countOn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counts = { canvases: 0, drawn: 0, elements: 0, workers: 0, started: 0 };
    window.counts = counts;
    const context = CanvasRenderingContext2D.prototype;
    const { clearRect } = context;
    let inFrame = 0;
    context.clearRect = function (...area) {
      if (inFrame++ === 0) {
        requestAnimationFrame(() => {
          inFrame = 0;
        });
      }
      counts.drawn++;
      counts.canvases = Math.max(counts.canvases, inFrame);
      clearRect.apply(this, area);
    };
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
      const size = (node: Node) =>
        node instanceof Element ? 1 + node.getElementsByTagName('*').length : 0;
      const elements = added.reduce((sum, node) => sum + size(node), 0);
      counts.elements = Math.max(counts.elements, elements);
    }).observe(document, { subtree: true, childList: true });
    window.Worker = class extends Worker {
      private isThere = true;

      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        counts.workers++;
        counts.started++;
      }

      override terminate(): void {
        super.terminate();
        if (this.isThere) counts.workers--;
        this.isThere = false;
      }
    };
  });
}

/** Resets all counts except for Workers. */
export function resetCounts(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.assign(window.counts ?? {}, { canvases: 0, drawn: 0, elements: 0 });
  });
}

export async function countsOf(page: Page): Promise<Counts> {
  const counts = await page.evaluate(() => window.counts);
  if (!counts) throw new Error('countOn() was not called');
  return counts;
}
