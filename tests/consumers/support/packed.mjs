// The package as npm publishes it, and its entry points.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../../../scripts/steps.mjs';

export const OUTPUT = 'build/consumers';
const UNPACKED = `${OUTPUT}/quick/node_modules/sapwood`;

/** Entry points that export code. The package also exports package.json and its WASM files. */
const ENTRIES = ['.', './2d', './3d', './all'];

/**
 * For 2D and 3D, a structure with a separate entry point. The test build includes the modules of
 * these structures.
 */
const ALONE = {
  './2d': { id: 'hash-grid', className: 'HashGrid' },
  './3d': { id: 'sphere-tree', className: 'SphereTree' },
};

export async function pack() {
  const folder = join(ROOT, UNPACKED);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const output = join(ROOT, OUTPUT);
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'web/sapwood/package.json')));
  const args = ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', output];
  await run('npm', args, { cwd: join(ROOT, 'web/sapwood') });
  const packed = join(output, `${name}-${version}.tgz`);
  await run('tar', ['-xzf', packed, '-C', folder, '--strip-components=1']);
  return { tarball: packed, entries: entriesOf(folder) };
}

/**
 * Returns the entry points of the package. `isSeparate` is true if the module is a separate file
 * that the code fetches or reads.
 */
function entriesOf(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const separate = './all' in exports ? './all' : '.';
  return ENTRIES.filter((path) => path in exports).map((path) => ({
    path,
    name: path.replace('.', 'sapwood'),
    file: fileOf(exports[path]).replace('./', ''),
    dimensions: path === './2d' ? 2 : 3,
    isSeparate: path === separate,
    alone: ALONE[path],
  }));
}

function fileOf(target) {
  if (typeof target === 'string') return target;
  return fileOf(target.default ?? target.import);
}
