/**
 * The tools of the fuzzers as a program for Node, which scripts/soak/fuzz.mjs bundles. A tape is a
 * sequence of operations, encoded as bytes:
 *
 *   fuzz <result.json>            tests the package with random tapes of fast-check, for
 *                                 SAPWOOD_SOAK_SECONDS
 *   keep <input> <tape> [program [arguments]]
 *                                 shrinks a failing input, prints it and stores it as a tape. The
 *                                 program plays the inputs; without a program, the package does
 *   print <tape>                  prints a stored tape as code
 *   seeds <folder> <count>        writes long random tapes as the first inputs of a fuzzer
 *   goldens <file>                writes the hashes of the golden tapes
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import stringify from 'json-stringify-pretty-compact';
import { init } from 'sapwood/all';
import type { Choice } from '../../web/tapes/checked-queries.js';
import { CHOICE_BYTES, choiceOf, playInput } from '../../web/tapes/fuzz-input.js';
import { recordGoldens } from '../../web/tapes/golden-tapes.js';
import { keptTape, keptText } from '../../web/tapes/kept-tape.js';
import { GeneratedBytes } from '../../web/tapes/tape-reader.js';
import { asWorker } from './as-worker.js';
import { cppTest, typescriptTest } from './printed-code.js';
import { recordCalls } from './recorded-calls.js';
import { runFuzz } from './run-fuzz.js';
import { shrinkInput } from './shrink-input.js';

const seed = Number(process.env.SAPWOOD_SOAK_SEED ?? 1);
const seconds = Number(process.env.SAPWOOD_SOAK_SECONDS ?? 60);

async function fuzz(resultFile: string): Promise<void> {
  const result = await runFuzz({ seed, seconds });
  writeFileSync(resultFile, JSON.stringify(result));
}

function packageFault(input: Uint8Array): string | undefined {
  try {
    playInput(input);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/**
 * Plays an input with a program, whose last argument is the file of the input. Returns the fault.
 * With `symbolize`, stack traces contain names, which is slower.
 */
function programFault(
  input: Uint8Array,
  [program, ...args]: readonly string[],
  symbolize: boolean,
): string | undefined {
  const file = `${process.env.SAPWOOD_SOAK_FOLDER ?? '.'}/trial`;
  writeFileSync(file, input);
  const { ASAN_OPTIONS = '' } = process.env;
  const env = { ...process.env, ASAN_OPTIONS: `${ASAN_OPTIONS}:symbolize=${symbolize ? 1 : 0}` };
  const { status, stderr } = spawnSync(program, [...args, file], { encoding: 'utf8', env });
  return status === 0 ? undefined : stderr;
}

function codeOf(choice: Choice, tape: Uint8Array): string[] {
  const calls = recordCalls(choice, tape);
  return [cppTest(choice, calls), typescriptTest(choice, calls)].flatMap((text) => [text, '']);
}

function print(tapeFile: string): void {
  const { choice, bytes } = keptTape(readFileSync(tapeFile, 'utf8'));
  console.log(codeOf(choice, bytes).join('\n'));
}

/**
 * Returns whether the module has trapped. Then it is unusable, and the input can only be repeated
 * in another process.
 */
const hasTrapped = (fault: string | undefined) =>
  /RuntimeError|unreachable|Aborted/.test(fault ?? '');

function storeFailure(inputFile: string, tapeFile: string, ...command: string[]): void {
  const input = Uint8Array.from(readFileSync(inputFile));
  const faultOf = (candidate: Uint8Array, symbolize = false) =>
    command.length > 0 ? programFault(candidate, command, symbolize) : packageFault(candidate);
  const first = faultOf(input);
  if (first === undefined) console.log('The input does not fail again and is stored unchanged.');
  const shrinks = first !== undefined && (command.length > 0 || !hasTrapped(first));
  const fails = (candidate: Uint8Array) => faultOf(candidate) !== undefined;
  const smallest = shrinks ? shrinkInput(input, { fails, seconds: 120 }) : input;
  const fault = faultOf(smallest, true) ?? first ?? 'unknown';
  const choice = choiceOf(smallest);
  const reasonPattern = /: step \d|ERROR: AddressSanitizer|runtime error|Error: /;
  const reason = fault.split('\n').find((line) => reasonPattern.test(line)) ?? '';
  const where = command.length > 0 ? 'natively' : 'through the package';
  const code = codeOf(choice, smallest.subarray(CHOICE_BYTES));
  const comment = [
    `Found by \`npm run soak\` ${where}, shrunk from ${input.length} bytes:`,
    // a stored tape must not contain paths of this machine
    reason.trim().replaceAll(`${process.cwd()}/`, '').slice(0, 200),
  ];
  writeFileSync(tapeFile, keptText(smallest, comment));
  console.log([fault.slice(0, 4000), '', ...code].join('\n'));
}

/**
 * Writes tapes with many steps. A fuzzer that starts without inputs would take long to find such
 * tapes.
 */
function seeds(folder: string, count: string): void {
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < Number(count); i++) {
    const source = new GeneratedBytes((seed * 65_537 + i) >>> 0);
    const length = 100 + 8 * source.byte();
    const input = Uint8Array.from({ length }, () => source.byte());
    input[0] = i;
    writeFileSync(`${folder}/seed-${i}`, input);
  }
}

function goldens(file: string): void {
  writeFileSync(file, `${stringify(recordGoldens(), { maxLength: 500 })}\n`);
}

const [command, ...args] = process.argv.slice(2) as [string, ...string[]];
await asWorker(init);
if (command === 'fuzz') await fuzz(args[0]);
else if (command === 'keep') storeFailure(args[0], args[1], ...args.slice(2));
else if (command === 'print') print(args[0]);
else if (command === 'seeds') seeds(args[0], args[1]);
else if (command === 'goldens') goldens(args[0]);
else throw new Error(`unknown: ${command}`);
