/**
 * Pages that take turns: loading the playground costs ten times what going to another address costs, and a context without
 * the code of the page in its cache twice as much again. A page whose test failed is not used any more.
 */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Site } from './site.js';

/** The part of `PlaygroundPage` that taking turns requires. */
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

/** A context, and its pages that nobody uses. */
interface Room {
  readonly context: BrowserContext;
  readonly free: Page[];
}

export interface Taken<Kind extends ReusablePage = ReusablePage> {
  readonly playground: Kind;
  readonly room: Room;
  readonly isFresh: boolean;
}

/** For hangs only: however busy the machine, whoever waits gets what comes. */
const PATIENCE_MS = 280_000;

const rooms = new Map<string, Promise<Room>>();

async function openRoom(browser: Browser, options: BrowserContextOptions): Promise<Room> {
  // what a page keeps for later would hide from a test what it loads; the tests of that ask for it
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  return { context, free: [] };
}

/** What can be changed while a page is open is; the rest tells rooms apart. */
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
