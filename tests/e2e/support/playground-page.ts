/** Controls the playground in a browser page, and collects its console messages. */

import type {
  Browser,
  BrowserContextOptions,
  ConsoleMessage,
  Locator,
  Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Snapshot } from '../../../web/playground/src/explore/inspection.js';
import { sharedBrowser } from './browser.js';
import { acquirePage, type PageClass, type PageLease, releasePage } from './pages.js';
import { type Site, sharedPlayground } from './site.js';

export type {
  NodesSnapshot,
  SideSnapshot,
  Snapshot,
  TraceSnapshot,
} from '../../../web/playground/src/explore/inspection.js';
export type { PointerRay as Ray } from '../../../web/playground/src/model/node-picker.js';

/** Warnings of the software renderer about slow reads, and messages about requests that the tests block. */
const ignoredMessages = /ReadPixels|favicon|Service Worker registration blocked/;

/**
 * Address parameters of most tests. They disable antialiasing, which is slow in a software
 * renderer.
 */
const SEARCH = 'aa=0';
/**
 * Number of resets so far. The address of each reset contains the number, so the address is new and
 * the page loads its scene.
 */
let resets = 0;

export class PlaygroundPage {
  /** Key of the page: pages with the same key share a browser context and are reused. */
  static readonly contextKey: string = 'explore';
  readonly errorMessages: string[] = [];
  protected readonly navigatesInPlace: boolean = true;
  /** True if `release` has reset the page and no test has used it since. */
  private isReset = false;
  private readonly onMessage = (message: ConsoleMessage) => {
    const text = message.text();
    if (['error', 'warning'].includes(message.type()) && !ignoredMessages.test(text)) {
      this.errorMessages.push(`${message.type()}: ${text}`);
    }
  };
  private readonly onPageError = (error: Error) =>
    this.errorMessages.push(`uncaught: ${error.message}`);

  constructor(
    readonly page: Page,
    protected readonly site: string,
  ) {
    page.on('console', this.onMessage);
    page.on('pageerror', this.onPageError);
  }

  /**
   * Shows an address, which is given without `#`. A page that is already open is reset first, so
   * that the camera, edits and panels equal those of a page that was just loaded.
   */
  async open(hash: string, search = SEARCH): Promise<void> {
    if (!this.isAt(search)) return this.load(hash, search);
    if (!this.isReset) await this.clear();
    this.isReset = false;
    await this.goTo(hash);
  }

  private isAt(search: string): boolean {
    return this.navigatesInPlace && this.page.url().startsWith(`${this.site}?${search}#`);
  }

  /** Loads the page again. `search` and `hash` are given without `?` and `#`. */
  async load(hash = 'explore', search = SEARCH): Promise<void> {
    this.isReset = false;
    await this.page.goto('about:blank');
    await this.page.goto(`${this.site}?${search}${hash && `#${hash}`}`);
    await this.ready();
  }

  async goTo(hash: string): Promise<void> {
    await this.page.evaluate(
      (text) =>
        new Promise((done) => {
          if (location.hash === `#${text}`) return done(null);
          window.addEventListener('hashchange', done, { once: true });
          location.hash = text;
        }),
      hash,
    );
    await this.ready();
  }

  /** Resets all state that is not in the address, and shows a scene of two boxes at rest. */
  private async clear(): Promise<void> {
    const { page } = this;
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      const press = (button: string) => document.querySelector<HTMLElement>(button)?.click();
      for (const dialog of document.querySelectorAll('dialog')) dialog.close();
      for (const details of document.querySelectorAll('details')) details.open = false;
      press('.edit [title^="Done"]');
      for (const button of document.querySelectorAll('.dock-bare .preset')) {
        if (button.textContent === 'Show the panels') (button as HTMLElement).click();
      }
      press('.sheet-tabs [aria-expanded="true"]');
      press('.drawer-head button');
      (document.activeElement as HTMLElement | null)?.blur();
    });
    await this.goTo(`v=1&scene=uniform&n=2&seed=${1e6 + ++resets}&play=0`);
  }

  async release(): Promise<void> {
    this.page.off('console', this.onMessage);
    this.page.off('pageerror', this.onPageError);
    if (this.isAt(SEARCH)) await this.clear();
    else await this.page.goto('about:blank');
  }

  /** Marks the page as reset, because `release` has reset it after the previous test. */
  markReset(): this {
    this.isReset = true;
    return this;
  }

  async ready(): Promise<void> {
    await this.page.waitForFunction(() => window.playground?.snapshot()?.status.kind === 'ready');
    await this.settle();
  }

  /** Waits until everything is drawn. If the scene plays, waits only for two frames. */
  async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      const plays = () => window.playground?.snapshot()?.settings.play;
      await frame();
      await frame();
      while (window.playground?.isStill() === false && !plays()) await frame();
    });
  }

  /** The page writes the settings to the address bar when input pauses. */
  async addressed(): Promise<void> {
    await this.page.waitForFunction(() => location.hash === `#${window.playground?.hash()}`);
  }

  async wheel(deltaY: number): Promise<void> {
    const received = await this.page.evaluateHandle(() => {
      const wheel = { isReceived: false };
      const listen = () => {
        wheel.isReceived = true;
      };
      window.addEventListener('wheel', listen, { capture: true, once: true, passive: true });
      return wheel;
    });
    await this.page.mouse.wheel(0, deltaY);
    await this.page.waitForFunction(({ isReceived }) => isReceived, received);
    await this.settle();
  }

  async frames(count: number): Promise<void> {
    await this.page.evaluate(async (left) => {
      for (; left > 0; left--) await new Promise(requestAnimationFrame);
    }, count);
  }

  async snapshot(): Promise<Snapshot> {
    const snapshot = await this.page.evaluate(() => window.playground?.snapshot());
    if (!snapshot) throw new Error('the playground shows no scene');
    return snapshot;
  }

  boxes(): Promise<number[]> {
    return this.page.evaluate(() => window.playground?.boxes() ?? []);
  }

  hits(): Promise<number[]> {
    return this.page.evaluate(() => window.playground?.hits() ?? []);
  }

  bruteForceHits(): Promise<number[]> {
    return this.page.evaluate(() => window.playground?.bruteForceHits() ?? []);
  }

  bruteForcePairs(): Promise<number> {
    return this.page.evaluate(() => window.playground?.bruteForcePairs() ?? Number.NaN);
  }

  faults(): Promise<string[]> {
    return this.page.evaluate(() => window.playground?.faults() ?? ['no playground']);
  }

  hash(): Promise<string> {
    return this.page.evaluate(() => window.playground?.hash() ?? '');
  }

  addressHash(): string {
    return new URL(this.page.url()).hash.replace(/^#/, '');
  }

  async drawer(name: string): Promise<void> {
    const button = this.page.locator('.rail button, .sheet-tabs button', { hasText: name });
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  }

  async closeDrawer(): Promise<void> {
    const close = this.page.locator('.drawer-head button');
    if (await close.count()) await close.click();
    await this.settle();
  }

  /** Opens the drawer and the `details` element that contain a control, and returns the control. */
  async control(selector: string, ...drawers: string[]): Promise<Locator> {
    const control = this.page.locator(selector);
    for (const name of drawers.length > 0 ? drawers : ['Scene', 'View', 'Query']) {
      if (await control.count()) break;
      await this.drawer(name);
      // the drawer renders in the next frame
      await this.frames(2);
    }
    await control.first().evaluate((element) => {
      const details = element.closest('details');
      if (details) details.open = true;
    });
    return control;
  }

  async allNumbers(): Promise<void> {
    await this.page.locator('.all-numbers').evaluate((details: HTMLDetailsElement) => {
      details.open = true;
    });
  }

  async enter(name: string, value: string): Promise<void> {
    const field = await this.control(`input[name="${name}"]`);
    await field.fill(value);
    await field.press('Enter');
  }

  async openFile(name: string, content: string | Buffer): Promise<void> {
    const input = await this.control('input[name="own-file"]', 'Scene');
    const buffer = Buffer.from(content);
    await input.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  }

  async dragFile(
    type: 'dragover' | 'dragleave' | 'drop',
    file: { readonly name: string; readonly content: string },
    target = '#stage canvas',
  ): Promise<void> {
    await this.page.locator(target).evaluate(
      (element, [kind, { content, name }]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], name));
        const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
        element.dispatchEvent(event);
      },
      [type, file] as const,
    );
  }

  async isChecked(selector: string): Promise<boolean> {
    return (await this.control(selector)).isChecked();
  }

  async select(name: string, value: string): Promise<void> {
    await (await this.control(`select[name="${name}"]`)).selectOption(value);
    await this.ready();
  }

  async check(name: string, value: string): Promise<void> {
    await (await this.control(`input[name="${name}"][value="${value}"]`)).check();
    await this.ready();
  }

  handle(id: string) {
    return this.page.locator(`[data-handle="${id}"]`);
  }

  async handlePosition(id: string): Promise<{ x: number; y: number }> {
    const box = await this.handle(id).boundingBox();
    if (!box) throw new Error(`handle ${id} is not on the page`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  async dragHandle(id: string, dx: number, dy: number): Promise<void> {
    const { x, y } = await this.handlePosition(id);
    const { mouse } = this.page;
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + dx / 2, y + dy / 2);
    await mouse.move(x + dx, y + dy);
    await mouse.up();
    await this.settle();
  }
}

/** A window with half the resolution along each axis, because the tests use a software renderer. */
export const wide: BrowserContextOptions = {
  viewport: { width: 1180, height: 820 },
  deviceScaleFactor: 0.5,
  colorScheme: 'dark',
};

/** A window with full resolution, for tests that read pixels. */
export const sharp: BrowserContextOptions = { ...wide, deviceScaleFactor: 1 };

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

export interface PageFactory {
  page(options?: BrowserContextOptions): Promise<PlaygroundPage>;
  as<Kind extends PlaygroundPage>(
    kind: PageClass<Kind>,
    options?: BrowserContextOptions,
  ): Promise<Kind>;
  /** Returns a new page, for tests that observe requests, block files or change the browser. */
  fresh<Kind extends PlaygroundPage = PlaygroundPage>(
    options?: BrowserContextOptions,
    kind?: PageClass<Kind>,
  ): Promise<Kind>;
  /**
   * Returns a function that returns a page for all tests of the file. The first call of this
   * function creates the page.
   */
  perFile<Kind extends PlaygroundPage>(make: () => Promise<Kind>): () => Promise<Kind>;
  /**
   * Returns a page that all tests of all files with the same `name` share. Tests must undo their
   * changes.
   */
  share<Kind extends PlaygroundPage>(name: string, make: () => Promise<Kind>): Promise<Kind>;
  readonly site: () => Site;
}

const sharedPages = new Map<string, Promise<PlaygroundPage>>();
const sharedLeases: PageLease[] = [];

/**
 * Returns functions that open pages for the tests of one file. A test fails if a page writes a
 * warning or an error to the console.
 */
export function usePlayground(): PageFactory {
  let browser: Browser;
  let site: Site;
  const leases: PageLease[] = [];
  const fileLeases: PageLease[] = [];
  beforeAll(async () => {
    [browser, site] = await Promise.all([sharedBrowser(), sharedPlayground()]);
  });
  afterEach(async ({ task }) => {
    const errorMessages = [...leases, ...fileLeases, ...sharedLeases].flatMap(({ playground }) =>
      playground.errorMessages.splice(0),
    );
    const passed = task.result?.state !== 'fail' && errorMessages.length === 0;
    for (const lease of leases.splice(0)) await releasePage(lease, passed);
    expect(errorMessages).toEqual([]);
  });
  afterAll(async () => {
    for (const lease of fileLeases.splice(0)) await releasePage(lease, true);
  });
  const acquire = async <Kind extends PlaygroundPage>(
    kind: PageClass<Kind>,
    options: BrowserContextOptions,
    isFresh: boolean,
  ) => {
    const lease = await acquirePage(browser, site, { kind, options, isFresh });
    leases.push(lease);
    return lease.playground;
  };
  /** Creates a page that is not released at the end of the test that created it. */
  const transferLease = async <Kind extends PlaygroundPage>(
    make: () => Promise<Kind>,
    to: PageLease[],
  ) => {
    const playground = await make();
    const at = leases.findIndex((lease) => lease.playground === playground);
    to.push(...leases.splice(at, 1));
    return playground;
  };
  /** Brings the page to the front, because a hidden page draws only about one frame per second. */
  const inFront = async <Kind extends PlaygroundPage>(made: Promise<Kind>) => {
    const playground = await made;
    await playground.page.bringToFront();
    return playground;
  };
  return {
    site: () => site,
    perFile: (make) => {
      let made: ReturnType<typeof make> | undefined;
      return () => {
        made ??= transferLease(make, fileLeases);
        return inFront(made);
      };
    },
    share: <Kind extends PlaygroundPage>(name: string, make: () => Promise<Kind>) => {
      const made = (sharedPages.get(name) ?? transferLease(make, sharedLeases)) as Promise<Kind>;
      sharedPages.set(name, made);
      return inFront(made);
    },
    page: (options = wide) => acquire(PlaygroundPage, options, false),
    as: (kind, options = wide) => acquire(kind, options, false),
    fresh: (options = wide, kind = PlaygroundPage as never) => acquire(kind, options, true),
  };
}
