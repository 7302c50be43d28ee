/**
 * Definition of the benchmark commands. A run parses arguments, measures, and generates files from
 * its result.
 */

import { type Files, readFile, writeFile } from '../report/document';
import { type Arguments, type Known, readArguments } from './arguments';

export interface Run<Request, Result> {
  /** Help text: the command of the run and its own arguments, one per line. */
  readonly usage: string;
  readonly known?: Known;
  /** Throws an error with a message for the user if arguments are invalid. */
  readonly parse: (args: Arguments) => Request;
  readonly measure: (request: Request) => Promise<Result> | Result;
  /** Undefined for a run without a record. */
  readonly recorded?: () => Result;
  /** Computes all counts again and keeps the recorded times. */
  readonly recount?: (recorded: Result) => Promise<Result> | Result;
  /** Files in the repository that are generated from a result. The first file is the record. */
  readonly files: (result: Result) => Files;
  readonly summary: (result: Result) => string;
  /** A result with faults is printed but not written. */
  readonly faults?: (result: Result) => readonly string[];
}

/** Returns the run unchanged, so that the compiler infers and checks its type parameters. */
export const defineRun = <Request, Result>(run: Run<Request, Result>) => run;

// biome-ignore lint/suspicious/noExplicitAny: `execute` passes requests and results on without using them
export type AnyRun = Run<any, any>;

const COMMON = {
  flags: ['write', 'print', 'page', 'recount', 'help'],
  texts: ['output'],
} as const satisfies Known;

const COMMON_USAGE = `Without arguments, writes the record and all files that are generated from it. With arguments, only prints the result.
  --write   writes the files although there are other arguments
  --print   only prints the result
  --output  writes only the record, as tests/bench/results/<name>.json
  --page    does not measure; writes pages and charts from the record
  --recount does not measure times; counts again, keeps the recorded times, and writes all files`;

export interface Command<Request> {
  readonly request: Request;
  readonly help: boolean;
  readonly writes: boolean;
  readonly pageOnly: boolean;
  readonly recounts: boolean;
  readonly output: string | undefined;
}

/** Throws an error with a message for the user if the command line is invalid. */
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
  const mayWrite = !args.any || args.has('write') || pageOnly || recounts;
  const writes = mayWrite && output === undefined && !args.has('print');
  const request = run.parse(args);
  return { request, help: args.has('help'), writes, pageOnly, recounts, output };
}

/**
 * Returns the recorded result. If the record does not exist, throws an error that names the command
 * that writes the record. Most records are not in the repository.
 */
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

/** Returns false if arguments are invalid, the record is missing or the result has faults. */
export async function execute(run: AnyRun, line: readonly string[]): Promise<boolean> {
  let command: Command<unknown>;
  let recorded: unknown;
  try {
    command = readCommand(run, line);
    const { help, pageOnly, recounts } = command;
    if (!help && (pageOnly || recounts)) recorded = readRecorded(run);
  } catch (error) {
    console.error((error as Error).message);
    return false;
  }
  const { help, writes, output, request } = command;
  if (help) {
    console.log(`${run.usage}\n${COMMON_USAGE}`);
    return true;
  }
  if (command.recounts) recorded = await run.recount?.(recorded);
  const result = recorded ?? (await run.measure(request));
  console.log(`\n${run.summary(result)}`);
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

export function staleFiles(run: AnyRun): string[] {
  const files: Files = run.files(run.recorded?.());
  return [...files].filter(([name, text]) => readFile(name) !== text).map(([name]) => name);
}
