/**
 * Uploads to the graphics driver. Sliders, colors and the camera change only uniforms, so they
 * upload no data for any number of nodes. A moving scene uploads its moving boxes, and the number
 * of upload calls does not depend on the number of boxes.
 */

import { describe, expect } from 'vitest';
import { type PlaygroundPage, usePlayground, wide } from './support/playground-page.js';
import { longTest } from './support/volume.js';

interface Traffic {
  uploads: number;
  bytes: number;
  draws: number;
  frames: number;
}

declare global {
  interface Window {
    traffic?: Traffic;
  }
}

const opened = usePlayground();
/** The smallest window that shows all panels. */
const small = { ...wide, viewport: { width: 1280, height: 640 } };
/** Number of items. The tree has 2 * ITEMS - 1 = 99,999 nodes. */
const ITEMS = 50_000;
const MANY = 1000;

function watch({ page }: PlaygroundPage): Promise<void> {
  return page.evaluate(() => {
    const traffic = { uploads: 0, bytes: 0, draws: 0, frames: 0 };
    window.traffic = traffic;
    const driver = WebGL2RenderingContext.prototype as unknown as Record<string, unknown>;
    const wrap = (name: string, note: (args: never[]) => void) => {
      const real = driver[name] as (...args: never[]) => unknown;
      driver[name] = function (this: unknown, ...args: never[]) {
        note(args);
        return real.apply(this, args);
      };
    };
    const sent = (bytes: number) => {
      traffic.uploads++;
      traffic.bytes += bytes;
    };
    wrap('bufferData', ([, data]: (number | ArrayBufferView)[]) => {
      sent(typeof data === 'number' ? data : data.byteLength);
    });
    wrap('bufferSubData', (args: unknown[]) => {
      const data = args[2] as Uint8Array;
      sent(args[4] ? (args[4] as number) * data.BYTES_PER_ELEMENT : data.byteLength);
    });
    for (const name of ['drawArrays', 'drawElements']) {
      for (const form of ['', 'Instanced']) wrap(name + form, () => traffic.draws++);
    }
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) =>
      request((time) => {
        draw(time);
        // callbacks of the test itself draw nothing
        if (!traffic.draws) return;
        traffic.frames++;
      });
  });
}

async function traffic({ page }: PlaygroundPage): Promise<Traffic> {
  const counted = await page.evaluate(() => window.traffic);
  if (!counted) throw new Error('watch() was not called');
  return counted;
}

describe('a resting scene', () => {
  longTest('levels, colors and the camera cause no uploads', async () => {
    const playground = await opened.fresh(small);
    const { page } = playground;
    await playground.open(
      `v=1&scene=uniform&n=${ITEMS}&play=0&show=hierarchy&box=0.5,0.5,0.5,0.02,0.02,0.02`,
    );
    const before = await playground.snapshot();
    expect(before.nodes).toBe(2 * ITEMS - 1);
    await watch(playground);
    await page.getByLabel('Deepest level drawn').fill('7');
    await playground.settle();
    await page.getByLabel('Shallowest level drawn').fill('3');
    await playground.settle();
    expect((await playground.snapshot()).drawnNodes).toBeLessThan(before.drawnNodes);
    for (const color of ['overlap', 'visits', 'level']) await playground.check('color', color);
    await page.mouse.move(480, 60);
    await page.mouse.down();
    for (let i = 1; i <= 4; i++) {
      await page.mouse.move(480 + 9 * i, 60 + 2 * i);
      await playground.settle();
    }
    await page.mouse.up();
    await playground.settle();
    const { bytes, draws, frames, uploads } = await traffic(playground);
    const { pictures, nodeUploads } = await playground.snapshot();
    expect({ uploads, bytes }).toEqual({ uploads: 0, bytes: 0 });
    expect(nodeUploads).toBe(before.nodeUploads);
    expect(pictures - before.pictures).toBeGreaterThan(5);
    expect(draws / frames).toBeLessThan(30);
  });
});

describe('a moving scene', () => {
  async function sent(playground: PlaygroundPage, n: number) {
    await playground.open(
      `v=1&scene=uniform&n=${n}&motion=drift&play=0&show=hierarchy,items&structure=static-tree&q=none`,
    );
    const { nodes } = await playground.snapshot();
    await watch(playground);
    for (let i = 0; i < 4; i++) {
      await playground.page.keyboard.press('.');
      await playground.settle();
    }
    const { bytes, draws, frames, uploads } = await traffic(playground);
    expect((await playground.snapshot()).frame).toBe(4);
    return { nodes, bytes: bytes / 4, uploads: uploads / 4, draws: draws / frames };
  }

  longTest(
    'uploads its boxes once, in a number of calls that does not depend on its size',
    async () => {
      const playground = await opened.fresh(small);
      const few = await sent(playground, 100);
      const many = await sent(playground, MANY);
      expect(many.uploads).toBeLessThanOrEqual(few.uploads + 1);
      expect(many.draws).toBe(few.draws);
      // for each item and node the page uploads 24 bytes of bounds, and 4 bytes that mark hits and
      // the order of visits
      expect(many.bytes).toBeLessThanOrEqual(1.1 * 28 * (MANY + many.nodes) + 2000);
      expect(many.bytes).toBeGreaterThan(24 * MANY);
    },
  );

  longTest('that rests again uploads no bounds when a query is dragged', async () => {
    const playground = await opened.fresh(small);
    await playground.open(
      'v=1&scene=uniform&n=1000&play=0&show=hierarchy,items&box=0.5,0.5,0.5,0.05,0.05,0.05',
    );
    await watch(playground);
    const handle = playground.handle('box-center');
    await handle.focus();
    for (let i = 0; i < 3; i++) await handle.press('ArrowRight');
    await playground.settle();
    const { bytes } = await traffic(playground);
    // for each item and node the page uploads no bounds, and only four bytes that mark hits and the
    // order of visits
    expect(bytes / 3).toBeLessThan(1.5 * 4 * (1000 + 1999));
  });
});
