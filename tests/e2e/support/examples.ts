/**
 * Builds the programs of the folder `examples` with the packed package, and opens them. Programs
 * that already run are not built: scripts/examples.mjs starts them with `npm start`, and
 * SAPWOOD_EXAMPLES contains their addresses as JSON.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { build, preview } from 'vite';
import { sharedBrowser } from './browser.js';
import { decodePng, type Picture } from './pixels.js';
import type { Site } from './site.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = join(ROOT, 'examples');
const BUILT = join(ROOT, 'build/examples');

export const NAMES = readdirSync(SOURCES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const readManifest = (...path: string[]) =>
  JSON.parse(readFileSync(join(...path, 'package.json'), 'utf8'));

export const manifestOf = (name: string) => readManifest(SOURCES, name);

/** Versions of the dependencies with which the examples are tested. */
export const VERSIONS: Record<string, string> = readManifest(SOURCES).devDependencies;

/** Returns the texts of the program files of an example, without configuration files. */
export const programsOf = (name: string): string[] =>
  readdirSync(join(SOURCES, name))
    .filter((file) => /\.(jsx?|vue|svelte)$/.test(file) && !file.includes('.config.'))
    .map((file) => readFileSync(join(SOURCES, name, file), 'utf8'));

let isPacked = false;

/** Packs the package and unpacks it in a folder where all examples find it. */
function pack(): void {
  if (isPacked) return;
  const folder = join(BUILT, 'node_modules/sapwood');
  rmSync(BUILT, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = { cwd: join(ROOT, 'web/sapwood'), encoding: 'utf8' } as const;
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', BUILT];
  const file = execFileSync('npm', args, options).trim();
  execFileSync('tar', ['-xzf', join(BUILT, file), '-C', folder, '--strip-components=1']);
  isPacked = true;
}

/** Returns the entry points that the package exports, such as `./three`. */
export function exportsOfPackage(): string[] {
  pack();
  return Object.keys(readManifest(BUILT, 'node_modules/sapwood').exports);
}

export async function serveExample(name: string): Promise<Site> {
  const running = JSON.parse(process.env.SAPWOOD_EXAMPLES ?? '{}')[name];
  if (running !== undefined) return { url: running, close: async () => {} };
  pack();
  const root = join(BUILT, name);
  cpSync(join(SOURCES, name), root, {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist)$/.test(path),
  });
  const config = { root, base: './', logLevel: 'error', clearScreen: false } as const;
  await build(config);
  const server = await preview({ ...config, preview: { port: 0 } });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('the server has no address');
  return { url, close: () => server.close() };
}

/** Numbers of WebGL draw calls in the last frame that drew something. */
export interface Drawn {
  /** Number of calls that draw one object on the canvas. */
  readonly objects: number;
  /** Number of instances of each call that draws instances on the canvas. */
  readonly instances: readonly number[];
  /** Number of calls that draw into textures, such as shadow maps. */
  readonly shadows: number;
}

declare global {
  interface Window {
    drawn: { objects: number; instances: number[]; shadows: number };
    lastDrawn: Drawn;
  }
}

/**
 * Counts draw calls of WebGL in each frame. This function runs in the page before the scripts of
 * the page.
 */
function watchWebGl(): void {
  const empty = () => ({ objects: 0, instances: [] as number[], shadows: 0 });
  window.drawn = empty();
  window.lastDrawn = empty();
  const request = window.requestAnimationFrame;
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      if (window.drawn.objects + window.drawn.instances.length > 0) window.lastDrawn = window.drawn;
      window.drawn = empty();
      callback(time);
      if (window.drawn.objects + window.drawn.instances.length > 0) window.lastDrawn = window.drawn;
    });
  const gl = WebGL2RenderingContext.prototype;
  let target: unknown = null;
  const { bindFramebuffer } = gl;
  gl.bindFramebuffer = function (kind, framebuffer) {
    target = framebuffer;
    bindFramebuffer.call(this, kind, framebuffer);
  };
  for (const name of ['drawArrays', 'drawElements'] as const) {
    const draw = gl[name] as (...args: number[]) => void;
    gl[name] = function (...args: number[]) {
      if (target === null) window.drawn.objects += 1;
      else window.drawn.shadows += 1;
      draw.apply(this, args);
    };
  }
  for (const name of ['drawArraysInstanced', 'drawElementsInstanced'] as const) {
    const draw = gl[name] as (...args: number[]) => void;
    gl[name] = function (...args: number[]) {
      if (target === null) window.drawn.instances.push(args.at(-1) as number);
      else window.drawn.shadows += 1;
      draw.apply(this, args);
    };
  }
}

export class ExamplePage {
  readonly page: Page;
  readonly errors: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
  }

  static async open(site: Site, options: BrowserContextOptions): Promise<ExamplePage> {
    const context = await (await sharedBrowser()).newContext(options);
    const example = new ExamplePage(await context.newPage());
    // no timeout, because slow frames delay every step; the timeout of Vitest ends a test that
    // hangs
    example.page.setDefaultTimeout(0);
    await example.page.addInitScript(watchWebGl);
    await example.page.goto(site.url);
    await example.shows(/\d/);
    await example.frames(2);
    return example;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  async shows(pattern: RegExp): Promise<string> {
    const handle = await this.page.waitForFunction((source) => {
      const text = document.querySelector('#numbers')?.textContent ?? '';
      return new RegExp(source).test(text) && text;
    }, pattern.source);
    return (await handle.jsonValue()) as string;
  }

  text(): Promise<string> {
    return this.page.locator('#numbers').innerText();
  }

  async frames(count: number): Promise<void> {
    await this.page.evaluate(async (total) => {
      for (let i = 0; i < total; i += 1) await new Promise(requestAnimationFrame);
    }, count);
  }

  /**
   * Returns the integers in the element `#numbers` (`counts`) and the draw calls of the same frame.
   */
  async drawn(): Promise<{ counts: number[]; webgl: Drawn }> {
    const { text, webgl } = await this.page.evaluate(() => ({
      text: document.querySelector('#numbers')?.textContent ?? '',
      webgl: window.lastDrawn,
    }));
    return {
      counts: (text.match(/\d[\d,]*/g) ?? []).map((one) => Number(one.replaceAll(',', ''))),
      webgl,
    };
  }

  async picture(): Promise<Picture> {
    const style = '#panel, #label, .touch { visibility: hidden !important }';
    return decodePng(await this.page.screenshot({ style }));
  }
}

export function differences(a: Picture, b: Picture): number {
  let count = 0;
  for (let i = 0; i < a.rgb.length; i += 3) {
    const max = Math.max(...[0, 1, 2].map((k) => Math.abs(a.rgb[i + k] - b.rgb[i + k])));
    if (max > 16) count += 1;
  }
  return count;
}

export const colorAt = ({ rgb, width }: Picture, x: number, y: number): number[] => [
  ...rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3),
];
