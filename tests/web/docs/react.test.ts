/**
 * The hook of docs/frameworks.md in React and a real browser. StrictMode runs each effect twice.
 */

import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../../e2e/support/browser.js';
import { blocksOf } from './blocks.js';
import { Project } from './project.js';

const [block] = blocksOf('docs/frameworks.md').filter(({ language }) => language === 'tsx');

/** Script that counts live indices and collects errors of the page. */
const SPY = `
import { WideTree } from 'sapwood/2d';
const live = new Set();
const { build, dispose } = WideTree.prototype;
WideTree.prototype.build = function (...list) { live.add(this); return build.apply(this, list); };
WideTree.prototype.dispose = function () { live.delete(this); return dispose.call(this); };
window.report = { live, built: () => live.size, errors: [] };
addEventListener('error', ({ message }) => window.report.errors.push(message));
`;

/** Component that uses the hook with changed boxes and can be hidden and removed. */
const OTHERS = `
import { Activity, StrictMode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useIndex } from './page.tsx';
const sets = [new Float32Array([0, 0, 1, 1]), new Float32Array([0, 0, 1, 1, 0, 0, 2, 2])];
function Count({ boxes }) {
  const index = useIndex(boxes);
  return <output onClick={({ target }) => { target.title = String(index.queryPoint([0, 0]).length); }}>{String(index?.size)}</output>;
}
function App() {
  const [set, setSet] = useState(0);
  const [mode, setMode] = useState('visible');
  window.app = { setSet, setMode };
  if (mode === 'removed') return 'removed';
  return <Activity mode={mode}><Count boxes={sets[set]} /></Activity>;
}
const root = document.createElement('main');
document.body.append(root);
createRoot(root).render(<StrictMode><Suspense><App /></Suspense></StrictMode>);
`;

/** Component that creates its index in `useMemo`, which fails under StrictMode. */
const WITH_USE_MEMO = `
import { StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { init, WideTree } from 'sapwood/2d';
await init();
function WithUseMemo() {
  const tree = useMemo(() => { const made = new WideTree(); made.build([0, 0, 1, 1]); return made; }, []);
  const [message, setMessage] = useState('');
  useEffect(() => {
    try { setMessage(String(tree.queryPoint([0, 0]).length)); } catch (error) { setMessage(error.message); }
    return () => tree.dispose();
  }, [tree]);
  return <p>{message}</p>;
}
createRoot(document.getElementById('root')).render(<StrictMode><WithUseMemo /></StrictMode>);
`;

/** Polling option: a busy machine may need longer than the default of one second. */
const PATIENCE = { timeout: 20_000 };

const project = new Project();
let browser: Browser;

async function bundle(main: string): Promise<string> {
  project.write('app/main.tsx', main);
  const built = await build({
    root: `${project.folder}/app`,
    configFile: false,
    logLevel: 'error',
    // builds the development version of React, in which StrictMode runs effects twice
    define: { 'process.env.NODE_ENV': '"development"' },
    mode: 'development',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rollupOptions: { input: `${project.folder}/app/main.tsx` },
    },
  });
  const { output } = Array.isArray(built) ? built[0] : (built as never);
  return (output as { code?: string }[]).map(({ code }) => code ?? '').join('\n');
}

async function open(main: string): Promise<Page> {
  const script = await bundle(main);
  const page = await browser.newPage();
  await page.setContent('<!doctype html><div id="root"></div>');
  await page.addScriptTag({ content: script, type: 'module' });
  return page;
}

beforeAll(async () => {
  project.write('app/spy.js', SPY);
  project.write('app/page.tsx', block.code);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  project.remove();
});

test('the example handles a click and has one live index under StrictMode', async () => {
  const page = await open(`import './spy.js'; import './page.tsx';`);
  const board = page.locator('button');
  await board.click({ position: { x: 30, y: 10 } });
  await page.locator('text=Hit: 0, 1').or(page.locator('text=Hit: 1, 0')).waitFor();
  expect(await page.evaluate('window.report.built()')).toBe(1);
  expect(await page.evaluate('window.report.errors')).toEqual([]);
  await page.close();
});

test('the index is disposed when its boxes change and its component is hidden or removed', async () => {
  const page = await open(`import './spy.js'; ${OTHERS}`);
  const output = page.locator('output');
  const settled = async (text: string, alive: number) => {
    await expect.poll(() => page.locator('main').textContent(), PATIENCE).toBe(text);
    // the page also contains the example of the documentation, which creates one more index
    await expect.poll(() => page.evaluate('window.report.built()'), PATIENCE).toBe(alive + 1);
  };
  await settled('1', 1);
  await page.evaluate('window.app.setSet(1)');
  await settled('2', 1);
  await output.click();
  expect(await output.getAttribute('title')).toBe('2');
  await page.evaluate(`window.app.setMode('hidden')`);
  await expect.poll(() => page.evaluate('window.report.built()'), PATIENCE).toBe(1);
  await page.evaluate(`window.app.setMode('visible')`);
  await settled('2', 1);
  await output.click();
  expect(await output.getAttribute('title')).toBe('2');
  await page.evaluate(`window.app.setMode('removed')`);
  await settled('removed', 0);
  expect(await page.evaluate('window.report.errors')).toEqual([]);
  await page.close();
});

test('an index from useMemo is disposed under StrictMode, as documented', async () => {
  const page = await open(`import './spy.js'; ${WITH_USE_MEMO}`);
  await expect.poll(() => page.locator('p').textContent(), PATIENCE).toContain('was disposed');
  await page.close();
});
