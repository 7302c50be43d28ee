// Structures with a separate entry point, one for each dimension.
import { BUNDLED_PAGE, PAGE, PRINT } from './ways.mjs';

const byItself = ({ programs, ...rest }) => ({
  ...rest,
  programs: { ...programs, 'src/pairs.js': 'pairs-single.js' },
  skips: ['.', './all'],
});

const ESBUILD = ['esbuild', 'src/main.js', '--bundle', '--minify', '--outdir=dist'];

export const STRUCTURES_ALONE = [
  {
    name: 'structures',
    title: 'one structure by itself',
    tools: {
      node: '22.23.3',
      vite: '8.3.8',
      rollup: '4.68.7',
      '@rollup/plugin-node-resolve': '16.0.3',
      esbuild: '0.28.2',
      webpack: '5.112.2',
      'webpack-cli': '7.3.1',
      '@rspack/core': '2.3.2',
      '@rspack/cli': '2.2.8',
    },
    ways: [
      { way: 'Node', programs: PRINT, prints: ['node', 'src/main.js'] },
      {
        way: 'Vite build',
        programs: PAGE,
        commands: [['vite', 'build', '--base', './']],
        shows: 'dist',
      },
      {
        way: 'Rollup',
        programs: BUNDLED_PAGE,
        commands: [['rollup', 'src/main.js', '-p', 'node-resolve', '-f', 'es', '-d', 'dist']],
        shows: 'dist',
      },
      { way: 'esbuild', programs: BUNDLED_PAGE, commands: [ESBUILD], shows: 'dist' },
      {
        way: 'webpack',
        programs: BUNDLED_PAGE,
        commands: [['webpack', 'build', '--entry', './src/main.js', '--mode', 'production']],
        shows: 'dist',
      },
      {
        way: 'Rspack',
        fixture: 'fixtures/rspack',
        programs: BUNDLED_PAGE,
        commands: [['rspack', 'build']],
        shows: 'dist',
      },
    ].map(byItself),
  },
];
