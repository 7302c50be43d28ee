/** The playground in a browser page, with everything that it wrote to the console. */

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchBrowser } from './browser.js';
import { type Site, servePlayground } from './site.js';

export interface SideSnapshot {
  readonly structure: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly hits: number[];
  readonly pairs: number;
  readonly nodeVisits: number;
  readonly itemTests: number;
  readonly pairTests: number;
  readonly height?: number;
  readonly byteLength: number;
  readonly stuck: number;
  readonly shownNodes: number;
  readonly freshNodes: number;
  readonly newcomers: number;
  readonly planes: number;
  readonly orderPieces: number;
  readonly lost: { readonly lost: number; readonly all: number } | null;
  readonly flashes: number;
  readonly sweep: { readonly axis: number; readonly active: number[] } | null;
  readonly replaced: number;
  readonly building: {
    readonly mode: string;
    readonly at: number;
    readonly length: number;
    readonly nodes: number;
    readonly made: number;
    readonly refitted: number;
    readonly moved: number;
    readonly gone: number;
    readonly splits: number;
    readonly merges: number;
    readonly words: string;
  } | null;
  readonly applied: number;
  readonly build: {
    readonly state: string;
    readonly finished: number;
    readonly spent: number;
    readonly total: number;
    readonly last: number;
    readonly most: number;
  } | null;
  readonly trace: TraceSnapshot | string | null;
}

export interface TraceSnapshot {
  readonly steps: number;
  readonly nodeVisits: number;
  readonly itemTests: number;
  readonly hits: number[];
}

/** As `window.playground.snapshot()` gives it; sets arrive as empty objects and are left out here. */
export interface Snapshot {
  readonly status: { readonly kind: string; readonly text?: string };
  readonly settings: Readonly<Record<string, unknown>> & { readonly [key: string]: unknown };
  readonly notices: Readonly<Record<string, string>>;
  readonly frame: number;
  readonly pictures: number;
  readonly structure: string;
  readonly sides: readonly SideSnapshot[];
  readonly items: number;
  readonly nodes: number;
  readonly pairs: number;
  readonly drawnNodes: number;
  readonly levels: number;
  readonly query: {
    readonly box: number[];
    readonly centre: number[];
    readonly radius: number;
    readonly eye: number[] | null;
  };
  readonly inOrder: number[];
  readonly counters: { readonly nodeVisits: number; readonly itemTests: number };
  readonly walk: { readonly tested: number; readonly entered: number };
  readonly focus: {
    readonly view: number;
    readonly node: number;
    readonly path: number[];
    readonly items: number[];
  } | null;
  readonly nodeUploads: number;
}

export interface NodesSnapshot {
  readonly bounds: number[];
  readonly spheres: number[] | null;
  readonly parent: number[];
  readonly level: number[];
}

export interface Ray {
  readonly origin: number[];
  readonly direction: number[];
}

interface Inspection {
  snapshot(): Snapshot | null;
  hits(): number[];
  bruteForceHits(): number[];
  bruteForcePairs(): number;
  faults(): string[];
  resources(): { readonly heap: number; readonly geometries: number; readonly programs: number };
  hash(): string;
  boxes(): number[];
  nodes(view: number): NodesSnapshot | null;
  rayAt(x: number, y: number): Ray | null;
  heatAt(x: number, y: number): number | null;
}

declare global {
  interface Window {
    playground?: Inspection;
  }
}

/** Software rendering complains about its own slowness, and the driver of what it was told to block. */
const harmless = /ReadPixels|favicon|Service Worker registration blocked/;

export class PlaygroundPage {
  readonly complaints: string[] = [];

  constructor(
    readonly page: Page,
    protected readonly site: string,
  ) {
    page.on('console', (message) => {
      const text = message.text();
      if (['error', 'warning'].includes(message.type()) && !harmless.test(text)) {
        this.complaints.push(`${message.type()}: ${text}`);
      }
    });
    page.on('pageerror', (error) => this.complaints.push(`uncaught: ${error.message}`));
  }

  /** Loads the page anew; `search` and `hash` without their marks. */
  async open(hash = '', search = 'aa=0'): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.goto(`${this.site}?${search}${hash && `#${hash}`}`);
    await this.ready();
  }

  /** Waits until the scene of the present settings is on the stage. */
  async ready(): Promise<void> {
    await this.page.waitForFunction(
      () => window.playground?.snapshot()?.status.kind === 'ready',
      null,
      { timeout: 40_000 },
    );
    await this.settle();
  }

  /** Waits until what was asked for is drawn. */
  async settle(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }

  async snapshot(): Promise<Snapshot> {
    const snapshot = await this.page.evaluate(() => window.playground?.snapshot());
    if (!snapshot) throw new Error('the playground shows no scene');
    return snapshot;
  }

  /** The bounds of all items. */
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

  /** The part behind # of the address bar. */
  addressHash(): string {
    return new URL(this.page.url()).hash.replace(/^#/, '');
  }

  /** Chooses in a labelled select or radio group and waits for the result. */
  async select(name: string, value: string): Promise<void> {
    await this.page.selectOption(`select[name="${name}"]`, value);
    await this.ready();
  }

  async check(name: string, value: string): Promise<void> {
    await this.page.check(`input[name="${name}"][value="${value}"]`);
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

export const wide: BrowserContextOptions = {
  viewport: { width: 1180, height: 820 },
  colorScheme: 'dark',
};

export interface Opened {
  page(options?: BrowserContextOptions): Promise<PlaygroundPage>;
  /** The same with the words of another page. */
  as<Kind extends PlaygroundPage>(
    kind: new (page: Page, site: string) => Kind,
    options?: BrowserContextOptions,
  ): Promise<Kind>;
  readonly site: () => Site;
  readonly browser: () => Browser;
}

/** Browser and server for the tests of one file; every page must have stayed silent. */
export function usePlayground(): Opened {
  let browser: Browser;
  let site: Site;
  let pages: PlaygroundPage[] = [];
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), servePlayground()]);
  });
  afterEach(async () => {
    const complaints = pages.flatMap((page) => page.complaints);
    await Promise.all(pages.map(({ page }) => page.context().close()));
    pages = [];
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  const as: Opened['as'] = async (kind, options = wide) => {
    // what a page keeps for later would hide from a test what it loads; the tests of that ask for it
    const context = await browser.newContext({ serviceWorkers: 'block', ...options });
    const opened = new kind(await context.newPage(), site.url);
    pages.push(opened);
    return opened;
  };
  return {
    site: () => site,
    browser: () => browser,
    page: (options) => as(PlaygroundPage, options),
    as,
  };
}
