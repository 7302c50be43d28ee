// The benchmark of the C++ core without JavaScript: builds its two programs, natively with the libraries that are found
// and as WASM, and runs them in turns.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreset } from './build.mjs';
import { capture, ROOT, StepError, step } from './steps.mjs';

const PRESETS = { native: 'native-bench', wasm: 'wasm-bench' };
const PROGRAM = 'tests/bench/native/sapwood_bench';
// all of the module by V8's optimising compiler before it starts: what runs for long ends there anyway
const NODE_FLAGS = ['--no-liftoff', '--no-wasm-lazy-compilation'];
const folderOf = (runtime) => join(ROOT, 'build', PRESETS[runtime]);

/** Builds the program of a runtime. */
async function buildProgram(runtime) {
  const preset = PRESETS[runtime];
  // looks again for libraries; what is wrong with the folder itself the next line finds and mends
  await capture('cmake', ['--preset', preset]);
  await buildPreset(preset, 'sapwood_bench');
}

export async function buildPrograms(runtimes) {
  for (const runtime of runtimes) {
    await step(`build: benchmark, ${runtime}`, () => buildProgram(runtime));
  }
}

/** Runs a program; its progress goes to the terminal, its result comes back. `argumentsFor(file)` is its command line. */
export async function runProgram(runtime, argumentsFor) {
  const program = join(folderOf(runtime), PROGRAM);
  const node = [process.execPath, ...NODE_FLAGS, `${program}.js`];
  const command = runtime === 'wasm' ? node : [program];
  const output = join(folderOf(runtime), 'report.json');
  rmSync(output, { force: true });
  const args = [...command.slice(1), ...argumentsFor(output)];
  const { code } = await capture(command[0], args, { stdio: 'inherit' });
  if (code > 1 || !existsSync(output)) throw new StepError(`the ${runtime} benchmark failed`);
  return JSON.parse(readFileSync(output, 'utf8'));
}
