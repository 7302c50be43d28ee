/** Measures frames in Chromium with all instances in view, with and without culling. */

import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../../e2e/support/browser';
import { serveBuilt } from '../../e2e/support/site';
import type { FrameOptions, FrameTimes } from './frames/page';

export interface FrameRow extends Pick<FrameOptions, 'kind' | 'order'>, FrameTimes {}

const KINDS = ['InstancedMesh', 'BatchedMesh'] as const;
const ORDERS = ['auto', 'any'] as const;

/** Chromium draws the frames, either with the graphics card or in software. */
export async function measureFrames(instances: number, frames: number): Promise<FrameRow[]> {
  const root = fileURLToPath(new URL('frames', import.meta.url));
  const output = fileURLToPath(new URL('../../e2e/output/frames', import.meta.url));
  const site = await serveBuilt(root, output, 'three');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    await page.waitForFunction(() => window.measureFrames !== undefined);
    const rows: FrameRow[] = [];
    for (const kind of KINDS) {
      for (const order of ORDERS) {
        const options = { kind, order, instances, frames };
        const measured = await page.evaluate((one) => window.measureFrames?.(one), options);
        if (measured === undefined) throw new Error('the page cannot measure frames');
        rows.push({ kind, order, ...measured });
      }
    }
    return rows;
  } finally {
    await browser.close();
    await site.close();
  }
}
