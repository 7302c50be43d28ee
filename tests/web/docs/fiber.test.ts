/** The example of docs/react.md in a real browser. */

import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../e2e/support/browser.js';
import { blocksOf } from './blocks.js';
import { Project } from './project.js';

const [block] = blocksOf('docs/react.md').filter(({ language }) => language === 'tsx');

const project = new Project();
let browser: Browser;

const SPY = `
import { SceneIndex } from 'sapwood/three';
window.culled = 0;
const { cull } = SceneIndex.prototype;
SceneIndex.prototype.cull = function (...list) { window.culled += 1; return cull.apply(this, list); };
`;

beforeAll(async () => {
  project.write('app/page.tsx', block.code);
  project.write('app/spy.js', SPY);
  project.write('app/main.tsx', `import './spy.js'; import './page.tsx';`);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  project.remove();
});

test('the React Three Fiber example shows the number of the tree under the pointer', async () => {
  const built = await build({
    root: `${project.folder}/app`,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: { input: `${project.folder}/app/main.tsx` },
    },
  });
  const { output } = Array.isArray(built) ? built[0] : (built as never);
  const scripts = (output as { code?: string; isEntry?: boolean }[]).filter((one) => one.isEntry);
  const page = await browser.newPage({ viewport: { width: 600, height: 400 } });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.setContent('<!doctype html><div id="root"></div>');
  await page.addScriptTag({ content: scripts[0].code ?? '', type: 'module' });
  await page.waitForFunction('window.culled > 1');
  const canvas = await page.locator('canvas').boundingBox();
  if (canvas === null) throw new Error('no canvas');
  await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2);
  await page.locator('text=Tree 50').waitFor();
  await page.mouse.move(canvas.x + canvas.width / 2 + 81, canvas.y + canvas.height / 2 + 3);
  await page.waitForFunction(`!document.querySelector('p').textContent.includes('Tree 50')`);
  expect(await page.locator('p').textContent()).toMatch(/^Tree \d+$/);
  expect(errors).toEqual([]);
  await page.close();
});
