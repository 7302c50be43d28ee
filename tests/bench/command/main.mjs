// A run as a program: `main.mjs <module> [arguments]`, e.g. `main.mjs dynamic/run --n 1000`. The built package is loaded by
// Node itself: Vite's loader would put a getter before each of its imports, which is what would be measured.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));

/** A TypeScript module of this workspace. */
async function load(path) {
  const external = ['sapwood'];
  const config = {
    root: fileOf('..'),
    configFile: false,
    logLevel: 'error',
    resolve: { external },
  };
  return (await runnerImport(fileOf(`../${path}.ts`), config)).module;
}

const [module, ...line] = process.argv.slice(2);
const { carryOut } = await load('command/run');
const { run } = await load(module);
if (!(await carryOut(run, line))) process.exitCode = 1;
