/**
 * Pages that tests reuse. Loading the playground takes ten times as long as changing its address,
 * and twenty times as long in a context without a code cache. After a failed test its page is
 * closed.
 */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Site } from './site.js';

/** Members of `PlaygroundPage` that the reuse of pages requires. */
export interface ReusablePage {
  readonly page: Page;
  /** Messages on the console that make the test fail. */
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

/** A browser context, and its open pages that no test uses. */
interface Room {
  readonly context: BrowserContext;
  readonly free: Page[];
}

export interface Taken<Kind extends ReusablePage = ReusablePage> {
  readonly playground: Kind;
  readonly room: Room;
  readonly isFresh: boolean;
}

/** Timeout that ends a hanging step. It is longer than any step on a busy machine. */
const TIMEOUT_MS = 280_000;

const rooms = new Map<string, Promise<Room>>();

async function openRoom(browser: Browser, options: BrowserContextOptions): Promise<Room> {
  // a service worker would hide requests from tests, so only tests of the service worker allow it
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  return { context, free: [] };
}

/**
 * Returns the room for the options that cannot change while a page is open. Viewport, color scheme
 * and reduced motion can change.
 */
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
