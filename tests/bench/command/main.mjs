// A run as a program: `main.mjs <module> [arguments]`, e.g. `main.mjs dynamic/run --n 1000`. Our TypeScript goes through
// Vite. What is JavaScript, the built package and the libraries, is loaded by Node itself: Vite would put a getter before
// each of their imports, and that is what would be measured.
import { fileURLToPath } from 'node:url';
import { createRunnableDevEnvironment, resolveConfig } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

const config = await resolveConfig(
  {
    root,
    configFile: false,
    logLevel: 'error',
    environments: {
      run: {
        consumer: 'server',
        dev: { moduleRunnerTransform: true },
        resolve: { external: true, mainFields: [], conditions: ['node'] },
      },
    },
  },
  'serve',
);
const environment = createRunnableDevEnvironment('run', config, {
  runnerOptions: { hmr: false },
  hot: false,
});
await environment.init();
const load = (path) => environment.runner.import(`${root}${path}.ts`);

const [module, ...line] = process.argv.slice(2);
try {
  const { carryOut } = await load('command/run');
  const { run } = await load(module);
  if (!(await carryOut(run, line))) process.exitCode = 1;
} finally {
  await environment.close();
}
