// Tests the packed package in consumers: sample projects for bundlers, frameworks and other tools.
//
//   consumers.mjs [consumer...] [--quick] [--record] [--as-built]
//
// An argument selects all consumers whose names begin with it. `--quick` runs only the tests that
// need no network. `--record` writes the table of docs/loading.md. `--as-built` packs the package
// without building it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONSUMERS } from '../tests/consumers/consumers.mjs';
import { OUTPUT, pack } from '../tests/consumers/support/packed.mjs';
import { closeBrowser } from '../tests/consumers/support/pages.mjs';
import { arrange, install } from '../tests/consumers/support/project.mjs';
import { missingRows, record } from '../tests/consumers/support/record.mjs';
import { appliesTo } from '../tests/consumers/support/verdict.mjs';
import { tryWay } from '../tests/consumers/support/ways.mjs';
import { build } from './build.mjs';
import { setup } from './setup.mjs';
import { main, ROOT, StepError, step } from './steps.mjs';

const { values: options, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    'as-built': { type: 'boolean', default: false },
  },
});

function choose() {
  const unknown = requested.filter((name) => !CONSUMERS.some((one) => one.name.startsWith(name)));
  if (unknown.length > 0) throw new StepError(`no such consumer: ${unknown.join(', ')}`);
  const isRequested = ({ name }) =>
    requested.length === 0 || requested.some((start) => name.startsWith(start));
  const chosen = CONSUMERS.filter(isRequested);
  if (!options.quick) return chosen;
  return chosen
    .filter(({ quick }) => quick)
    .map((one) => ({ ...one, ways: one.ways.filter(({ way }) => one.quick.includes(way)) }));
}

/**
 * Returns the last 60 lines of a log. Cuts each line to 400 characters, because lines of bundles
 * are long.
 */
function readable(log) {
  const lines = log
    .trim()
    .split('\n')
    .map((line) => line.slice(0, 400));
  return lines.slice(-60).join('\n');
}

/** Prints the logs of failures. */
async function tryConsumer(consumer, packed) {
  const project = options.quick ? arrange(consumer) : await install(consumer, packed);
  const results = [];
  for (const entry of packed.entries) {
    for (const way of consumer.ways.filter((way) => appliesTo(way, entry))) {
      const result = await tryWay(way, project, entry);
      results.push({ consumer, way, entry, ...result });
      if (result.verdict !== 'wrong') continue;
      console.error(`--- ${consumer.title}, ${way.way}, ${entry.name}: ${result.note}`);
      console.error(readable(result.log));
    }
  }
  return results;
}

async function tryAll(packed) {
  const results = [];
  for (const consumer of choose()) {
    const tryAndCheck = async () => {
      const some = await tryConsumer(consumer, packed);
      results.push(...some);
      const wrong = some.filter(({ verdict }) => verdict === 'wrong').length;
      if (wrong > 0) throw new StepError(`${wrong} of ${some.length} went wrong`);
      const known = some.filter(({ verdict }) => verdict === 'known').length;
      return `${some.length - known} work${known > 0 ? `, ${known} known failures` : ''}`;
    };
    await step(consumer.title, tryAndCheck).catch((error) => {
      console.error(error instanceof StepError ? error.message : error);
      if (!results.some((result) => result.consumer === consumer)) {
        const row = { verdict: 'wrong', note: 'cannot be set up' };
        results.push({ consumer, way: { way: '' }, entry: { name: '' }, ...row });
      }
    });
  }
  return results;
}

function printTable(results) {
  console.log('');
  for (const { consumer, way, entry, verdict, note } of results) {
    const cells = [consumer.title.padEnd(18), way.way.padEnd(22), entry.name.padEnd(12)];
    const mark = { works: 'works', known: 'fails, as known', wrong: 'WRONG' }[verdict];
    console.log(`${cells.join(' ')} ${mark}${note ? `: ${note}` : ''}`);
  }
}

await main(async () => {
  if (!options.quick && !options['as-built']) {
    await setup();
    await build();
  }
  const packed = await pack();
  const results = await tryAll(packed).finally(closeBrowser);
  if (!options.quick) printTable(results);
  const wrong = results.filter(({ verdict }) => verdict === 'wrong').length;
  const gaps = missingRows(CONSUMERS);
  if (options.record) record(results, packed.entries, CONSUMERS);
  else if (gaps.length > 0) console.error(`docs/loading.md lacks: ${gaps.join('; ')}`);
  const failed = wrong + (options.record || gaps.length === 0 ? 0 : 1);
  const counts = { passed: results.length - wrong, failed, skipped: 0 };
  const report = join(ROOT, OUTPUT, 'counts.json');
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, JSON.stringify(counts));
  if (failed > 0 || results.length === 0) process.exitCode = 1;
  console.log(`${counts.passed} passed, ${failed} failed`);
});
