// Mutants of the TypeScript code that reads arguments: `npm run test:mutants:ts`.
const FILES = (process.env.SAPWOOD_MUTATE ?? 'inputs.ts,methods/narrow.ts,methods/points.ts').split(
  ',',
);

export default {
  packageManager: 'npm',
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tests/mutants/stryker-vitest.config.ts', related: false },
  mutate: FILES.map((file) => `web/sapwood/src/${file}`),
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  // the tests run the TypeScript sources, which load the WASM module from the source folder
  buildCommand:
    'cp web/sapwood/dist/wasm/all/core.mjs web/sapwood/dist/wasm/all/emscripten.mjs web/sapwood/dist/wasm/all/core.wasm web/sapwood/src/wasm/all/',
  ignorePatterns: [
    '/build',
    '/cpp',
    '/docs',
    '/.toolchain',
    '/web/playground',
    '/tests/bench',
    '/tests/e2e',
    '/tests/cpp',
  ],
  tempDirName: 'build/stryker',
  concurrency: Number(process.env.SAPWOOD_WORKERS ?? 1),
  testRunnerNodeArgs: ['--expose-gc'],
  timeoutMS: 60_000,
  reporters: ['json', 'clear-text'],
  jsonReporter: { fileName: 'build/mutants/stryker.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
