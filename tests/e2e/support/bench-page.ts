/**
 * Controls the Bench page in a browser: chooses a configuration by its address, runs it, reads
 * tables, saves and opens files.
 */

import { readFile } from 'node:fs/promises';
import { PlaygroundPage } from './playground-page.js';

/** Fields of the page's `Result` that tests read. */
export interface BenchResult {
  readonly scene: string;
  readonly dimensions: 2 | 3;
  readonly n: number;
  readonly phase: string;
  readonly contender: string;
  readonly status: 'ok' | 'wrong' | 'failed' | 'unsupported' | 'skipped';
  readonly note?: string;
  readonly ms: {
    readonly min: number;
    readonly p25: number;
    readonly median: number;
    readonly p75: number;
  } | null;
  readonly samples: readonly number[];
  readonly sampleCount: number;
  readonly bytes: number | null;
  readonly found: { readonly count: number; readonly hash: string } | null;
  readonly expected: { readonly count: number; readonly hash: string } | null;
}

export interface BenchRunState {
  readonly stage: 'preparing' | 'running' | 'finishing' | 'done' | 'canceled' | 'failed';
  readonly done: number;
  readonly leftMs: number;
  readonly elapsedMs: number;
  readonly plan: { readonly results: number; readonly measurements: number };
  readonly results: readonly BenchResult[];
  readonly fault: string | null;
}

export interface BenchConfiguration {
  readonly preset: string;
  readonly scenes: readonly string[];
  readonly dimensions: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly sizes: number;
  readonly phases: readonly string[];
  readonly contenders: readonly string[];
  readonly seed: number;
}

export interface BenchLoadedRun {
  readonly label: string;
  readonly results: readonly BenchResult[];
  readonly environment: Readonly<Record<string, unknown>>;
}

interface BenchInspection {
  state(): BenchRunState | null;
  configuration(): BenchConfiguration;
  runs(): readonly BenchLoadedRun[];
  painted(): boolean;
}

declare global {
  interface Window {
    benchPage?: BenchInspection;
  }
}

export interface ShownTable {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly {
    readonly contender: string;
    readonly title: string;
    readonly cells: readonly {
      readonly status: string;
      /** The value in the cell, without the spread that is shown below the value. */
      readonly value: string;
      readonly note: string;
    }[];
  }[];
}

/** Configuration in an address. Omitted fields have the values of the preset `quick`. */
export interface Choice {
  readonly preset?: string;
  readonly scenes?: readonly string[];
  readonly dims?: readonly number[];
  readonly n?: readonly [from: number, to: number];
  readonly sizes?: number;
  readonly phases?: readonly string[];
  readonly who?: readonly string[];
  readonly seed?: number;
}

export function addressOf({ n, ...others }: Choice): string {
  const parts = Object.entries(others).map(([key, value]) => `${key}=${String(value)}`);
  return ['bench=1', ...parts, ...(n ? [`n=${n.join('-')}`] : [])].join('&');
}

export const OWN_RUN = 'This run';

export class BenchPage extends PlaygroundPage {
  static override readonly contextKey = 'bench';

  /** Each test loads the page, because a change of the address does not remove a run. */
  protected override readonly navigatesInPlace = false;

  override async ready(): Promise<void> {
    await this.page.waitForFunction(() => window.benchPage !== undefined);
    await this.settle();
  }

  /** Waits for charts and tables, each of which is drawn in a separate frame. */
  override async settle(): Promise<void> {
    for (let i = 0; i < 2; i++) {
      await super.settle();
      await this.page.waitForFunction(() => window.benchPage?.painted() ?? true);
    }
    await super.settle();
  }

  choose(choice: Choice): Promise<void> {
    return this.open(addressOf(choice));
  }

  runButton() {
    return this.page.getByRole('region', { name: 'Run', exact: true }).getByRole('button');
  }

  async start(): Promise<void> {
    await this.page.getByRole('button', { name: /^Run( again)?$/ }).click();
    await this.page.locator('[data-stage]:not([data-stage="none"])').waitFor();
  }

  cancel(): Promise<void> {
    return this.runButton().click();
  }

  stage(): Promise<string> {
    return this.page.evaluate(() => window.benchPage?.state()?.stage ?? 'none');
  }

  async hasEnded(): Promise<boolean> {
    return ['done', 'canceled', 'failed'].includes(await this.stage());
  }

  async ended(): Promise<BenchRunState> {
    await this.page
      .locator('[data-stage="done"], [data-stage="canceled"], [data-stage="failed"]')
      .waitFor();
    await this.settle();
    return this.state();
  }

  /** Calls `before` immediately before the run starts. */
  async run(choice: Choice, before = () => {}): Promise<BenchRunState> {
    await this.choose(choice);
    before();
    await this.start();
    return this.ended();
  }

  /** Waits until the page offers files and links of the run. */
  async finish(choice: Choice, before?: () => void): Promise<void> {
    await this.run(choice, before);
    await this.page.waitForFunction(
      (label) => window.benchPage?.runs().some((run) => run.label === label),
      OWN_RUN,
    );
  }

  async chooseFile(text: string, name = 'run.json'): Promise<void> {
    const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
    await this.page.setInputFiles('input[name="run-file"]', file);
  }

  async openRun(text: string, name = 'run.json'): Promise<void> {
    await this.chooseFile(text, name);
    await this.page.getByRole('button', { name: `Close ${name}` }).waitFor();
    await this.settle();
  }

  async closeFiles(): Promise<void> {
    const closing = this.page.getByRole('button', { name: /^Close .*\.json$/ });
    while (await closing.count()) await closing.first().click();
    await this.settle();
  }

  async state(): Promise<BenchRunState> {
    const state = await this.page.evaluate(() => window.benchPage?.state());
    if (!state) throw new Error('nothing has been run');
    return state;
  }

  async configuration(): Promise<BenchConfiguration> {
    const configuration = await this.page.evaluate(() => window.benchPage?.configuration());
    if (!configuration) throw new Error('the Bench page is not open');
    return configuration;
  }

  async runs(): Promise<readonly BenchLoadedRun[]> {
    return (await this.page.evaluate(() => window.benchPage?.runs())) ?? [];
  }

  async resultsOf(label: string): Promise<readonly BenchResult[]> {
    return (await this.runs()).find((run) => run.label === label)?.results ?? [];
  }

  async progress(): Promise<string> {
    const lines = await this.page.locator('.run-progress p').allInnerTexts();
    return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim()).join(' · ');
  }

  async fault(): Promise<string> {
    return (await this.page.locator('.bench-fault').allInnerTexts()).join(' ');
  }

  async exported(name: string | RegExp): Promise<string> {
    const saving = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name }).first().click();
    return readFile(await (await saving).path(), 'utf8');
  }

  async table(chart: string): Promise<ShownTable> {
    await this.settle();
    const card = this.page.locator(`#chart-${chart}`);
    const details = card.locator('details', { hasText: 'Show as table' });
    if (!(await details.evaluate((element) => (element as HTMLDetailsElement).open))) {
      await details.locator('summary').click();
    }
    await details.locator('table').waitFor();
    return details.locator('table').evaluate((table) => {
      const textOf = (element: Element | null | undefined) => element?.textContent?.trim() ?? '';
      return {
        caption: textOf(table.querySelector('caption')),
        heads: [...table.querySelectorAll('thead th')].map((head) =>
          textOf(head).replace(/\s*[▲▼]$/, ''),
        ),
        rows: [...table.querySelectorAll('tbody tr')].map((row) => ({
          contender: row.getAttribute('data-contender') ?? '',
          title: textOf(row.querySelector('th')),
          cells: [...row.querySelectorAll('td')].map((cell) => ({
            status: cell.getAttribute('data-status') ?? '',
            value: textOf(cell).slice(
              0,
              textOf(cell).length - textOf(cell.querySelector('small')).length,
            ),
            note: cell.getAttribute('title') ?? '',
          })),
        })),
      };
    });
  }

  async view(chart: string, phase: string): Promise<void> {
    const name = `view-${chart}`;
    const radio = this.page.locator(`input[name="${name}"][value="${phase}"]`);
    if (await radio.count()) await radio.check();
    else await this.page.locator(`select[name="${name}"]`).selectOption(phase);
    await this.settle();
  }

  async place(scene: string, dimensions: 2 | 3): Promise<void> {
    await this.page.locator('select[name="place"]').selectOption(`${scene} ${dimensions}`);
    await this.settle();
  }
}
