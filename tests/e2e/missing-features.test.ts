/** If the browser lacks a feature or the server lacks a file, the page shows a message. */

import { describe, expect, test } from 'vitest';
import { usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();

describe('reports', () => {
  test.each([
    ['WebGL 2', 'HTMLCanvasElement.prototype.getContext = () => null', /WebGL 2/],
    ['WebAssembly SIMD', 'WebAssembly.validate = () => false', /SIMD/],
  ])('a browser without %s', async (_what, script, message) => {
    const playground = await opened.fresh();
    await playground.page.addInitScript(script);
    await playground.page.goto(`${opened.site().url}?aa=0#explore`);
    const alert = playground.page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(message);
  });

  test('a module that cannot be loaded', async () => {
    const playground = await opened.fresh();
    await playground.page.route('**/*.wasm', (route) => route.abort());
    await playground.page.goto(`${opened.site().url}?aa=0#explore`);
    const alert = playground.page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/could not start/);
    playground.errorMessages.length = 0;
  });

  longTest('a scene that cannot be loaded, and offers the others', async () => {
    const playground = await opened.fresh();
    await playground.page.route('**/rapier*.js', (route) => route.abort());
    await playground.page.goto(`${opened.site().url}?aa=0#v=1&show=bodies`);
    const status = playground.page.locator('.status-failed');
    await status.waitFor();
    expect(await status.textContent()).toMatch(/Falling pile could not be loaded/);
    await playground.select('scene', 'coincident');
    expect((await playground.snapshot()).settings.scene).toBe('coincident');
    playground.errorMessages.length = 0;
  });
});
