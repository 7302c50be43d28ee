/** Order of requests: the page requests the files for the first picture first and in parallel. */

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type PlaygroundPage, phone, usePlayground } from './support/playground-page.js';
import { playgroundFolder } from './support/site.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();

const nameOf = (url: string) => new URL(url).pathname.split('/').pop() || 'index.html';

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

/** Records the names of requested files, and the requests that have no response yet. */
function watch({ page }: PlaygroundPage) {
  const found: string[] = [];
  const pending = new Set<unknown>();
  page.on('request', (request) => {
    found.push(nameOf(request.url()));
    pending.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => pending.delete(request));
  }
  return { found, pending };
}

interface Loads {
  /** Files that were requested before the first script was loaded. */
  readonly byPage: readonly string[];
  /**
   * Files that were requested after the first script and before the WebAssembly module was loaded.
   */
  readonly byScripts: readonly string[];
}

async function loads(playground: PlaygroundPage, hash = '#explore'): Promise<Loads> {
  const { page } = playground;
  const { found, pending } = watch(playground);
  /** Waits until only the files that the test holds back are pending, and no requests start. */
  const quiet = async () => {
    const isHeld = (name: string) => /^index-.*\.js$|\.wasm$/.test(name);
    for (let before = -1; before !== found.length || pending.size > found.filter(isHeld).length; ) {
      before = found.length;
      await playground.frames(10);
    }
  };
  const sendScript = await hold(page, /\/index-[^/]*\.js/);
  const sendModule = await hold(page, /\/trace-[^/]*\.wasm/);
  await page.goto(`${opened.site().url}?aa=0${hash}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState === 'interactive');
  await quiet();
  const byPage = found.slice();
  sendScript();
  await page.waitForLoadState('load');
  await quiet();
  const byScripts = found.slice(byPage.length);
  sendModule();
  await page.waitForFunction(
    () => window.playground !== undefined || window.benchPage !== undefined,
  );
  return { byPage, byScripts };
}

const scripts = (names: readonly string[]) => names.filter((name) => /\.(js|wasm)$/.test(name));

test('the page requests the module, then all scripts of the first picture: 300 kB', async () => {
  const { byPage, byScripts } = await loads(await opened.fresh(phone));
  expect(scripts(byPage)[0]).toMatch(/^trace-.*\.wasm$/);
  for (const part of [/^explore-/, /^three/, /^signals/, /^page-.*\.css$/]) {
    expect(byPage).toContainEqual(expect.stringMatching(part));
  }
  expect(scripts(byScripts).sort()).toEqual([
    ...['box-source-', 'distributions-', 'motions-', 'random-', 'scene-'].map((name) =>
      expect.stringMatching(`^${name}`),
    ),
    // two modules are named `scene-source`
    expect.stringMatching(/^scene-source-/),
    expect.stringMatching(/^scene-source-/),
  ]);
  const all = scripts([...byPage, ...byScripts]);
  expect(all.filter((name) => /rapier|late-|bench|heat|embed|inspection/.test(name))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  // gzipped size without the WebAssembly module; index.html includes 13 kB for the landing page
  const names = [...new Set([...byPage, ...byScripts])].filter((name) => !/wasm$/.test(name));
  expect(names).toContain('index.html');
  expect(scripts(names).length).toBeGreaterThan(5);
  const bytes = names.map((name) => {
    const folder = /\.(js|css)$/.test(name) ? 'assets/' : '';
    return gzipSync(readFileSync(`${playgroundFolder}/${folder}${name}`)).length;
  });
  expect(bytes.reduce((a, b) => a + b)).toBeLessThan(300_000);
});

longTest(
  'the pile falls before the physics engine is loaded, and the engine continues it',
  async () => {
    const playground = await opened.fresh(phone);
    const { page } = playground;
    const requested: string[] = [];
    page.on('request', (request) => requested.push(nameOf(request.url())));
    const sendEngine = await hold(page, /\/rapier[^/]*\.js/);
    await page.goto(`${opened.site().url}?aa=0#v=1&n=200&speed=4&show=bodies&q=none`);
    await page.waitForFunction(() => (window.playground?.snapshot()?.frame ?? 0) > 5);
    expect(requested.filter((name) => name.startsWith('rapier')).length).toBe(1);
    const lowest = (boxes: readonly number[]) => Math.min(...boxes.filter((_, i) => i % 6 === 1));
    // the boxes must not fall into the bowl while the physics engine is not loaded
    const { frame } = await playground.snapshot();
    await page.waitForFunction(
      (at) => (window.playground?.snapshot()?.frame ?? 0) > at,
      frame + 60,
    );
    expect(lowest(await playground.boxes())).toBeGreaterThan(0.5);
    expect(await playground.faults()).toEqual([]);
    sendEngine();
    await page.waitForFunction(
      () => {
        const bottoms = window.playground?.boxes().filter((_, i) => i % 6 === 1) ?? [];
        return Math.min(...bottoms) < 0.3;
      },
      null,
      { polling: 200 },
    );
    expect(lowest(await playground.boxes())).toBeGreaterThan(-1);
    expect(await playground.faults()).toEqual([]);
  },
);

test('the heading of Learn is in the page before any script, and does not move', async () => {
  const { page } = await opened.fresh(phone);
  const sendScripts = await hold(page, /\.js$/);
  await page.goto(`${opened.site().url}?aa=0#learn`, { waitUntil: 'commit' });
  const head = page.locator('.learn-head');
  await head.getByRole('heading', { level: 1 }).waitFor();
  const [words, place] = [await head.innerText(), await head.boundingBox()];
  expect(words).toContain('14 short chapters');
  expect(await page.locator('.learn-chapter').count()).toBe(0);
  sendScripts();
  await page.locator('.learn-chapter').first().waitFor();
  expect(await head.innerText()).toBe(words);
  expect(await head.boundingBox()).toEqual(place);
});

longTest('an address of Bench loads no file of Explore', async () => {
  const { byPage, byScripts } = await loads(await opened.fresh(phone), '#bench');
  expect(byScripts).toContainEqual(expect.stringMatching(/^open-bench/));
  const all = scripts([...byPage, ...byScripts]);
  expect(all.filter((name) => /^(explore|three|Orbit)|wasm$/.test(name))).toEqual([]);
});
