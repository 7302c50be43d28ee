import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as sapwood from 'sapwood/all';
import { expect, test } from 'vitest';
import { packageFolder } from './package-folder.js';

const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
const shipped = readdirSync(join(packageFolder, 'dist'), { recursive: true, encoding: 'utf8' });
const read = (name: string) => readFileSync(join(packageFolder, 'dist', name), 'utf8');
const scripts = shipped.filter((name) => /\.m?js$/.test(name));
/**
 * Folders of WASM modules. `npm run build:package` builds all modules; the build for the tests
 * builds some.
 */
const modules = readdirSync(join(packageFolder, 'dist/wasm'));
const isLinked = (name: string) => shipped.includes(`wasm/${name}/core.mjs`);

/**
 * Returns the module names in static and dynamic imports of a script, without those in its
 * comments.
 */
function importsOf(name: string): string[] {
  const pattern = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;
  const code = read(name).replace(/^ *\/\*\*[\s\S]*?\*\//gm, '');
  return Array.from(code.matchAll(pattern), ([, specifier]) => specifier);
}

test('every path that the manifest exports exists', () => {
  const targets = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target as object),
  );
  expect(targets.length).toBeGreaterThan(3);
  const plain = targets.filter((target) => !target.includes('*'));
  for (const target of plain) expect(existsSync(join(packageFolder, target)), target).toBe(true);
  for (const dimension of ['2d', '3d']) {
    expect(shipped).toContain(`generated/${dimension}/quadtree.js`);
    expect(shipped).toContain(`generated/${dimension}/slim.d.ts`);
  }
});

test('the tarball has code, types, license, notices, README and changelog, and no sources', () => {
  const report = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: packageFolder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(report) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  const expected = [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'THIRD-PARTY.md',
    'llms.txt',
    'dist/entries/index.js',
    'dist/entries/index.d.ts',
    'dist/generated/2d.js',
    'dist/generated/3d/slim.d.ts',
    'dist/wasm/2d/core.wasm',
    'dist/wasm/all/core.wasm',
  ];
  for (const path of expected) expect(paths).toContain(path);
  for (const path of paths) {
    expect(path).toMatch(
      /^(LICENSE|llms\.txt|(CHANGELOG|README|THIRD-PARTY)\.md|((2d|3d|all|react|three)\/)?package\.json|dist\/.*)$/,
    );
  }
  const fields = ['author', 'bugs', 'description', 'homepage', 'keywords', 'license', 'main'];
  for (const field of [...fields, 'repository', 'types']) {
    expect(manifest[field], field).toBeTruthy();
  }
});

test('README and changelog in the package have absolute links only', () => {
  for (const name of ['README.md', 'CHANGELOG.md', 'llms.txt']) {
    const text = readFileSync(join(packageFolder, name), 'utf8');
    const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target);
    expect(links.length, name).toBeGreaterThan(0);
    expect(links.filter((target) => !/^(https:\/\/|#)/.test(target))).toEqual([]);
  }
});

test('the CDN addresses in the README are those of this version and its entry points', () => {
  const text = readFileSync(join(packageFolder, 'README.md'), 'utf8');
  const addresses = [...text.matchAll(/"sapwood\/(\w+)": "[^"]*\/sapwood@([^/"]+)\/([^"]+)"/g)];
  expect(addresses.length).toBeGreaterThan(0);
  for (const [, entry, version, file] of addresses) {
    expect(version).toBe(manifest.version);
    expect(`./${file}`).toBe(manifest.exports[`./${entry}`].default);
  }
});

test.each(['2d', '3d', 'all', 'react', 'three'])(
  'tools that do not support exports find sapwood/%s by its folder',
  (name) => {
    const stub = JSON.parse(readFileSync(join(packageFolder, name, 'package.json'), 'utf8'));
    const { types, default: main } = manifest.exports[`./${name}`];
    expect(stub).toEqual({ main: main.replace('./', '../'), types: types.replace('./', '../') });
  },
);

test('the only dependencies of the package are optional peers', () => {
  expect(manifest.dependencies ?? {}).toEqual({});
  const peers = ['@react-three/fiber', 'react', 'three'];
  expect(Object.keys(manifest.peerDependencies)).toEqual(peers);
  const optional = Object.fromEntries(peers.map((name) => [name, { optional: true }]));
  expect(manifest.peerDependenciesMeta).toEqual(optional);
});

test('scripts import each other with full file names, and only three/ and react/ import peers', () => {
  expect(scripts.length).toBeGreaterThan(10);
  for (const name of scripts) {
    for (const specifier of importsOf(name)) {
      if (specifier === 'three' && /^(three|react)\//.test(name)) continue;
      if (/^(react|@react-three\/fiber)$/.test(specifier) && name.startsWith('react/')) continue;
      expect(specifier, name).toMatch(/^\.\.?\/.*\.m?js$/);
      const target = resolve(packageFolder, 'dist', dirname(name), specifier);
      const module = target.match(/\/wasm\/([^/]+)\//)?.[1];
      if (module !== undefined && modules.includes(module) && !isLinked(module)) continue;
      expect(existsSync(target), `${name} imports ${specifier}`).toBe(true);
    }
  }
});

test.each(['eval\\(', 'new Function', 'XMLHttpRequest', 'document\\.', 'window\\.', '__dirname'])(
  'handwritten scripts do not contain %s',
  (word) => {
    const ours = scripts.filter((name) => !name.startsWith('wasm'));
    for (const name of ours) {
      const code = read(name).replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|"[^"\n]*"/g, '');
      expect(new RegExp(`\\b${word}`).test(code), name).toBe(false);
    }
  },
);

test.each(modules.filter(isLinked))('the glue code of %s does not evaluate strings', (name) => {
  for (const glue of scripts.filter((path) => path.startsWith(`wasm/${name}/`))) {
    expect(read(glue), glue).not.toMatch(/\beval\(|\bnew Function\b|\bFunction\(/);
  }
});

test('every script has a declaration file', () => {
  const missing = scripts.filter((name) => !shipped.includes(name.replace(/\.(m?)js$/, '.d.$1ts')));
  expect(missing).toEqual([]);
});

test('the version equals the version in the manifest', () => {
  expect(sapwood.version).toBe(manifest.version);
});

test('the class of each structure in the registry is exported', async () => {
  await sapwood.init();
  const exported = Object.values(sapwood) as unknown[];
  for (const { id, create } of sapwood.structures) {
    const index = create();
    expect(exported.includes(index.constructor), id).toBe(true);
    index.dispose();
  }
});
