/**
 * The page exports the boxes of a file as a StackBlitz project. The tests install the project with
 * the packed package, and run it in Node and in a browser.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version as viteVersion } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';
import { serveBuilt } from './support/site.js';

const opened = usePlayground();
const sources = fileURLToPath(new URL('../../web/sapwood', import.meta.url));
const COLUMNS = 30;
const ROWS = 20;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sapwood-project-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Returns the CSV text of boxes of side 1.2 on a grid with spacing 1, so that each box overlaps its
 * neighbors.
 */
function tiles(): string {
  const rows = Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const [x, y] = [i % COLUMNS, Math.floor(i / COLUMNS)];
    return `${x},${y},${x + 1.2},${y + 1.2}`;
  });
  return rows.join('\n');
}

/** Number of pairs of neighbors in rows, in columns and on both diagonals. */
const PAIRS = (COLUMNS - 1) * ROWS + COLUMNS * (ROWS - 1) + 2 * (COLUMNS - 1) * (ROWS - 1);

async function exportTo(folder: string, { page }: PlaygroundPage): Promise<void> {
  const fields = await page
    .locator('form[action^="https://stackblitz.com/"] input')
    .evaluateAll((all) => (all as HTMLInputElement[]).map(({ name, value }) => [name, value]));
  for (const [field, content] of fields) {
    const name = /^project\[files\]\[(.+)\]$/.exec(field)?.[1];
    if (name) writeFileSync(join(folder, name), content);
  }
}

/**
 * Installs the dependencies of the project, with the packed package of this workspace instead of
 * the published package.
 */
function install(folder: string): void {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  expect(manifest.devDependencies).toEqual({ vite: viteVersion });
  const npm = (args: string[], cwd: string) =>
    execFileSync('npm', [...args, '--ignore-scripts', '--loglevel=error'], { cwd });
  npm(['pack', '--pack-destination', folder], sources);
  manifest.dependencies.sapwood = `file:sapwood-${manifest.dependencies.sapwood}.tgz`;
  writeFileSync(file, JSON.stringify(manifest));
  // Vite is not installed, because the test runs the Vite of this workspace
  npm(['install', '--omit=dev', '--no-audit', '--no-fund', '--no-package-lock'], folder);
}

test('the project of a file prints the pairs of its boxes', async () => {
  const playground = await opened.page();
  const { page } = playground;
  await playground.open('v=1&structure=dynamic-tree&scene=uniform&n=60&play=0&q=none');
  await playground.openFile('tiles.csv', tiles());
  await page.waitForFunction(() => window.playground?.snapshot()?.settings.scene === 'own');
  await page.locator('.file-message').getByRole('button', { name: 'Code' }).click();
  await page.getByRole('dialog', { name: 'This view as code' }).waitFor();
  const { structure } = await playground.snapshot();
  await exportTo(folder, playground);
  install(folder);
  const expected = `${structure}: ${PAIRS} pairs`;
  const printed = execFileSync(process.execPath, ['main.js'], { encoding: 'utf8', cwd: folder });
  expect(printed.trim()).toBe(expected);
  const site = await serveBuilt(folder, join(folder, 'dist'));
  try {
    await page.goto(site.url);
    await page.locator('#log:not(:empty)').waitFor();
    expect((await page.locator('#log').textContent())?.trim()).toBe(expected);
  } finally {
    await site.close();
  }
});
