// Metadata of the package: reports of publint and Are The Types Wrong about the tarball.
import { readFileSync } from 'node:fs';

const { name, version } = JSON.parse(
  readFileSync(new URL('../../../web/sapwood/package.json', import.meta.url), 'utf8'),
);
/** Path of the tarball, which is in the parent folder of the project. */
const TARBALL = `../${name}-${version}.tgz`;

/** WASM files. Only bundlers and TypeScript with support for `exports` find them. */
const MODULES = ['all/core.wasm', 'all/trace.wasm', '2d/core.wasm', '3d/core.wasm'];
/** Entry points that match patterns in `exports`. attw checks them only if they are listed. */
const OTHERS = ['2d/hash-grid', '3d/sphere-tree', '2d/slim', '3d/slim', ...MODULES];

const attw = (...options) => [
  'attw',
  TARBALL,
  // ignores the report that CommonJS needs dynamic import(): Node can require ES modules since
  // 20.19 and 22.12
  '--ignore-rules=cjs-resolves-to-esm',
  '--no-color',
  '--no-definitely-typed',
  ...options,
];

/** Returns a check of the whole tarball, which runs once instead of once for each entry point. */
const whole = (way, command) => ({ way, only: '.', commands: [command] });

export const PACKAGE = [
  {
    name: 'package',
    title: 'metadata of the package',
    tools: { publint: '0.3.25', '@arethetypeswrong/cli': '0.18.5' },
    ways: [
      whole('publint', ['publint', 'run', '--strict', 'node_modules/sapwood']),
      whole('attw', attw('--exclude-entrypoints', ...MODULES)),
      // the profile omits resolution `node10`, which ignores `exports` and would need a stub for
      // each path
      whole('attw, other paths', attw('--profile=node16', '--entrypoints', ...OTHERS)),
    ],
  },
];
