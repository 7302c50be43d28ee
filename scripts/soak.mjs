// The soak run: all tests that take too long for `npm test`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { SOAK_REQUIREMENTS } from './requirements.mjs';
import { setup, systemPackages } from './setup.mjs';
import { figuresBlock, joinRounds, sumFigures, table, withBlock } from './soak/figures.mjs';
import { recordGoldens } from './soak/fuzz.mjs';
import { PARTS } from './soak/parts.mjs';
import { main, parseInput, ROOT, StepError, step } from './steps.mjs';

const NIGHT_MINUTES = 480;
const ROUND_MINUTES = 20;
const PAGE = join(ROOT, 'docs/reliability.md');
const USAGE = `npm run soak -- [--minutes N | --preset night] [--seed N] [--only a,b] [--record]
  Without --minutes or --preset, runs until it is stopped. The preset takes ${NIGHT_MINUTES / 60} hours.
  --seed     seed of the first round, incremented for each round; default: the date
  --only     runs the parts whose names contain one of the words; a hyphen matches a space
  --list     prints the parts, and exits
  --record   writes the figures to docs/reliability.md
  --goldens  records the golden tapes again, and exits`;

function readOptions() {
  const options = {
    minutes: { type: 'string' },
    preset: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string', default: '' },
    list: { type: 'boolean' },
    record: { type: 'boolean' },
    goldens: { type: 'boolean' },
    help: { type: 'boolean' },
  };
  const values = parseInput(() => parseArgs({ options }).values, USAGE);
  if (values.preset !== undefined && values.preset !== 'night') {
    throw new StepError(`--preset: expected 'night', got '${values.preset}'`);
  }
  const night = values.preset === 'night';
  const minutes = Number(values.minutes ?? (night ? NIGHT_MINUTES : Infinity));
  if (!(minutes > 0))
    throw new StepError(`--minutes: expected a number > 0, got ${values.minutes}`);
  const today = Math.floor(Date.now() / 86_400_000);
  return { ...values, night, minutes, seed: Number(values.seed ?? today) };
}

/**
 * Selects the parts to run. Parts without a share of the time run only with `--preset night`, or if
 * `--only` names them.
 */
function chosenParts({ only, night }) {
  const words = only.split(',').filter((word) => word !== '');
  const spaced = (text) => text.replaceAll('-', ' ');
  const named = ({ name }) => words.some((word) => spaced(name).includes(spaced(word)));
  return PARTS.filter((part) => (words.length > 0 ? named(part) : night || part.share > 0));
}

/** For a part that cannot run, `skipped` is the reason. */
async function prepare(parts) {
  const ready = [];
  for (const part of parts) {
    const result = part.prepare && (await step(`prepare: ${part.name}`, part.prepare));
    ready.push({ ...part, skipped: result?.skipped });
  }
  return ready;
}

function noteOf({ operations = 0, faults = 0 }) {
  return `${operations.toLocaleString('en-US')} operations${faults > 0 ? `, ${faults} FAULTS` : ''}`;
}

/** An exception counts as a fault, and the other parts still run. */
async function runPart(part, request) {
  const { name, skipped } = part;
  if (skipped) return { name, skipped };
  const start = performance.now();
  let figures;
  try {
    await step(name, async () => {
      figures = await part.run(request);
      return noteOf(figures);
    });
  } catch (error) {
    figures = { faults: 1, log: error instanceof StepError ? error.message : String(error.stack) };
  }
  if (figures.faults > 0) console.error(figures.log);
  const seconds = (performance.now() - start) / 1000;
  return { name, seed: request.seed, ...figures, seconds };
}

async function runRound(parts, { minutes, seed }) {
  const shares = parts.reduce((sum, part) => sum + (part.skipped ? 0 : (part.share ?? 0)), 0);
  const results = [];
  for (const part of parts) {
    const seconds = Math.round((60 * minutes * (part.share ?? 0)) / Math.max(1, shares));
    results.push(await runPart(part, { seconds, seed }));
  }
  return results;
}

function commit() {
  try {
    const args = ['-c', 'safe.directory=*', 'rev-parse', '--short', 'HEAD'];
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

function writeReport(rounds, seeds) {
  const parts = joinRounds(rounds);
  const report = {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    machine: `${availableParallelism()} cores, ${process.platform} ${process.arch}`,
    seeds,
    total: sumFigures(parts),
    parts,
  };
  mkdirSync(join(ROOT, 'build/soak'), { recursive: true });
  writeFileSync(join(ROOT, 'build/soak/report.json'), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

function record(report) {
  writeFileSync(PAGE, withBlock(readFileSync(PAGE, 'utf8'), figuresBlock(report)));
}

/**
 * Runs the parts in short rounds until the time is over. Each round has a new seed and runs every
 * part with a share of the time. Parts without a share run once, before the rounds.
 */
async function soak(options) {
  const parts = await prepare(chosenParts(options));
  const untimed = parts.filter(({ share }) => share === undefined);
  const timed = parts.filter(({ share }) => share !== undefined);
  const rounds = [];
  const seeds = [];
  if (untimed.length > 0) rounds.push(await runRound(untimed, { minutes: 0, seed: options.seed }));
  let report = writeReport(rounds, seeds);
  for (
    let remaining = options.minutes;
    remaining > 0 && timed.length > 0;
    remaining -= ROUND_MINUTES
  ) {
    const seed = options.seed + seeds.length;
    seeds.push(seed);
    console.log(`round ${seeds.length}, seed ${seed}`);
    rounds.push(await runRound(timed, { minutes: Math.min(remaining, ROUND_MINUTES), seed }));
    report = writeReport(rounds, seeds);
    // the next round would find the same faults
    if (report.total.faults > 0) break;
  }
  console.log(`\n${table(report.parts)}\n\nbuild/soak/report.json`);
  if (options.record) record(report);
  if (report.total.faults > 0) process.exitCode = 1;
}

await main(async () => {
  const options = readOptions();
  if (options.help) return console.log(USAGE);
  if (options.list) {
    for (const { name, share = 'night', description } of PARTS) {
      console.log(`${name.padEnd(28)} ${String(share).padStart(5)}  ${description}`);
    }
    return;
  }
  setPriority(10);
  await setup();
  await systemPackages(SOAK_REQUIREMENTS);
  await build();
  if (options.goldens) await step('golden tapes', recordGoldens);
  else await soak(options);
});
