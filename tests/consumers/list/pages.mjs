// Pages without a bundler: with an import map, with security headers, and opened from the file
// system.
import { embedsOnce } from '../support/ways.mjs';
import { CLASSIC_PAGE, NO_ADDRESS, PAGE, WORKER_PAGE } from './ways.mjs';

const IMPORT_MAP = { ...PAGE, 'index.html': 'import-map.html' };
const BUILD = [['vite', 'build', '--base', './']];
const POLICY = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:",
};
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

const NO_MODULES = {
  only: 'all',
  logPattern: /blocked by CORS policy/,
  why: 'browsers load no module scripts from `file://`; build a classic script or a single file',
};

const NOT_SYNC = {
  only: 'separate',
  logPattern: /only Node\.js can read the file synchronously/,
  hintPattern: /options\.wasm/,
  why: 'a page cannot fetch `core.wasm` synchronously; pass the bytes to `initSync({ wasm })`',
};

export const PAGES = [
  {
    name: 'page',
    title: 'a page',
    tools: { vite: '8.3.8' },
    ways: [
      { way: 'import map', programs: IMPORT_MAP, shows: '.' },
      {
        way: 'import map, initSync()',
        skips: ['.'],
        programs: { ...IMPORT_MAP, 'src/main.js': 'page-sync.js' },
        shows: '.',
        fails: [NOT_SYNC],
      },
      {
        way: "CSP 'wasm-unsafe-eval'",
        programs: PAGE,
        commands: BUILD,
        shows: 'dist',
        headers: POLICY,
      },
      {
        way: "CSP 'wasm-unsafe-eval', worker",
        programs: WORKER_PAGE,
        commands: BUILD,
        shows: 'dist',
        headers: POLICY,
      },
      { way: 'COOP and COEP', programs: PAGE, commands: BUILD, shows: 'dist', headers: ISOLATED },
    ],
  },
  {
    name: 'file',
    title: 'a page from `file://`',
    tools: { vite: '8.3.8', 'vite-plugin-singlefile': '2.3.4', esbuild: '0.28.2' },
    ways: [
      {
        way: 'Vite build',
        programs: PAGE,
        commands: BUILD,
        opens: 'dist/index.html',
        fails: [NO_MODULES],
      },
      {
        way: 'esbuild iife',
        programs: CLASSIC_PAGE,
        commands: [['esbuild', 'src/main.js', '--bundle', '--format=iife', '--outdir=dist']],
        opens: 'dist/index.html',
        fails: [NO_ADDRESS],
      },
      {
        way: 'vite-plugin-singlefile',
        programs: PAGE,
        fixture: 'fixtures/singlefile',
        commands: BUILD,
        inspect: embedsOnce('dist/index.html'),
        opens: 'dist/index.html',
      },
    ],
  },
];
