/** In what order the page is loaded: what the first picture needs comes first, and at once. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';

const opened = usePlayground();
const dist = fileURLToPath(new URL('../../web/playground/dist/', import.meta.url));
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const nameOf = (url: string) => new URL(url).pathname.split('/').pop() || 'index.html';

/** Lets files of a page wait. */
async function hold(page: Page, files: RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(files, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

interface Loads {
  /** Asked for while the first script of the page had not come. */
  readonly byPage: readonly string[];
  /** Asked for then, while the bytes of the module had not come. */
  readonly byScripts: readonly string[];
}

/** Every file that is asked for until the first picture could be drawn. */
async function loads({ page }: PlaygroundPage, hash = ''): Promise<Loads> {
  const found: string[] = [];
  page.on('request', (request) => found.push(nameOf(request.url())));
  const sendScript = await hold(page, /\/index-[^/]*\.js/);
  const sendModule = await hold(page, /\/core-[^/]*\.wasm/);
  await page.goto(`${opened.site().url}?aa=0${hash}`, { waitUntil: 'commit' });
  await page.waitForTimeout(1500);
  const byPage = found.splice(0);
  sendScript();
  await page.waitForLoadState('load');
  await page.waitForTimeout(1500);
  const byScripts = found.splice(0);
  sendModule();
  await page.waitForFunction(
    () => window.playground !== undefined || window.benchPage !== undefined,
  );
  return { byPage, byScripts };
}

const scripts = (names: readonly string[]) => names.filter((name) => /\.(js|wasm)$/.test(name));

test('the page itself asks for the module, then for all scripts of the first picture', async () => {
  const { byPage, byScripts } = await loads(await opened.fresh(phone));
  expect(scripts(byPage)[0]).toMatch(/^core-.*\.wasm$/);
  for (const part of [/^explore-/, /^three/, /^signals/, /^index-.*\.css$/]) {
    expect(byPage).toContainEqual(expect.stringMatching(part));
  }
  // what shows the scene that the address asks for
  expect(scripts(byScripts).sort()).toEqual([
    expect.stringMatching(/^pile-source-/),
    expect.stringMatching(/^random-/),
  ]);
  const all = scripts([...byPage, ...byScripts]);
  expect(all.filter((name) => /rapier|late-|bench|heat|embed|inspection/.test(name))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});

test('that is at most 250 kB, packed, without the module', async () => {
  const { byPage, byScripts } = await loads(await opened.fresh(phone));
  const names = [...new Set([...byPage, ...byScripts])].filter((name) => !/wasm$/.test(name));
  expect(names).toContain('index.html');
  expect(scripts(names).length).toBeGreaterThan(5);
  const bytes = names.map((name) => {
    const folder = /\.(js|css)$/.test(name) ? 'assets/' : '';
    return gzipSync(readFileSync(`${dist}${folder}${name}`)).length;
  });
  expect(bytes.reduce((a, b) => a + b)).toBeLessThan(250_000);
});

test('the pile falls before its engine is there, and the engine goes on from there', async () => {
  const playground = await opened.fresh(phone);
  const { page } = playground;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(nameOf(request.url())));
  const sendEngine = await hold(page, /\/rapier[^/]*\.js/);
  await page.goto(`${opened.site().url}?aa=0#v=1&n=300&speed=8&show=bodies&q=none`);
  await page.waitForFunction(() => (window.playground?.snapshot()?.frame ?? 0) > 5);
  expect(asked.filter((name) => name.startsWith('rapier')).length).toBe(1);
  const lowest = (boxes: readonly number[]) => Math.min(...boxes.filter((_, i) => i % 6 === 1));
  // nothing has reached the bowl, and nothing will
  await page.waitForTimeout(1500);
  expect(lowest(await playground.boxes())).toBeGreaterThan(0.5);
  expect(await playground.faults()).toEqual([]);
  sendEngine();
  await page.waitForFunction(
    () => {
      const bottoms = window.playground?.boxes().filter((_, i) => i % 6 === 1) ?? [];
      return Math.min(...bottoms) < 0.3;
    },
    null,
    { timeout: 50_000, polling: 500 },
  );
  expect(lowest(await playground.boxes())).toBeGreaterThan(-1);
  expect(await playground.faults()).toEqual([]);
});

test('an address of Bench asks for nothing of Explore', async () => {
  const { byPage, byScripts } = await loads(await opened.fresh(phone), '#bench');
  expect(byScripts).toContainEqual(expect.stringMatching(/^open-bench/));
  const all = scripts([...byPage, ...byScripts]);
  expect(all.filter((name) => /^(explore|three|Orbit)|wasm$/.test(name))).toEqual([]);
});
