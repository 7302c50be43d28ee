/** The initial state of Explore. */

import { describe, expect, test } from 'vitest';
import { decodePng, statistics } from './support/pixels.js';
import { usePlayground, wide } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();

describe('the first page', () => {
  test('opens on at least 1,000 bullets in a hash grid', async () => {
    const playground = await opened.page();
    await playground.load();
    const before = await playground.snapshot();
    expect((await playground.hits()).length).toBeGreaterThan(0);
    await playground.page.waitForFunction(
      (frame) => (window.playground?.snapshot()?.frame ?? 0) >= frame,
      before.frame + 3,
    );
    // pauses the scene, because further frames would delay the next calls
    await playground.page.keyboard.press(' ');
    await playground.settle();
    const after = await playground.snapshot();
    expect(after.settings).toMatchObject({ scene: 'bullets', structure: 'hash-grid', dim: 2 });
    expect(after.items).toBeGreaterThanOrEqual(1000);
    expect(after.drawnNodes).toBe(after.nodes);
    const picture = decodePng(await playground.page.screenshot());
    const { colors, commonest, vivid } = statistics(picture, [170, 60, 460, 287]);
    expect(colors).toBeGreaterThan(40);
    expect(commonest).toBeLessThan(0.9);
    expect(vivid).toBeGreaterThan(500);
  });

  test('the tree of the moving pile stays valid and equals brute force', async () => {
    const playground = await opened.page({ ...wide, viewport: { width: 900, height: 500 } });
    await playground.open('v=1&n=300&box=0.5,0.5,0.5,0.3,0.3,0.3&speed=4&show=bodies');
    await playground.page.waitForFunction(() => (window.playground?.snapshot()?.frame ?? 0) >= 40);
    await playground.page.keyboard.press(' ');
    await playground.settle();
    const hits = await playground.hits();
    expect(hits.length).toBeGreaterThan(10);
    expect(hits).toEqual(await playground.bruteForceHits());
    expect((await playground.snapshot()).pairs).toBe(await playground.bruteForcePairs());
    expect(await playground.faults()).toEqual([]);
  });

  test('draws on demand and not while paused', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=50&play=0');
    const { pictures } = await playground.snapshot();
    await playground.frames(20);
    expect((await playground.snapshot()).pictures).toBe(pictures);
  });

  longTest('does not move if the user prefers reduced motion', async () => {
    const playground = await opened.page({ ...wide, reducedMotion: 'reduce' });
    await playground.open('v=1&scene=uniform&n=50');
    await playground.frames(20);
    const { frame, settings } = await playground.snapshot();
    expect(settings.play).toBe(false);
    expect(frame).toBe(0);
    await playground.page.getByRole('button', { name: 'Play' }).click();
    await playground.page.waitForFunction(() => (window.playground?.snapshot()?.frame ?? 0) > 0);
  });

  test('runs with a policy that forbids eval', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=50&play=0');
    const policy = await playground.page.getAttribute(
      'meta[http-equiv="Content-Security-Policy"]',
      'content',
    );
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    const evaluated = await playground.page.evaluate(
      () =>
        new Promise((resolve) => {
          const script = document.createElement('script');
          script.textContent = 'window.evaluated = true';
          document.addEventListener('securitypolicyviolation', () => resolve('refused'));
          document.head.append(script);
          if ('evaluated' in window) resolve('evaluated');
        }),
    );
    expect(evaluated).toBe('refused');
    // the error message of the browser about the rejected script is expected
    playground.errorMessages.length = 0;
  });
});
