import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { entryUrl, wasmFile } from './package-folder.js';

const BODY = `
const { init, DynamicTree, SweepAndPrune } = await import(${JSON.stringify(entryUrl)});
await init();
const index = new DynamicTree();
index.build([0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2]);
index.forEachInBox([0, 0, 0, 9, 9, 9], () => index.queryPoint([1, 1, 1]));
const found = [...index.pairs(), ...Object.keys(index.stats())].slice(0, 3).join();
index.dispose();
console.log('found ' + found);
`;

function run(lines: string, flags: string[] = []): string {
  const args = [...flags, '--input-type=module', '--eval', lines];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 600_000,
  });
  return status === 0 ? stdout.trim() : `exit ${status}: ${stderr.slice(-2000)}`;
}

test('the package runs in Node and does not keep Node alive', () => {
  expect(run(BODY)).toBe('found 0,1,items');
});

test('the package works in a host that forbids evaluating strings', () => {
  const forbidden = "try { eval('1'); console.log('eval works'); } catch {}";
  expect(run(forbidden + BODY, ['--disallow-code-generation-from-strings'])).toBe(
    'found 0,1,items',
  );
});

// replaces Symbol by a constructor without `dispose`, because Symbol.dispose cannot be deleted
const NO_DISPOSE = `
const RealSymbol = Symbol;
globalThis.Symbol = (description) => RealSymbol(description);
for (const name of Object.getOwnPropertyNames(RealSymbol)) {
  if (!/^(length|name|prototype|dispose|asyncDispose)$/.test(name)) Symbol[name] = RealSymbol[name];
}`;

test.each([
  ['Symbol.dispose', NO_DISPOSE],
  ['FinalizationRegistry', 'delete globalThis.FinalizationRegistry;'],
  ['compileStreaming', 'delete WebAssembly.compileStreaming;'],
])('the package works in a host without %s', (_, removal) => {
  expect(run(removal + BODY)).toBe('found 0,1,items');
});

test.each([
  ['with', '', '1'],
  ['without', NO_DISPOSE, '0'],
])(
  '%s Symbol.dispose, an index has no other member named by a symbol or undefined',
  (_, removal, count) => {
    const lines = `
    const { SpatialIndex } = await import(${JSON.stringify(entryUrl)});
    const names = [];
    let prototype = SpatialIndex.prototype;
    for (; prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype)) {
      names.push(...Reflect.ownKeys(prototype));
    }
    console.log(names.filter((name) => typeof name === 'symbol' || name === 'undefined').length);`;
    expect(run(removal + lines)).toBe(count);
  },
);

test('importing the package loads no module and adds no globals', () => {
  const lines = `
    const before = Object.getOwnPropertyNames(globalThis).length;
    WebAssembly.compile = WebAssembly.instantiate = () => console.log('loads');
    await import(${JSON.stringify(entryUrl)});
    console.log(Object.getOwnPropertyNames(globalThis).length - before);`;
  expect(run(lines)).toBe('0');
});

test('a failed load does not keep Node alive', () => {
  const lines = `
    const { init } = await import(${JSON.stringify(entryUrl)});
    await init({ wasm: new Uint8Array(4) }).catch((error) => console.log(error.code));`;
  expect(run(lines)).toBe('bad-data');
});

test('a worker thread accepts the module that its parent compiled', () => {
  const inWorker = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { init, BruteForce } = await import(${JSON.stringify(entryUrl)});
    await init({ wasm: workerData });
    const index = new BruteForce({ dimensions: 2 });
    index.build([0, 0, 1, 1]);
    parentPort.postMessage([...index.queryPoint([1, 1])]);`;
  const lines = `
    import { readFileSync } from 'node:fs';
    import { Worker } from 'node:worker_threads';
    const workerData = new WebAssembly.Module(readFileSync(${JSON.stringify(wasmFile)}));
    const url = new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(inWorker)}));
    new Worker(url, { workerData }).on('message', (ids) => console.log(ids.join()));`;
  expect(run(lines)).toBe('0');
});
