/** What every run of this workspace is: it reads arguments, measures, and makes all files that follow from its result. */

import { type Files, readFile, writeFile } from '../report/document';
import { type Arguments, type Known, readArguments } from './arguments';

export interface Run<Request, Result> {
  /** How it is called, and its own arguments, a line each. */
  readonly usage: string;
  readonly known?: Known;
  /** Throws a sentence for the user where arguments make no sense. */
  readonly parse: (args: Arguments) => Request;
  readonly measure: (request: Request) => Promise<Result> | Result;
  /** The result that lies in the repository; a run without a record has none. */
  readonly recorded?: () => Result;
  /** Returns a recorded result with everything counted again that does not depend on a clock. */
  readonly recount?: (recorded: Result) => Promise<Result> | Result;
  /** Everything in the repository that is made from a result, its record first. */
  readonly files: (result: Result) => Files;
  /** What the terminal shows of a result. */
  readonly told: (result: Result) => string;
  /** What must not be in a result, in sentences: such a one is told and not written. */
  readonly faults?: (result: Result) => readonly string[];
}

/** Checks that the parts of a run fit each other. */
export const defineRun = <Request, Result>(run: Run<Request, Result>) => run;

// biome-ignore lint/suspicious/noExplicitAny: whoever carries runs out does not look into what they hand on
export type AnyRun = Run<any, any>;

const COMMON = {
  flags: ['write', 'print', 'page', 'recount', 'help'],
  texts: ['output'],
} as const satisfies Known;

const COMMON_USAGE = `Without arguments the record and all that is made from it are written anew; with arguments the result is only printed.
  --write   writes them all the same
  --print   prints only, though there is no other argument
  --output  the record as tests/bench/results/<name>.json, and nothing else
  --page    measures nothing: writes the pages and charts from the record again
  --recount measures no times: counts again, and writes the record with its old times and all that is made from it`;

/** What the user of a run wants of it. */
export interface Wish<Request> {
  readonly request: Request;
  readonly help: boolean;
  readonly writes: boolean;
  readonly pageOnly: boolean;
  readonly recounts: boolean;
  readonly output: string | undefined;
}

/** Reads a command line; what is not understood throws with a sentence for the user. */
export function readWish<Request, Result>(
  run: Run<Request, Result>,
  line: readonly string[],
): Wish<Request> {
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

function resultOf(run: AnyRun, { request, pageOnly, recounts }: Wish<unknown>) {
  if (pageOnly) return run.recorded?.();
  if (recounts) return run.recount?.(run.recorded?.());
  return run.measure(request);
}

function writeAll(files: Files): void {
  for (const [name, text] of files) writeFile(name, text);
  console.log(`\n${[...files.keys()].join('\n')}`);
}

/** Carries a run out; false when its result has faults. */
export async function carryOut(run: AnyRun, line: readonly string[]): Promise<boolean> {
  let wish: Wish<unknown>;
  try {
    wish = readWish(run, line);
  } catch (error) {
    console.error((error as Error).message);
    return false;
  }
  const { help, writes, output } = wish;
  if (help) {
    console.log(`${run.usage}\n${COMMON_USAGE}`);
    return true;
  }
  const result = await resultOf(run, wish);
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

/** Files that no longer say what the record says. */
export function staleFiles(run: AnyRun): string[] {
  const files: Files = run.files(run.recorded?.());
  return [...files].filter(([name, text]) => readFile(name) !== text).map(([name]) => name);
}
