// The package as npm would publish it, and the entries that it exports.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../../../scripts/steps.mjs';

export const OUTPUT = 'build/consumers';
const UNPACKED = `${OUTPUT}/quick/node_modules/sapwood`;

/** Where code is exported; the manifest and the module itself are exported too. */
const ENTRIES = ['.', './2d', './3d', './all'];

/** A structure of each dimension with an entry point of its own, of those that the tests' own build links. */
const ALONE = {
  './2d': { id: 'hash-grid', className: 'HashGrid' },
  './3d': { id: 'sphere-tree', className: 'SphereTree' },
};

/** Packs the package, unpacks it once for a look at it, and tells what it exports. */
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

/** `isSeparate`: the module is a file of its own, which the code fetches or reads. */
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
