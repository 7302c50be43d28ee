// Bundlers, tested with a page from their development server, a built page, and a page with a
// worker.
import {
  BUNDLED_PAGE,
  BUNDLED_WORKER_PAGE,
  CLASSIC_PAGE,
  COPY,
  NO_ADDRESS,
  NOT_BESIDE,
  NOT_COPIED,
  PAGE,
  PRINT,
  WORKER_PAGE,
} from './ways.mjs';

const BUILD = [['vite', 'build', '--base', './']];
const SERVE = ['vite', '--port', 'PORT', '--strictPort'];

/** Known failure: before version 8, the development server bundles a package without its WASM file. */
const PREBUNDLED = {
  only: 'separate',
  logPattern: /expected a WebAssembly module from .*, got HTML/,
  hintPattern: /init\(\{ wasm|optimizeDeps/,
  why: "the development server does not serve `core.wasm`; set `optimizeDeps: { exclude: ['sapwood'] }`",
};

const EXCLUDED = {
  way: 'dev, package excluded',
  only: 'separate',
  programs: PAGE,
  texts: { 'vite.config.js': "export default { optimizeDeps: { exclude: ['sapwood'] } };" },
  serves: SERVE,
};

/** Known failure: before version 8, a worker is built as one classic script by default. */
const CLASSIC_WORKER = {
  only: '.',
  logPattern: /IIFE output formats are not supported for code-splitting builds/,
  hintPattern: /worker\.format|output\.format/,
  why: "a worker is built as one classic script, but `sapwood` uses dynamic imports; set `worker: { format: 'es' }`, or import `sapwood/2d` or `sapwood/3d`",
};

const MODULE_WORKER = {
  way: 'build, module worker',
  only: '.',
  programs: WORKER_PAGE,
  texts: { 'vite.config.js': "export default { worker: { format: 'es' } };" },
  commands: BUILD,
  shows: 'dist',
};

const ROLLUP = ['rollup', 'src/main.js', '-p', 'node-resolve', '-f', 'es', '-d', 'dist'];
const ESBUILD = ['esbuild', 'src/main.js', '--bundle'];
const IN_NODE = ['--platform=node', '--target=node20', '--outfile=dist/main.cjs'];
const EMBED = '--loader:.wasm=binary';
const ROLLDOWN = ['rolldown', 'src/main.js', '-f', 'es', '-d', 'dist'];

/**
 * Returns a way to use the package that avoids the known failure: the build copies the WASM file
 * next to the bundle, and `init({ wasm })` gets its address.
 */
const copied = ({ way, fails, programs, commands, ...rest }) => ({
  ...rest,
  way: `${way}, file copied`,
  only: 'separate',
  programs: { ...programs, 'src/main.js': 'page-given-address.js' },
  commands: [...commands, COPY],
});

const ROLLUP_ES = {
  way: 'es',
  programs: BUNDLED_PAGE,
  commands: [ROLLUP],
  shows: 'dist',
  fails: [NOT_COPIED],
};
const ESBUILD_ESM = {
  way: 'esm',
  programs: BUNDLED_PAGE,
  commands: [[...ESBUILD, '--format=esm', '--outdir=dist']],
  shows: 'dist',
  fails: [NOT_COPIED],
};
const ROLLDOWN_ESM = {
  way: 'esm',
  programs: BUNDLED_PAGE,
  commands: [ROLLDOWN],
  shows: 'dist',
  fails: [NOT_COPIED],
};
const ROLLDOWN_CJS = {
  way: 'cjs in Node',
  programs: PRINT,
  commands: [['rolldown', 'src/main.js', '-p', 'node', '-f', 'cjs', '-d', 'dist']],
  prints: ['node', 'dist/main.js'],
  texts: { 'dist/package.json': '{ "type": "commonjs" }' },
  fails: [NOT_BESIDE],
};

function vite(version, { isOld = false } = {}) {
  const major = version.split('.')[0];
  const fails = isOld ? [PREBUNDLED] : [];
  const workerFails = isOld ? [CLASSIC_WORKER] : [];
  return {
    name: `vite-${major}`,
    title: `Vite ${major}`,
    tools: { vite: version },
    ways: [
      { way: 'dev', programs: PAGE, serves: SERVE, fails },
      { way: 'dev, worker', programs: WORKER_PAGE, serves: SERVE, fails },
      { way: 'build', programs: PAGE, commands: BUILD, shows: 'dist' },
      {
        way: 'build, worker',
        programs: WORKER_PAGE,
        commands: BUILD,
        shows: 'dist',
        fails: workerFails,
      },
      ...(isOld ? [EXCLUDED, MODULE_WORKER] : []),
    ],
  };
}

function packs(build, serve, more) {
  return [
    { way: 'dev', programs: BUNDLED_PAGE, serves: [...serve, '--port', 'PORT'], ...more },
    { way: 'build', programs: BUNDLED_PAGE, commands: [build], shows: 'dist', ...more },
    {
      way: 'build, worker',
      programs: BUNDLED_WORKER_PAGE,
      commands: [build],
      shows: 'dist',
      ...more,
    },
  ];
}

const ENTRY = ['--entry', './src/main.js', '--mode'];

const PARCEL_SERVE = ['parcel', 'serve', 'index.html', '--port', 'PORT'];

const NOT_IN_WORKER = {
  only: '.',
  logPattern: /Cannot find module '\w+'/,
  why: 'Parcel loses the dynamic imports of a worker; import `sapwood/2d` or `sapwood/3d` there',
};

const PARCEL = [['parcel', 'build', 'index.html', '--public-url', './']];

export const BUNDLERS = [
  vite('5.4.21', { isOld: true }),
  vite('6.4.6', { isOld: true }),
  vite('7.3.8', { isOld: true }),
  { ...vite('8.3.8'), quick: ['build'] },
  {
    name: 'rollup',
    title: 'Rollup 4',
    tools: { rollup: '4.68.7', '@rollup/plugin-node-resolve': '16.0.3' },
    ways: [ROLLUP_ES, copied(ROLLUP_ES)],
  },
  {
    name: 'esbuild',
    title: 'esbuild',
    tools: { esbuild: '0.28.2' },
    ways: [
      ESBUILD_ESM,
      copied(ESBUILD_ESM),
      {
        way: 'iife',
        programs: CLASSIC_PAGE,
        commands: [[...ESBUILD, '--format=iife', '--outdir=dist']],
        shows: 'dist',
        fails: [NO_ADDRESS],
      },
      {
        way: 'iife, file embedded',
        only: 'separate',
        programs: { ...CLASSIC_PAGE, 'src/main.js': 'page-given.js' },
        commands: [[...ESBUILD, '--format=iife', '--outdir=dist', EMBED]],
        shows: 'dist',
      },
      {
        way: 'cjs in Node',
        programs: PRINT,
        commands: [[...ESBUILD, ...IN_NODE]],
        prints: ['node', 'dist/main.cjs'],
        fails: [NO_ADDRESS],
      },
      {
        way: 'cjs in Node, file embedded',
        only: 'separate',
        programs: { ...PRINT, 'src/main.js': 'print-given.js' },
        commands: [[...ESBUILD, ...IN_NODE, EMBED]],
        prints: ['node', 'dist/main.cjs'],
      },
    ],
  },
  {
    name: 'rolldown',
    title: 'Rolldown',
    quick: ['esm', 'cjs in Node'],
    tools: { rolldown: '1.2.19' },
    ways: [ROLLDOWN_ESM, copied(ROLLDOWN_ESM), ROLLDOWN_CJS],
  },
  {
    name: 'webpack',
    title: 'webpack 5',
    tools: {
      node: '22.23.3',
      webpack: '5.112.2',
      'webpack-cli': '7.3.1',
      'webpack-dev-server': '6.1.0',
    },
    ways: packs(
      ['webpack', 'build', ...ENTRY, 'production'],
      ['webpack', 'serve', ...ENTRY, 'development', '--static', 'dist'],
    ),
  },
  {
    name: 'rspack',
    title: 'Rspack 2',
    tools: { '@rspack/core': '2.3.2', '@rspack/cli': '2.2.8', '@rspack/dev-server': '2.2.2' },
    ways: packs(['rspack', 'build'], ['rspack', 'serve'], { fixture: 'fixtures/rspack' }),
  },
  {
    name: 'parcel',
    title: 'Parcel 2',
    tools: { parcel: '2.16.4' },
    ways: [
      { way: 'dev', programs: PAGE, serves: PARCEL_SERVE },
      { way: 'build', programs: PAGE, commands: PARCEL, shows: 'dist' },
      {
        way: 'build, worker',
        programs: WORKER_PAGE,
        commands: PARCEL,
        shows: 'dist',
        fails: [NOT_IN_WORKER],
      },
    ],
  },
];
