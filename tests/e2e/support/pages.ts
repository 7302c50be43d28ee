/**
 * Pages that tests reuse: loading the playground takes ten times longer than changing its address, and twenty times
 * longer in a context without a code cache. A page is closed after a failed test.
 */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Site } from './site.js';

/** Part of `PlaygroundPage` that reuse requires. */
export interface ReusablePage {
  readonly page: Page;
  /** Messages on the console that fail the test. */
  readonly complaints: string[];
  takeOver(): this;
  leave(): Promise<void>;
}

export interface KindOf<Kind extends ReusablePage> {
  new (page: Page, site: string): Kind;
  readonly room: string;
}

interface Wish<Kind extends ReusablePage> {
  readonly kind: KindOf<Kind>;
  readonly options: BrowserContextOptions;
  readonly isFresh: boolean;
}

/** A context and its free pages. */
interface Room {
  readonly context: BrowserContext;
  readonly free: Page[];
}

export interface Taken<Kind extends ReusablePage = ReusablePage> {
  readonly playground: Kind;
  readonly room: Room;
  readonly isFresh: boolean;
}

/** Timeout for hangs, longer than any step on a busy machine. */
const TIMEOUT_MS = 280_000;

const rooms = new Map<string, Promise<Room>>();

async function openRoom(browser: Browser, options: BrowserContextOptions): Promise<Room> {
  // with a service worker, tests would not see all requests; tests of the worker allow it
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  return { context, free: [] };
}

/** Returns a room for the options that cannot be changed while a page is open. */
function roomFor(browser: Browser, { kind, options }: Wish<ReusablePage>): Promise<Room> {
  const { viewport, colorScheme, reducedMotion, ...lasting } = options;
  const key = `${kind.room} ${JSON.stringify(lasting)}`;
  const room =
    rooms.get(key) ??
    openRoom(browser, { ...lasting, ...(viewport !== undefined && { viewport }) });
  rooms.set(key, room);
  return room;
}

export async function takePage<Kind extends ReusablePage>(
  browser: Browser,
  { url }: Site,
  wish: Wish<Kind>,
): Promise<Taken<Kind>> {
  const { isFresh, kind, options } = wish;
  const room = await roomFor(browser, wish);
  const used = isFresh ? undefined : room.free.pop();
  const page = used ?? (await room.context.newPage());
  if (options.viewport) await page.setViewportSize(options.viewport);
  const { colorScheme = 'light', reducedMotion = 'no-preference' } = options;
  await page.emulateMedia({ colorScheme, reducedMotion });
  if (used) await page.bringToFront();
  const playground = new kind(page, url);
  return { playground: used ? playground.takeOver() : playground, room, isFresh };
}

export async function giveBack({ playground, room, isFresh }: Taken, passed: boolean) {
  const { page } = playground;
  if (isFresh || !passed) {
    await page.close();
    return;
  }
  await playground.leave();
  room.free.push(page);
}
