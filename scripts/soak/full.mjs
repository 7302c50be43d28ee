// Runs all tests of suites that `npm test` runs only in part: C++ in every preset, the package, the
// benchmarks, the long browser tests, and folders of tests/soak.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  assembleScalarPackage,
  buildAllModules,
  buildPlayground,
  PACKAGE,
  SCALAR_PACKAGE,
} from '../build.mjs';
import { fromVitest } from '../reports.mjs';
import { findChromium } from '../requirements.mjs';
import { bin, capture, ROOT } from '../steps.mjs';
import { buildCpp, CPP_SUITES, cpp } from '../suites.mjs';
import { readFigures } from './figures.mjs';

const REPORTS = join(ROOT, 'build/soak/reports');
const FULL = { SAPWOOD_TEST_VOLUME: 'full' };

function freshReport(name) {
  mkdirSync(REPORTS, { recursive: true });
  const path = join(REPORTS, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/**
 * Returns the figures of a test run. Passed tests count as operations; a crash without a report is
 * one fault.
 */
function figuresOf({ code, log }, report, read) {
  const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : undefined;
  const faults = Math.max(counts?.failed ?? 0, code === 0 ? 0 : 1);
  return { operations: counts?.passed ?? 0, faults, log: faults > 0 ? log : '' };
}

export async function cppInFull(preset) {
  await buildCpp(preset, CPP_SUITES);
  const { counts, log } = await cpp({ preset, suites: CPP_SUITES, volume: 'full' });
  return { operations: counts.passed, faults: counts.failed, log };
}

async function vitest(name, folder, { args = [], env = {} } = {}) {
  const report = freshReport(name);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const result = await capture(bin('vitest'), ['run', ...reporters, ...args], {
    cwd: join(ROOT, folder),
    env: { NO_COLOR: '1', ...FULL, ...env },
  });
  return figuresOf(result, report, fromVitest);
}

export async function webInFull(flavor) {
  if (flavor === 'scalar') await assembleScalarPackage();
  const folder = flavor === 'scalar' ? SCALAR_PACKAGE : PACKAGE;
  const env = { SAPWOOD_FLAVOR: flavor, SAPWOOD_PACKAGE: join(ROOT, folder) };
  return vitest(`web-${flavor}`, 'tests/web', { env });
}

export function benchInFull() {
  return vitest('bench', 'tests/bench');
}

const LONG_E2E = 'vitest.long.config.ts';

export async function pageInFull() {
  await buildAllModules();
  await buildPlayground();
  const env = { SAPWOOD_CHROMIUM: findChromium() };
  const first = await vitest('e2e', 'tests/e2e', { env });
  if (!existsSync(join(ROOT, 'tests/e2e', LONG_E2E))) return first;
  const second = await vitest('e2e-long', 'tests/e2e', { env, args: ['--config', LONG_E2E] });
  return {
    operations: first.operations + second.operations,
    faults: first.faults + second.faults,
    log: first.log + second.log,
  };
}

/** Runs a folder of tests/soak for a given time. Its tests write their figures to a file. */
export function soakTests(name) {
  const folder = join('tests/soak', name);
  const present = () => existsSync(join(ROOT, folder));
  return {
    prepare: () => (present() ? undefined : { skipped: `${folder} does not exist` }),
    run: async ({ seconds, seed }) => {
      const file = freshReport(`${name}-figures`);
      const env = {
        SAPWOOD_SOAK_SECONDS: String(seconds),
        SAPWOOD_SOAK_SEED: String(seed),
        SAPWOOD_SOAK_RESULT: file,
        SAPWOOD_CHROMIUM: findChromium(),
      };
      const tested = await vitest(name, 'tests/soak', { env, args: [name] });
      const figures = readFigures(file) ?? {};
      const faults = Math.max(tested.faults, figures.faults ?? 0);
      return { ...tested, ...figures, faults };
    },
  };
}
