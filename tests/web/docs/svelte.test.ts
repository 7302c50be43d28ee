/** The component of docs/frameworks.md in Svelte and a real browser. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { compile } from 'svelte/compiler';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../e2e/support/browser.js';
import { Project } from './project.js';

const PAGE = fileURLToPath(new URL('../../../docs/frameworks.md', import.meta.url));
const [, component] = readFileSync(PAGE, 'utf8').match(/```svelte\n([\s\S]*?)```/) ?? [];

/**
 * Script that mounts the component, counts live indices, and adds functions that change and remove
 * the component.
 */
const MAIN = `
import { init, WideTree } from 'sapwood/2d';
import { flushSync, mount, unmount } from 'svelte';
import Board from './Board.svelte';
import Parent from './Parent.svelte';

const live = new Set();
const { build, dispose } = WideTree.prototype;
WideTree.prototype.build = function (...list) { live.add(this); return build.apply(this, list); };
WideTree.prototype.dispose = function () { live.delete(this); return dispose.call(this); };

await init();
const app = mount(Parent, { target: document.body, props: { Board } });
window.app = {
  live: () => live.size,
  setBoxes: (numbers) => flushSync(() => app.setBoxes(new Float32Array(numbers))),
  remove: () => unmount(app),
};
`;

const PARENT = `
<script>
  let { Board } = $props();
  let boxes = $state.raw(new Float32Array([0, 0, 40, 40, 20, 0, 60, 40]));
  export const setBoxes = (next) => { boxes = next; };
</script>
<Board {boxes} />
`;

const svelte: Plugin = {
  name: 'svelte',
  transform(code, id) {
    if (!id.endsWith('.svelte')) return undefined;
    const { js } = compile(code, { filename: id, generate: 'client', dev: true });
    return { code: js.code, map: null };
  },
};

const project = new Project();
let browser: Browser;

async function bundle(): Promise<string> {
  const built = await build({
    root: `${project.folder}/app`,
    configFile: false,
    logLevel: 'error',
    plugins: [svelte],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rollupOptions: { input: `${project.folder}/app/main.js` },
    },
  });
  const { output } = Array.isArray(built) ? built[0] : (built as never);
  return (output as { code?: string }[]).map(({ code }) => code ?? '').join('\n');
}

beforeAll(async () => {
  project.write('app/Board.svelte', component);
  project.write('app/Parent.svelte', PARENT);
  project.write('app/main.js', MAIN);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  project.remove();
});

test('the component handles clicks, uses changed boxes and disposes its index', async () => {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.setContent('<!doctype html><body></body>');
  await page.addScriptTag({ content: await bundle(), type: 'module' });

  const board = page.locator('button');
  await board.click({ position: { x: 30, y: 10 } });
  await page.locator('text=Hit: 0, 1').or(page.locator('text=Hit: 1, 0')).waitFor();
  expect(await page.evaluate('app.live()')).toBe(1);

  await page.evaluate('app.setBoxes([0, 0, 1, 1, 20, 0, 60, 40])');
  await board.click({ position: { x: 30, y: 10 } });
  await page.locator('text=/Hit: 1$/').waitFor();
  expect(await page.evaluate('app.live()')).toBe(1);

  await page.evaluate('app.remove()');
  expect(await page.evaluate('app.live()')).toBe(0);
  expect(errors).toEqual([]);
  await page.close();
});
