import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageFolder, wasmBytes } from './package-folder.js';

const PAGE = '<!doctype html><script type="module" src="./main.js"></script>';
const MAIN = `
import { init, DynamicTree } from 'sapwood/all';
await init();
const index = new DynamicTree();
new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
console.log(index.size);
`;
const WORKER = `
import { init, BruteForce } from 'sapwood/all';
init().then(() => postMessage(new BruteForce().size));
`;

let folder: string;
const warnings: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sapwood-bundle-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packageFolder, join(folder, 'node_modules/sapwood'), 'dir');
  const files = {
    'index.html': PAGE,
    'main.js': MAIN,
    'worker.js': WORKER,
    'package.json': '{"type":"module"}',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const note = (text: string) => warnings.push(text);
  await build({
    root: folder,
    configFile: false,
    base: './',
    worker: { format: 'es' },
    customLogger: {
      info: () => undefined,
      warn: note,
      warnOnce: note,
      error: note,
      clearScreen: () => undefined,
      hasErrorLogged: () => false,
      hasWarned: false,
    },
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const assets = () => readdirSync(join(folder, 'dist/assets'));
const scripts = () => assets().filter((name) => name.endsWith('.js'));
const read = (name: string) => readFileSync(join(folder, 'dist/assets', name));

test('page and worker share one wasm file, which equals the file of the package', () => {
  const modules = assets().filter((name) => name.endsWith('.wasm'));
  expect(modules).toHaveLength(1);
  expect(read(modules[0]).equals(wasmBytes())).toBe(true);
});

test('both scripts load that file', () => {
  const [module] = assets().filter((name) => name.endsWith('.wasm'));
  expect(scripts()).toHaveLength(2);
  for (const name of scripts()) expect(read(name).toString(), name).toContain(module);
});

test('each script contains the file name once, so that a bundler embeds the file once', () => {
  const [module] = assets().filter((name) => name.endsWith('.wasm'));
  for (const name of scripts()) {
    expect(read(name).toString().split(module), name).toHaveLength(2);
  }
});

test('the bundle contains no Node.js modules and does not evaluate strings', () => {
  for (const name of scripts()) {
    const code = read(name).toString();
    expect(code, name).not.toMatch(
      /\bimport\s*\(?\s*["'`]node:|\brequire\(|\bnew Function\b|\beval\(/,
    );
  }
});

test('the bundler reports no warnings', () => {
  expect(warnings).toEqual([]);
});

test('the bundle omits structures that the page does not use', () => {
  const [page] = scripts().filter((name) => name.startsWith('index'));
  const code = read(page).toString();
  // looks for class names, because the bundle contains the ids of all structures for error messages
  expect(code).toContain('DynamicTree');
  expect(code).not.toContain('BruteForce');
  expect(code).not.toContain('SweepAndPrune');
});
