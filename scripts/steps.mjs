// Runs commands as named steps: prints one line with the time of each, and the log only on failure.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { availableParallelism, constants, getPriority, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const CORES = availableParallelism();
export const bin = (name) =>
  // Two versions of TypeScript are installed: `typescript-7` is the compiler, and `typescript` is
  // the last version with the JavaScript API that tools import.
  name === 'tsc'
    ? join(ROOT, 'node_modules/typescript-7/bin/tsc')
    : join(ROOT, 'node_modules', '.bin', name);

export class StepError extends Error {}

/**
 * Environment for programs that allocate much memory for a short time: glibc allocates large
 * blocks, on pages of 2 MB if the system has them. On virtual machines, where new pages are slow,
 * this saves a fifth of a compiler's time.
 */
export const LARGE_PAGES = {
  GLIBC_TUNABLES: [
    'glibc.malloc.hugetlb=1',
    'glibc.malloc.mmap_threshold=1073741824',
    'glibc.malloc.top_pad=67108864',
    'glibc.malloc.trim_threshold=4294967296',
  ].join(':'),
};

const priority = new AsyncLocalStorage();

/**
 * Increase of the nice value that reduces a process's share of a processor to a third. A larger
 * increase would nearly stop the process.
 */
const NICE_INCREASE = 5;

export function atLowPriority(work) {
  const { PRIORITY_LOW } = constants.priority;
  return priority.run(Math.min(getPriority() + NICE_INCREASE, PRIORITY_LOW), work);
}

/** Resolves to { code, log }, even if the command fails. `timeout` is in ms. */
export function capture(
  command,
  args = [],
  { cwd = ROOT, env = {}, stdio = 'pipe', timeout } = {},
) {
  return new Promise((resolve) => {
    const input = stdio === 'inherit' ? 'inherit' : 'ignore';
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [input, stdio, stdio],
      timeout,
    });
    const niceValue = priority.getStore();
    if (niceValue !== undefined && child.pid !== undefined) setPriority(child.pid, niceValue);
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 127, log: String(error.message) }));
    child.on('close', (code, signal) => {
      const log = Buffer.concat(chunks).toString();
      resolve(signal ? { code: 1, log: `${log}\nended by ${signal}` } : { code, log });
    });
  });
}

/** Runs a command that must succeed; throws StepError with its log. */
export async function run(command, args, options) {
  const { code, log } = await capture(command, args, options);
  if (code !== 0) throw new StepError(`$ ${command} ${args.join(' ')}  (exit ${code})\n${log}`);
}

/** Runs `work` and prints one line: name, time, and the note that `work` returned (if any). */
export async function step(name, work) {
  const start = performance.now();
  const line = (mark, note) => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${mark} ${name.padEnd(34)} ${seconds.padStart(6)} s${note ? `  ${note}` : ''}`);
  };
  try {
    const note = await work();
    line('ok  ', typeof note === 'string' ? note : '');
    return note;
  } catch (error) {
    line('FAIL', '');
    throw error;
  }
}

/**
 * Calls `read`, which parses user input. Reports errors without a stack trace, and with the usage
 * of the command.
 */
export function parseInput(read, usage = '') {
  try {
    return read();
  } catch (error) {
    throw new StepError(`${error.message}\n${usage}`.trimEnd());
  }
}

/** Prints an error and returns the exit code of the process. */
export function report(error) {
  console.error(error instanceof StepError ? error.message : error);
  return 1;
}

/** Runs the main function of a script; a failure is printed once and becomes the exit code. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    process.exitCode = report(error);
  }
}
