/**
 * The package works in a page and in a module worker, both with Vite's development server and after
 * a build by Vite.
 */

import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './support/browser.js';
import { type Site, serveBuilt, serveSources } from './support/site.js';
import { longTest } from './support/volume.js';

const root = fileURLToPath(new URL('fixtures/package', import.meta.url));
const output = fileURLToPath(new URL('output', import.meta.url));
const expectedResult = { pairs: [0, 1], hits: [1, 2], nearest: [2] };
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

async function expectResults(site: Site, headers: Record<string, string> = {}): Promise<void> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  if (Object.keys(headers).length > 0) {
    await page.route('**/*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), ...headers } });
    });
  }
  try {
    await page.goto(site.url);
    for (const place of ['page', 'worker']) {
      const text = page.locator(`#${place}:not(:empty)`);
      await text.waitFor({ state: 'attached' });
      expect(JSON.parse((await text.textContent()) ?? ''), place).toEqual([
        expectedResult,
        expectedResult,
        expectedResult,
      ]);
    }
    expect(errors).toEqual([]);
  } finally {
    await page.close();
    await site.close();
  }
}

longTest('the package loads from the development server', async () => {
  await expectResults(await serveSources(root, `${output}/vite-cache`));
});

longTest('the package loads from a build', async () => {
  await expectResults(await serveBuilt(root, `${output}/package-build`));
});

test('the package loads from a build under a content security policy with wasm-unsafe-eval only', async () => {
  await expectResults(await serveBuilt(root, `${output}/package-policy`), {
    'content-security-policy': policy,
  });
});
