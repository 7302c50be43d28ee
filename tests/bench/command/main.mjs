// Executes a run: `main.mjs <module> [arguments]`, for example `main.mjs dynamic/run --n 1000`.
// Vite loads the TypeScript files. Node loads the JavaScript of the built package and of the
// libraries directly. Vite would replace each import of their functions by a getter, whose calls
// would be part of the measured time.
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
  const { execute } = await load('command/run');
  const { run } = await load(module);
  if (!(await execute(run, line))) process.exitCode = 1;
} finally {
  await environment.close();
}
