/** Loading of modules. Each test runs in a separate process, because a module loads only once. */

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const folder = new URL('../', import.meta.url);

/** Returns the printed JSON as a value. */
function run(code: string): unknown {
  const args = ['--input-type=module', '--eval', code];
  const printed = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return JSON.parse(printed);
}

const CODE_OF =
  'const codeOf = async (work) => { try { await work(); return "none"; } catch (error) { return [error.code, error.message]; } };';

test('init({ dimensions }) of sapwood loads one dimension, and a later init() loads the other', () => {
  const [before, other, after] = run(`
    import { DynamicTree, init } from 'sapwood';
    ${CODE_OF}
    const make = (dimensions) => codeOf(() => new DynamicTree({ dimensions }));
    const before = await make(2);
    await init({ dimensions: 2 });
    const other = [await make(2), await make(3)];
    await init();
    console.log(JSON.stringify([before, other, await make(3)]));
  `) as [string[], [string, string[]], string];
  expect(before[0]).toBe('not-initialized');
  expect(other[0]).toBe('none');
  expect(other[1][0]).toBe('not-initialized');
  expect(other[1][1]).toContain('init()');
  expect(after).toBe('none');
});

test.each(['null', '5', '{ dimensions: 4 }', '{ wasm: new Uint8Array(8) }'])(
  'sapwood rejects the options %s',
  (options) => {
    const [code, message] = run(`
      import { init } from 'sapwood';
      ${CODE_OF}
      console.log(JSON.stringify(await codeOf(() => init(${options}))));
    `) as [string, string];
    expect(code).toBe('invalid-argument');
    expect(message).toMatch(/^init options/);
  },
);

test.each(['sapwood/2d', 'sapwood/3d', 'sapwood/2d/hash-grid'])(
  '%s works in the same tick after initSync()',
  (entry) => {
    const found = run(`
      import * as sapwood from '${entry}';
      sapwood.initSync();
      const Structure = sapwood.WideTree ?? sapwood.HashGrid;
      const index = new Structure();
      const side = new Array(index.dimensions).fill(1);
      index.build([...side, ...side.map(() => 2), ...side, ...side.map(() => 3)]);
      console.log(JSON.stringify([...index.pairs()]));
    `);
    expect(found).toEqual([0, 1]);
  },
);

test.each([
  ['Node', ''],
  ['a host with a stream', 'process.getBuiltinModule = () => undefined;'],
])('in %s concurrent init() and initSync() load one module', (_, before) => {
  const found = run(`
    import { init, initSync, WideTree } from 'sapwood/2d';
    ${before}
    const loads = [init(), init()];
    await null;
    initSync();
    const index = new WideTree();
    index.build([0, 0, 1, 1, 1, 1, 2, 2]);
    await Promise.all(loads);
    await init();
    const later = new WideTree();
    later.build([0, 0, 1, 1]);
    console.log(JSON.stringify([[...index.pairs()], [...index.pairsWith(later)], loads[0] === loads[1]]));
  `);
  expect(found).toEqual([[0, 1], expect.arrayContaining([0, 1]), true]);
});

test('the option wasm: null is rejected instead of loading the inlined module', () => {
  const errors = run(`
    import { init, initSync } from 'sapwood/2d';
    ${CODE_OF}
    const works = [() => init({ wasm: null }), () => initSync({ wasm: null })];
    console.log(JSON.stringify([await codeOf(works[0]), await codeOf(works[1])]));
  `) as [string, string][];
  for (const [code, message] of errors) {
    expect(code).toBe('invalid-argument');
    expect(message).toMatch(/options\.wasm: expected .*, got null$/);
  }
});

test('slim requires its bytes and shares its module with the entry point that contains them', () => {
  const [none, wrong, pairs] = run(`
    import { readFileSync } from 'node:fs';
    import { createRequire } from 'node:module';
    import { init, WideTree } from 'sapwood/2d/slim';
    import { DynamicTree } from 'sapwood/2d';
    ${CODE_OF}
    const none = await codeOf(() => init());
    const wrong = await codeOf(() => init({ wasm: new Uint8Array(8) }));
    const file = createRequire(import.meta.resolve('sapwood')).resolve('sapwood/2d/core.wasm');
    await init({ wasm: readFileSync(file) });
    const indices = [new WideTree(), new DynamicTree()];
    for (const index of indices) index.build([0, 0, 1, 1, 1, 1, 2, 2]);
    console.log(JSON.stringify([none, wrong, indices.map((index) => [...index.pairs()])]));
  `) as [string[], string[], number[][]];
  expect(none[0]).toBe('invalid-argument');
  expect(none[1]).toContain('sapwood/2d/core.wasm');
  expect(wrong[0]).toBe('bad-data');
  expect(pairs).toEqual([
    [0, 1],
    [0, 1],
  ]);
});

test.each(['3d', 'all'])('another entry point rejects the module of sapwood/%s', (other) => {
  const errors = run(`
    import { readFileSync } from 'node:fs';
    import { createRequire } from 'node:module';
    import { init, initSync } from 'sapwood/2d/slim';
    ${CODE_OF}
    const { resolve } = createRequire(import.meta.resolve('sapwood'));
    const wasm = readFileSync(resolve('sapwood/${other}/core.wasm'));
    const works = [() => init({ wasm }), () => initSync({ wasm: new WebAssembly.Module(wasm) })];
    console.log(JSON.stringify([await codeOf(works[0]), await codeOf(works[1])]));
  `) as [string, string][];
  for (const [code, message] of errors) {
    expect(code).toBe('bad-data');
    expect(message).toContain('expected the module of sapwood/2d ');
    expect(message).toContain(`got the module of sapwood/${other} `);
  }
});

test('a small module allocates up to its limit, then throws, and remains usable', () => {
  const [before, usedBytes, errorCode, pairs, after] = run(`
    import { DynamicTree, heapInUse, initSync, WideTree } from 'sapwood/3d';
    ${CODE_OF}
    initSync();
    const kept = new WideTree();
    kept.build([0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2]);
    const before = heapInUse();
    const fillers = [];
    // the host allocates no physical memory for pages that are never written
    const fill = () => fillers.push(new DynamicTree()) && fillers.at(-1).staging(2 ** 24);
    let errorCode = 'none';
    while (errorCode === 'none' && fillers.length < 20) errorCode = await codeOf(fill);
    const usedBytes = heapInUse();
    const pairs = [...kept.pairs()];
    for (const filler of fillers) filler.dispose();
    console.log(JSON.stringify([before, usedBytes, errorCode, pairs, heapInUse()]));
  `) as [number, number, string[], number[], number];
  expect(errorCode[0]).toBe('out-of-memory');
  // each index uses 384 MiB of at most 3 GiB
  expect(Math.floor((usedBytes - before) / (24 * 2 ** 24))).toBe(7);
  expect(pairs).toEqual([0, 1]);
  expect(after).toBeLessThanOrEqual(before);
});
