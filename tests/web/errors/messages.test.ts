/**
 * All error messages of the package, with calls that cause them. docs/errors.md explains the codes.
 */

import { readFileSync } from 'node:fs';
import type { SapwoodError } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { arrays, functions, options, values } from './arguments.js';
import { importCopies, type Row } from './causes.js';
import { memory, receivers, staging, support, tracing } from './indices.js';
import { loading } from './loading.js';
import { meshes } from './meshes.js';
import { movers } from './movers.js';
import { errorSites, sitesIn } from './sites.js';
import { scenes } from './three.js';
import { bytes, worlds } from './worlds.js';

/** All messages. The first ones require that the package is not loaded. */
const rows: readonly Row[] = [
  ...[...loading, ...values, ...arrays, ...options, ...receivers, ...staging, ...worlds],
  ...[...bytes, ...support, ...memory, ...functions, ...movers, ...tracing, ...meshes],
  ...scenes,
];

const covered = new Set<string>();

beforeAll(async () => {
  // the stack trace must reach from the error to the call
  Error.stackTraceLimit = 50;
  await importCopies();
});

async function caught(call: () => unknown): Promise<SapwoodError> {
  try {
    await call();
  } catch (error) {
    return error as SapwoodError;
  }
  return expect.fail('the call succeeded');
}

test.each(rows)('%s %s', async (code, message, ...calls) => {
  for (const call of calls as (() => unknown)[]) {
    const error = await caught(call);
    expect(`${error.name} ${error.code} ${error.message}`).toBe(`SapwoodError ${code} ${message}`);
    for (const site of sitesIn(error.stack ?? '')) covered.add(site);
  }
});

test('the list has no duplicate messages', () => {
  const messages = rows.map(([code, message]) => `${code} ${message}`);
  expect(new Set(messages).size).toBe(messages.length);
});

/**
 * Internal error without a message in the list. `init()` replaces it with a longer message, which
 * is in the list.
 */
const REPLACED = /this script has no URL/;

test('the list has a message for every place in the package that creates an error', () => {
  const missing = [...errorSites()].filter(
    ([site, text]) => !covered.has(site) && !REPLACED.test(text),
  );
  expect(missing).toEqual([]);
});

function documented(): Map<string, string[]> {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  const sections = page.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [, code] = /^`([\w-]+)`/.exec(section) ?? expect.fail(`no code: ${section}`);
      const blocks = [...section.matchAll(/```text\n(.*?)\n```/gs)];
      return [code, blocks.flatMap(([, block]) => block.split('\n'))];
    }),
  );
}

test('docs/errors.md has all codes, with messages of this list', () => {
  const pages = documented();
  expect([...pages.keys()].sort()).toEqual([...new Set(rows.map(([code]) => code))].sort());
  for (const [code, examples] of pages) {
    const known = rows.filter((row) => row[0] === code).map(([, message]) => message);
    expect(examples.length, code).toBeGreaterThan(0);
    for (const example of examples) expect(known).toContain(example);
  }
});
