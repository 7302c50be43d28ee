/**
 * Addresses of all pages, the header with links to the pages, and metadata for link previews and
 * devices.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodePng } from './support/pixels.js';
import { usePlayground, wide } from './support/playground-page.js';
import { playgroundFolder } from './support/site.js';

const opened = usePlayground();
const repository = 'https://github.com/';

const pages = [
  ['', 'landing', /^Sapwood: spatial data structures/, '#figure[data-alive]'],
  ['#explore', 'explore', /^Explore/, '#stage canvas'],
  ['#v=1&scene=uniform&n=50&play=0', 'explore', /^Explore/, '#stage canvas'],
  ['#structure=octree', 'explore', /^Explore/, '#stage canvas'],
  ['#learn', 'learn', /^Learn/, '.learn-chapter'],
  ['#learn.3', 'learn', /^Learn/, '.learn-chapter'],
  ['#which', 'which', /^Which one/, '.which-content'],
  ['#bench', 'bench', /^Bench/, '.bench-setup'],
  ['#play', 'play', /^Games/, '.play-panel'],
] as const;

test.each(pages)('the address "%s" opens %s', async (hash, page, title, content) => {
  const playground = await opened.fresh(wide);
  await playground.page.goto(`${opened.site().url}?aa=0${hash}`);
  await playground.page.locator(content).first().waitFor();
  expect(await playground.page.title()).toMatch(title);
  const current = playground.page.locator('.site-header [aria-current]');
  expect(await current.count()).toBe(1);
  expect(await playground.page.evaluate(() => document.documentElement.dataset.page)).toBe(page);
  const header = await playground.page.locator('.site-header').boundingBox();
  expect(header).toMatchObject({ x: 0, y: 0, height: 48 });
});

test('the address ?embed=1 without a hash opens Explore without the header', async () => {
  const playground = await opened.fresh(wide);
  await playground.page.goto(`${opened.site().url}?embed=1&aa=0`);
  await playground.page.locator('.embed-caption').waitFor();
  expect(await playground.page.locator('.site-header').isHidden()).toBe(true);
  expect(await playground.page.locator('#landing').isHidden()).toBe(true);
});

test('the header leads to all pages and back, and Explore keeps its settings', async () => {
  const playground = await opened.page(wide);
  const { page } = playground;
  await playground.load('v=1&structure=octree&scene=uniform&n=77&play=0');
  const before = await playground.hash();
  const follow = (name: string) =>
    page.locator('.site-header').getByRole('link', { name, exact: true }).click();
  await follow('Learn');
  await page.locator('.learn-chapter').first().waitFor();
  await follow('Sapwood');
  await page.locator('#figure[data-alive]').waitFor();
  await page.locator('.hero').getByRole('link', { name: 'Play with it' }).click();
  await playground.ready();
  expect(await playground.hash()).toBe(before);
  await page.goBack();
  await page.waitForFunction(() => document.documentElement.dataset.page === 'landing');
  await page.goBack();
  await page.waitForFunction(() => document.documentElement.dataset.page === 'learn');
});

test('the first Tab stop skips the header', async () => {
  const playground = await opened.page(wide);
  await playground.load('v=1&scene=uniform&n=50&play=0');
  const { page } = playground;
  const address = page.url();
  await page.keyboard.press('Tab');
  const focused = () => page.evaluate(() => document.activeElement?.id);
  expect(await focused()).toBe('skip');
  await page.keyboard.press('Enter');
  expect(await focused()).toBe('panels');
  // the page may append settings to the address, but the skip link does not change it
  expect(page.url().startsWith(address)).toBe(true);
});

describe('a browser without WebGL', () => {
  test.each([
    ['Learn', '.learn-chapter'],
    ['Which one?', '.which-content'],
    ['Bench', '.bench-setup'],
  ])('links from Explore to %s', async (name, content) => {
    const playground = await opened.fresh(wide);
    const { page } = playground;
    await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
    await page.goto(`${opened.site().url}#explore`);
    await page.getByRole('alert').getByRole('link', { name }).click();
    await page.locator(content).first().waitFor();
    playground.errorMessages.length = 0;
  });
});

describe('metadata', () => {
  const html = readFileSync(`${playgroundFolder}/index.html`, 'utf8');
  const contentOf = (name: string) =>
    new RegExp(`<meta[^>]*(?:property|name)="${name}"[^>]*content="([^"]*)"`).exec(
      html.replaceAll(/\s+/g, ' '),
    )?.[1];

  test('a preview has a title, a description and a picture of the stated size', () => {
    expect(contentOf('og:title')).toMatch(/Sapwood/);
    expect(contentOf('og:description')).toMatch(/\.$/);
    expect(contentOf('twitter:card')).toBe('summary_large_image');
    const picture = contentOf('og:image') ?? '';
    expect(picture).toMatch(/poster\.png$/);
    const { height, width } = decodePng(readFileSync(`${playgroundFolder}/poster.png`));
    expect(String(width)).toBe(contentOf('og:image:width'));
    expect(String(height)).toBe(contentOf('og:image:height'));
  });

  test('the manifest names files of the site', () => {
    const manifest = JSON.parse(readFileSync(`${playgroundFolder}/manifest.webmanifest`, 'utf8'));
    expect(manifest.icons.length).toBeGreaterThan(1);
    for (const { src } of manifest.icons) {
      expect(readFileSync(`${playgroundFolder}/${src}`).length).toBeGreaterThan(100);
    }
  });

  test('the links Docs and GitHub lead to pages of the repository', async () => {
    const playground = await opened.fresh(wide);
    await playground.page.goto(opened.site().url);
    for (const [name, path] of [
      ['Docs', '/tree/main/docs'],
      ['GitHub', '#readme'],
    ]) {
      const link = playground.page.locator('.site-header').getByRole('link', { name });
      const address = (await link.getAttribute('href')) ?? '';
      expect(address.startsWith(repository)).toBe(true);
      expect(address).toContain(path);
    }
  });
});
