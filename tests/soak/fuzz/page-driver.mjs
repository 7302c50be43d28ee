// Runs the fuzzer in a page of Chromium: page-driver.mjs <result.json>
//
// First, the page plays the golden tapes (recorded operations), whose result hashes must be the
// same on every host.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { findChromium } from '../../../scripts/requirements.mjs';

const [resultFile] = process.argv.slice(2);
const { SAPWOOD_SOAK_SEED = '1', SAPWOOD_SOAK_SECONDS = '60' } = process.env;
const request = { seed: Number(SAPWOOD_SOAK_SEED), seconds: Number(SAPWOOD_SOAK_SECONDS) };
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const server = await createServer({
  root: path('page'),
  configFile: false,
  logLevel: 'error',
  cacheDir: path('../../../build/soak/vite-cache'),
  server: { port: 0, fs: { allow: [path('../../..')] } },
});
await server.listen();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
});
try {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(server.resolvedUrls.local[0]);
  await page.waitForFunction(() => 'soak' in globalThis);
  const wrong = await page.evaluate(() => globalThis.soak.wrongGoldens());
  if (wrong.length > 0) throw new Error(`golden tapes have other hashes: ${wrong.join(', ')}`);
  const result = await page.evaluate((options) => globalThis.soak.fuzz(options), request);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  writeFileSync(resultFile, JSON.stringify(result));
} finally {
  await browser.close();
  await server.close();
}
