// Versions of Node, and other hosts for programs without a page.
import { PRINT } from './ways.mjs';

const REQUIRE = {
  way: 'require',
  programs: { 'src/main.cjs': 'print-require.cjs' },
  prints: ['node', 'src/main.cjs'],
};
const IMPORT = { way: 'import', programs: PRINT, prints: ['node', 'src/main.js'] };
const SYNC = {
  way: 'initSync()',
  // the entry point `sapwood` has two modules and imports them on demand, so it has no initSync()
  skips: ['.'],
  programs: { 'src/main.js': 'print-sync.js', 'src/pairs.js': 'pairs.js' },
  prints: ['node', 'src/main.js'],
};

const NO_REQUIRE = {
  only: 'all',
  logPattern: /ERR_REQUIRE_ESM/,
  why: '`require()` of ES modules needs Node 20.19; `import()` works',
};

const node = (name, version, requireFails = []) => ({
  name,
  title: name.replace('node-', 'Node '),
  tools: { node: version },
  ways: [IMPORT, { ...REQUIRE, fails: requireFails }, SYNC],
});

export const NODE = [
  node('node-20.16', '20.16.0', [NO_REQUIRE]),
  { ...node('node-20', '20.20.2'), quick: ['import', 'require', 'initSync()'] },
  node('node-22', '22.23.3'),
  node('node-24', '24.21.0'),
];
