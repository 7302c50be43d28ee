// Project of a consumer: a folder with package.json, tools, the package, and the files for one way
// to use the package.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { runIfChanged } from '../../../scripts/stamps.mjs';
import { bin, ROOT, run } from '../../../scripts/steps.mjs';
import { OUTPUT } from './packed.mjs';

const HERE = 'tests/consumers';
const KEPT = new Set(['node_modules', 'package.json', 'package-lock.json']);
const TEXT = /\.([cm]?[jt]sx?|json|html|astro)$/;

/**
 * Creates the folder of a consumer. Installs its tools and the package if one of them has changed.
 */
export async function install({ name, tools, manifest }, { tarball }) {
  const folder = join(ROOT, OUTPUT, name);
  const dependencies = { ...tools, sapwood: `file:${tarball}` };
  const text = JSON.stringify({ name, private: true, type: 'module', ...manifest, dependencies });
  const packed = tarball.slice(ROOT.length + 1);
  const stamp = `${OUTPUT}/${name}.installed`;
  const outputs = [`${OUTPUT}/${name}/node_modules/sapwood`];
  await runIfChanged(stamp, { inputs: [packed], extra: text, outputs }, async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), text);
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
    await run('npm', ['install', ...quiet], { cwd: folder, timeout: 600_000 });
  });
  const find = (program) => {
    const own = join(folder, 'node_modules/.bin', program);
    return existsSync(own) ? own : program;
  };
  return { folder, find };
}

/**
 * Creates the folder for the quick test of a consumer, which uses the unpacked package and the
 * tools of this workspace.
 */
export function arrange({ name, manifest }) {
  const folder = join(ROOT, OUTPUT, 'quick', name);
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify({ name, private: true, type: 'module', ...manifest });
  writeFileSync(join(folder, 'package.json'), text);
  return { folder, find: (program) => (program === 'node' ? process.execPath : bin(program)) };
}

export function fill(folder, { fixture, programs = {}, texts = {} }, entry) {
  for (const name of readdirSync(folder)) {
    if (!KEPT.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
  rmSync(join(folder, 'node_modules/.vite'), { recursive: true, force: true });
  if (fixture) cpSync(join(ROOT, HERE, fixture), folder, { recursive: true });
  for (const [target, source] of Object.entries(programs)) {
    mkdirSync(dirname(join(folder, target)), { recursive: true });
    cpSync(join(ROOT, HERE, 'programs', source), join(folder, target));
  }
  for (const [target, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, target)), { recursive: true });
    writeFileSync(join(folder, target), text);
  }
  name(folder, entry);
}

/** Replaces the placeholders of the entry point in all files of the folder. */
function name(folder, entry) {
  for (const item of readdirSync(folder, { withFileTypes: true })) {
    if (KEPT.has(item.name)) continue;
    const path = join(folder, item.name);
    if (item.isDirectory()) name(path, entry);
    else if (TEXT.test(item.name)) writeFileSync(path, named(readFileSync(path, 'utf8'), entry));
  }
}

function named(text, entry) {
  return text
    .replaceAll('sapwood/ALONE', `${entry.name}/${entry.alone?.id}`)
    .replaceAll('StructureAlone', String(entry.alone?.className))
    .replaceAll('sapwood/ENTRY', entry.name)
    .replaceAll('sapwood/FILE', `sapwood/${entry.file}`)
    .replaceAll('DIMENSIONS', String(entry.dimensions));
}
