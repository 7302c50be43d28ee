// Runs the example programs as a user does: `examples.mjs [example...] [--as-built]`. Each example
// is copied to its own folder, installed with the packed package and started with `npm start`. Then
// tests/e2e/examples.test.ts tests all examples. `--as-built` packs the package without building
// it.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pack } from '../tests/consumers/support/packed.mjs';
import { startServer } from '../tests/consumers/support/pages.mjs';
import { build } from './build.mjs';
import { findChromium } from './requirements.mjs';
import { setup } from './setup.mjs';
import { bin, main, ROOT, run, StepError, step } from './steps.mjs';

const SOURCES = join(ROOT, 'examples');
const INSTALLED = join(ROOT, 'build/examples-installed');
/** Files that npm or a build creates, which are not copied. */
const NOT_COPIED = /\/(node_modules|dist|package-lock\.json)$/;

const { values: options, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: { 'as-built': { type: 'boolean', default: false } },
});

function choose() {
  const folders = readdirSync(SOURCES, { withFileTypes: true }).filter((one) => one.isDirectory());
  const names = folders.map(({ name }) => name);
  const unknown = requested.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new StepError(`no such example: ${unknown.join(', ')}`);
  return names.filter((name) => requested.length === 0 || requested.includes(name));
}

async function install(name, { tarball }) {
  const folder = join(INSTALLED, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(SOURCES, name), folder, {
    recursive: true,
    filter: (path) => !NOT_COPIED.test(path),
  });
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.dependencies.sapwood = `file:${tarball}`;
  writeFileSync(file, JSON.stringify(manifest));
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  await run('npm', ['install', ...quiet], { cwd: folder, timeout: 600_000 });
  return folder;
}

await main(async () => {
  if (!options['as-built']) {
    await setup();
    await build();
  }
  const packed = await pack();
  const servers = new Map();
  try {
    for (const name of choose()) {
      await step(`install and start: ${name}`, async () => {
        const cwd = await install(name, packed);
        const args = ['start', '--', '--port', 'PORT', '--strictPort'];
        servers.set(name, await startServer('npm', args, { cwd, hasFailed: () => false }));
      });
    }
    const urls = Object.fromEntries([...servers].map(([name, { url }]) => [name, url]));
    const env = {
      SAPWOOD_EXAMPLES: JSON.stringify(urls),
      SAPWOOD_CHROMIUM: findChromium(),
      SAPWOOD_TEST_VOLUME: 'full',
    };
    const tests = ['run', 'examples', '-t', [...servers.keys()].join('|')];
    await step('test: examples', () =>
      run(bin('vitest'), tests, { cwd: join(ROOT, 'tests/e2e'), env, timeout: 3_600_000 }),
    );
  } finally {
    for (const { close } of servers.values()) await close();
  }
});
