/**
 * Audits of the landing page and of Learn by Lighthouse, which emulates a phone. Values that depend
 * on the speed of the machine are recorded, but not checked.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import lighthouse from 'lighthouse';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './support/browser.js';
import { serveCompressed } from './support/compressed-site.js';
import type { Site } from './support/site.js';

const MIN_SCORE = 95;
const MAX_SHIFT = 0.1;
const reports = fileURLToPath(new URL('../../build/reports/', import.meta.url));

let site: Site;
let browser: Browser;
let port: number;

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

beforeAll(async () => {
  port = await freePort();
  [site, browser] = await Promise.all([
    serveCompressed(),
    launchBrowser([`--remote-debugging-port=${port}`]),
  ]);
});

afterAll(async () => {
  await Promise.all([browser?.close(), site?.close()]);
});

async function reportOf(hash: string) {
  const result = await lighthouse(site.url + hash, { port, logLevel: 'error', output: 'json' });
  if (!result) throw new Error('Lighthouse has no result');
  return result.lhr;
}

type Report = Awaited<ReturnType<typeof reportOf>>;

const scoreOf = ({ categories }: Report, category: string) =>
  Math.round(100 * (categories[category].score ?? 0));

function failedOf({ audits, categories }: Report, category: string): string {
  const failed = categories[category].auditRefs
    .map(({ id }) => audits[id])
    .filter(({ score }) => score !== null && score < 1);
  return failed.map(({ id, title }) => `${id}: ${title}`).join('\n');
}

function numberOf({ audits }: Report, audit: string): number {
  return audits[audit].numericValue ?? Number.NaN;
}

test.each([
  ['landing', '', 25],
  ['learn', '#learn', 31],
])(
  '%s scores 95 in accessibility, best practices and SEO, without layout shifts',
  async (name, hash, maxRequests) => {
    const report = await reportOf(hash);
    for (const category of ['accessibility', 'best-practices', 'seo']) {
      expect(scoreOf(report, category), failedOf(report, category)).toBeGreaterThanOrEqual(
        MIN_SCORE,
      );
    }
    expect(numberOf(report, 'cumulative-layout-shift')).toBeLessThan(MAX_SHIFT);
    const { items = [] } = (report.audits['network-requests'].details ?? {}) as {
      items?: unknown[];
    };
    expect(items.length).toBeGreaterThan(3);
    expect(items.length).toBeLessThanOrEqual(maxRequests);
    const { items: marks = [] } = (report.audits['user-timings'].details ?? {}) as {
      items?: { name: string; startTime: number }[];
    };
    const record = {
      performance: scoreOf(report, 'performance'),
      firstContentfulPaint: numberOf(report, 'first-contentful-paint'),
      largestContentfulPaint: numberOf(report, 'largest-contentful-paint'),
      totalBlockingTime: numberOf(report, 'total-blocking-time'),
      interactive: numberOf(report, 'interactive'),
      bytes: numberOf(report, 'total-byte-weight'),
      requests: items.length,
      marks: Object.fromEntries(marks.map((mark) => [mark.name, mark.startTime])),
    };
    console.log(name, record);
    mkdirSync(reports, { recursive: true });
    writeFileSync(`${reports}lighthouse-${name}.json`, JSON.stringify(record, null, 2));
  },
);
