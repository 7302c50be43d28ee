/** Benchmark commands: they read arguments, measure, and write all files that are generated from the result. */

import { type Files, readFile, writeFile } from '../report/document';
import { type Arguments, type Known, readArguments } from './arguments';

export interface Run<Request, Result> {
  /** The command in the first line, then a line for each of its own arguments. */
  readonly usage: string;
  readonly known?: Known;
  /** Throws an error with a message for the user if arguments are invalid. */
  readonly parse: (args: Arguments) => Request;
  readonly measure: (request: Request) => Promise<Result> | Result;
  /** Reads the record; undefined for a run without a record. */
  readonly recorded?: () => Result;
  /** Counts everything again that does not depend on a clock, and keeps the recorded times. */
  readonly recount?: (recorded: Result) => Promise<Result> | Result;
  /** Files in the repository that are generated from a result; the record is the first. */
  readonly files: (result: Result) => Files;
  /** Text about a result for the terminal. */
  readonly summary: (result: Result) => string;
  /** Messages about faults in a result. A result with faults is printed and not written. */
  readonly faults?: (result: Result) => readonly string[];
}

/** Checks the types of a run. */
export const defineRun = <Request, Result>(run: Run<Request, Result>) => run;

// biome-ignore lint/suspicious/noExplicitAny: `execute` passes requests and results on without using them
export type AnyRun = Run<any, any>;

const COMMON = {
  flags: ['write', 'print', 'page', 'recount', 'help'],
  texts: ['output'],
} as const satisfies Known;

const COMMON_USAGE = `Without arguments writes the record and the files that are generated from it; with arguments only prints the result.
  --write   writes the record and the files
  --print   only prints
  --output  writes only the record, as tests/bench/results/<name>.json
  --page    measures nothing: generates the files again from the record
  --recount repeats the counts, keeps the recorded times, and writes the record and the files`;

/** Parsed command line of a run. */
export interface Command<Request> {
  readonly request: Request;
  readonly help: boolean;
  readonly writes: boolean;
  readonly pageOnly: boolean;
  readonly recounts: boolean;
  readonly output: string | undefined;
}

/** Parses a command line. Throws an error with a message for the user if it is invalid. */
export function readCommand<Request, Result>(
  run: Run<Request, Result>,
  line: readonly string[],
): Command<Request> {
  const flags = [...(run.known?.flags ?? []), ...COMMON.flags];
  const texts = [...(run.known?.texts ?? []), ...COMMON.texts];
  const args = readArguments(line, { flags, texts });
  args.oneOf('write', 'print');
  args.oneOf('page', 'recount');
  const pageOnly = args.has('page');
  const recounts = args.has('recount');
  const output = args.plainName('output');
  for (const name of ['page', 'output'] as const) {
    const wanted = name === 'page' ? pageOnly : output !== undefined;
    if (wanted && !run.recorded) throw new Error(`--${name}: this run has no record`);
  }
  if (recounts && !run.recount)
    throw new Error('--recount: expected crossover, dynamic, published or scaling');
  const asked = !args.any || args.has('write') || pageOnly || recounts;
  const writes = asked && output === undefined && !args.has('print');
  const request = run.parse(args);
  return { request, help: args.has('help'), writes, pageOnly, recounts, output };
}

/** Reads the record of a run. Most records are not in the repository; the error names the command that writes them. */
function readRecorded(run: AnyRun): unknown {
  try {
    return run.recorded?.();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw error;
    const [command] = run.usage.split(/(?: --)? \[|\n/);
    throw new Error(
      `no such file: ${path}\nRun \`${command}\` first: it measures and writes the record.`,
    );
  }
}

function writeAll(files: Files): void {
  for (const [name, text] of files) writeFile(name, text);
  console.log(`\n${[...files.keys()].join('\n')}`);
}

/** Carries a run out. Returns false for wrong arguments, a missing record and a result with faults. */
export async function carryOut(run: AnyRun, line: readonly string[]): Promise<boolean> {
  let wish: Wish<unknown>;
  let recorded: unknown;
  try {
    wish = readWish(run, line);
    const { help, pageOnly, recounts } = wish;
    if (!help && (pageOnly || recounts)) recorded = readRecorded(run);
  } catch (error) {
    console.error((error as Error).message);
    return false;
  }
  const { help, writes, output, request } = wish;
  if (help) {
    console.log(`${run.usage}\n${COMMON_USAGE}`);
    return true;
  }
  if (wish.recounts) recorded = await run.recount?.(recorded);
  const result = recorded ?? (await run.measure(request));
  console.log(`\n${run.told(result)}`);
  const faults = run.faults?.(result) ?? [];
  for (const fault of faults) console.error(fault);
  if (output !== undefined) {
    const [[, record]] = run.files(result);
    writeAll(new Map([[`tests/bench/results/${output}.json`, record]]));
  } else if (writes && faults.length === 0) {
    writeAll(run.files(result));
  }
  return faults.length === 0;
}

/** Returns the files that differ from those generated from the record. */
export function staleFiles(run: AnyRun): string[] {
  const files: Files = run.files(run.recorded?.());
  return [...files].filter(([name, text]) => readFile(name) !== text).map(([name]) => name);
}
