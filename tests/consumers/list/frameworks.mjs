// Frameworks, test runners, and hosts other than Node.
import { BUNDLED_PAGE, NO_ADDRESS, NOT_BESIDE, NOT_COPIED, PRINT } from './ways.mjs';

const NEXT = { fixture: 'fixtures/next', programs: { 'app/pairs.js': 'pairs.js' } };
const START = ['next', 'start', '-p', 'PORT'];
const TESTED = { 'src/pairs.test.mjs': 'pairs.test.mjs', 'src/pairs.js': 'pairs.js' };

function next(bundler, build, fails) {
  return [
    { way: `${bundler}, page`, ...NEXT, commands: [build], serves: START },
    {
      way: `${bundler}, API route`,
      asBuilt: true,
      serves: START,
      path: 'api/pairs',
      respondsDirectly: true,
      fails,
    },
  ];
}

const ASTRO = {
  'src/pages/index.astro': 'page.astro',
  'src/main.js': 'page.js',
  'src/pairs.js': 'pairs.js',
};

const NO_FILE_URL = {
  only: 'separate',
  logPattern: /Failed to parse URL|cannot load/,
  hintPattern: /init\(\{ wasm/,
  why: 'on the server, webpack replaces the address of `core.wasm` by a path for pages',
};

const EXTERNAL = {
  ...NEXT,
  way: 'webpack, API route, package external',
  only: 'separate',
  texts: { 'next.config.mjs': "export default { serverExternalPackages: ['sapwood'] };" },
  commands: [['next', 'build', '--webpack']],
  serves: START,
  path: 'api/pairs',
  respondsDirectly: true,
};

const BUN_BUILD = ['bun', 'build', 'src/main.js', '--outdir=dist'];
const BUN_COMPILE = ['bun', 'build', 'src/main.js', '--compile', '--outfile=dist/pairs'];

export const FRAMEWORKS = [
  {
    name: 'next',
    title: 'Next 16',
    tools: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
    ways: [
      ...next('Turbopack', ['next', 'build']),
      ...next('webpack', ['next', 'build', '--webpack'], [NO_FILE_URL]),
      EXTERNAL,
    ],
  },
  {
    name: 'astro',
    title: 'Astro 7',
    tools: { node: '22.23.3', astro: '7.3.5' },
    ways: [
      { way: 'dev', programs: ASTRO, serves: ['astro', 'dev', '--port', 'PORT'] },
      { way: 'build', programs: ASTRO, commands: [['astro', 'build']], shows: 'dist' },
      {
        way: 'build, in the frontmatter',
        programs: { ...ASTRO, 'src/pages/index.astro': 'prerendered.astro' },
        commands: [['astro', 'build']],
        shows: 'dist',
      },
    ],
  },
  {
    name: 'jest',
    title: 'Jest 30',
    tools: { jest: '30.5.2' },
    manifest: { type: undefined },
    ways: [
      {
        way: 'as it comes',
        programs: { 'src/pairs.test.js': 'pairs-jest.cjs' },
        commands: [['jest']],
        fails: [
          {
            only: 'all',
            logPattern: /Must use import to load ES Module/,
            why: 'Jest loads modules with `require`; run it with `NODE_OPTIONS=--experimental-vm-modules` and import in `.mjs` tests',
          },
        ],
      },
      {
        way: 'with ES modules',
        programs: TESTED,
        texts: { 'src/package.json': '{ "type": "module" }' },
        commands: [
          [
            'node',
            '--experimental-vm-modules',
            'node_modules/jest/bin/jest.js',
            '--testMatch=**/*.test.mjs',
          ],
        ],
      },
    ],
  },
  {
    name: 'vitest',
    title: 'Vitest 5',
    tools: { node: '22.23.3', vitest: '5.1.1', jsdom: '31.0.1' },
    ways: [
      { way: 'node', programs: TESTED, commands: [['vitest', 'run', '--globals']] },
      {
        way: 'jsdom',
        programs: TESTED,
        commands: [['vitest', 'run', '--globals', '--environment=jsdom']],
      },
    ],
  },
  {
    name: 'bun',
    title: 'Bun',
    tools: { bun: '1.4.5' },
    ways: [
      { way: 'run', programs: PRINT, prints: ['bun', 'src/main.js'] },
      {
        way: 'require',
        programs: { 'src/main.cjs': 'print-require.cjs' },
        prints: ['bun', 'src/main.cjs'],
      },
      {
        way: 'build for pages',
        programs: BUNDLED_PAGE,
        commands: [BUN_BUILD],
        shows: 'dist',
        fails: [NOT_COPIED],
      },
      {
        way: 'build for Bun',
        programs: PRINT,
        commands: [[...BUN_BUILD, '--target=bun']],
        prints: ['bun', 'dist/main.js'],
        fails: [NOT_BESIDE],
      },
      {
        way: 'build for Bun, package external',
        only: 'separate',
        programs: PRINT,
        commands: [[...BUN_BUILD, '--target=bun', '--external=sapwood/all']],
        prints: ['bun', 'dist/main.js'],
      },
      {
        way: 'build --compile, file imported',
        only: 'separate',
        programs: { ...PRINT, 'src/main.js': 'print-given-file.js' },
        commands: [BUN_COMPILE],
        prints: ['./dist/pairs'],
      },
      {
        way: 'build --compile',
        programs: PRINT,
        commands: [BUN_COMPILE],
        prints: ['./dist/pairs'],
        fails: [NOT_BESIDE, NO_ADDRESS],
      },
    ],
  },
  {
    name: 'deno',
    title: 'Deno 2',
    tools: { deno: '2.9.6' },
    ways: [
      { way: 'run -A', programs: PRINT, prints: ['deno', 'run', '-A', 'src/main.js'] },
      {
        way: 'run, may read only',
        programs: PRINT,
        prints: ['deno', 'run', '--no-prompt', '--allow-read', 'src/main.js'],
      },
    ],
  },
];
