/**
 * Pages that tests reuse. Loading the playground takes ten times as long as changing its address,
 * and twenty times as long in a context without a code cache. After a failed test its page is
 * closed.
 */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Site } from './site.js';

export interface ReusablePage {
  readonly page: Page;
  /** Messages on the console that make the test fail. */
  readonly errorMessages: string[];
  markReset(): this;
  release(): Promise<void>;
}

export interface PageClass<Kind extends ReusablePage> {
  new (page: Page, site: string): Kind;
  readonly contextKey: string;
}

interface PageRequest<Kind extends ReusablePage> {
  readonly kind: PageClass<Kind>;
  readonly options: BrowserContextOptions;
  readonly isFresh: boolean;
}

/** A browser context, and its open pages that no test uses. */
interface ContextPool {
  readonly context: BrowserContext;
  readonly idlePages: Page[];
}

export interface PageLease<Kind extends ReusablePage = ReusablePage> {
  readonly playground: Kind;
  readonly pool: ContextPool;
  readonly isFresh: boolean;
}

/** Timeout that ends a hanging step. It is longer than any step on a busy machine. */
const TIMEOUT_MS = 280_000;

const pools = new Map<string, Promise<ContextPool>>();

async function createPool(browser: Browser, options: BrowserContextOptions): Promise<ContextPool> {
  // a service worker would hide requests from tests, so only tests of the service worker allow it
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  return { context, idlePages: [] };
}

/**
 * Returns the pool for the options that cannot change while a page is open. Viewport, color scheme
 * and reduced motion can change.
 */
function poolFor(
  browser: Browser,
  { kind, options }: PageRequest<ReusablePage>,
): Promise<ContextPool> {
  const { viewport, colorScheme, reducedMotion, ...fixedOptions } = options;
  const key = `${kind.contextKey} ${JSON.stringify(fixedOptions)}`;
  const pool =
    pools.get(key) ??
    createPool(browser, { ...fixedOptions, ...(viewport !== undefined && { viewport }) });
  pools.set(key, pool);
  return pool;
}

export async function acquirePage<Kind extends ReusablePage>(
  browser: Browser,
  { url }: Site,
  request: PageRequest<Kind>,
): Promise<PageLease<Kind>> {
  const { isFresh, kind, options } = request;
  const pool = await poolFor(browser, request);
  const used = isFresh ? undefined : pool.idlePages.pop();
  const page = used ?? (await pool.context.newPage());
  if (options.viewport) await page.setViewportSize(options.viewport);
  const { colorScheme = 'light', reducedMotion = 'no-preference' } = options;
  await page.emulateMedia({ colorScheme, reducedMotion });
  if (used) await page.bringToFront();
  const playground = new kind(page, url);
  return { playground: used ? playground.markReset() : playground, pool, isFresh };
}

export async function releasePage({ playground, pool, isFresh }: PageLease, passed: boolean) {
  const { page } = playground;
  if (isFresh || !passed) {
    await page.close();
    return;
  }
  await playground.release();
  pool.idlePages.push(page);
}
