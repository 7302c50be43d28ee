/**
 * A message announces each long operation before it starts. The scene of the pile is at rest if the
 * user prefers reduced motion.
 */

import { QUIET_FRAMES } from 'scenes/pile';
import { expect, test } from 'vitest';
import { type PlaygroundPage, phone, usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();

async function listen({ page }: PlaygroundPage): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const messages: string[] = [];
    Object.assign(window, { messages });
    const status = document.querySelector('.status') as Element;
    new MutationObserver(() => messages.push(status.textContent ?? '')).observe(status, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  return () => page.evaluate(() => (window as unknown as { messages: string[] }).messages);
}

test('a long build is announced before it blocks the page, a short build is not', async () => {
  const playground = await opened.page();
  const scene = 'v=1&dim=2&scene=uniform&play=0&show=problems&q=none';
  await playground.open(`${scene}&n=60`);
  const messages = await listen(playground);
  await playground.goTo(`${scene}&n=21000`);
  await playground.page.waitForFunction(() => window.playground?.snapshot()?.items === 21_000);
  await playground.ready();
  await playground.select('structure', 'quadtree');
  const texts = await messages();
  expect(texts).toContain('Loading Uniform');
  expect(texts).toContain('Building Dynamic AABB tree over 21,000 boxes');
  expect(texts.some((text) => /^Building Quadtree.* over 21,000 boxes$/.test(text))).toBe(true);
  expect((await playground.snapshot()).structure).toBe('quadtree');
  // of several quick selections, the last one applies
  for (const id of ['r-tree', 'kd-tree', 'octree']) {
    await (await playground.control('select[name="structure"]')).selectOption(id);
  }
  await playground.page.waitForFunction(
    () => window.playground?.snapshot()?.structure === 'octree',
  );
  await playground.ready();
  expect(await playground.faults()).toEqual([]);
});

longTest('the pile rests with hits if reduced motion is preferred', async () => {
  const playground = await opened.fresh({ ...phone, reducedMotion: 'reduce' });
  const { page } = playground;
  await playground.open('v=1&scene=pile&n=200');
  await page.waitForFunction(
    (frame) => window.playground?.snapshot()?.frame === frame,
    QUIET_FRAMES,
  );
  await playground.settle();
  const { frame, settings } = await playground.snapshot();
  expect(settings.play).toBe(false);
  const boxes = await playground.boxes();
  const bottoms = boxes.filter((_, i) => i % 6 === 1);
  expect(Math.min(...bottoms)).toBeLessThan(0.3);
  expect((await playground.hits()).length).toBeGreaterThan(0);
  expect(await playground.hits()).toEqual(await playground.bruteForceHits());
  await playground.frames(5);
  expect((await playground.snapshot()).frame).toBe(frame);
});
