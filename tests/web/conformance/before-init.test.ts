import { expect, test } from 'vitest';
import { freshPackage } from '../support/fresh-package.js';

function codeOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
}

test('before init() no index can be made, and the message names init', async () => {
  const { structures, deserialize } = await freshPackage();
  for (const { create } of structures) {
    expect(codeOf(() => create())).toBe('not-initialized');
    expect(() => create()).toThrow(/init\(\)/);
  }
  expect(codeOf(() => deserialize(new Uint8Array(64)))).toBe('not-initialized');
});

test('before init() the registry, the version and isSupported() are there', async () => {
  const { structures, version, isSupported } = await freshPackage();
  expect(structures.length).toBeGreaterThan(0);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(isSupported()).toBe(true);
});

test('heapInUse() and coreInfo() throw before init()', async () => {
  const { heapInUse, coreInfo } = await freshPackage();
  expect(codeOf(heapInUse)).toBe('not-initialized');
  expect(codeOf(coreInfo)).toBe('not-initialized');
});

test('init() may be called again and at the same time', async () => {
  const { init, structures } = await freshPackage();
  await Promise.all([init(), init()]);
  await init();
  expect(structures[0].create().size).toBe(0);
});

test('two instances of the package do not disturb each other', async () => {
  const first = await freshPackage();
  const second = await freshPackage();
  await first.init();
  expect(codeOf(() => second.structures[0].create())).toBe('not-initialized');
  await second.init();
  const [one, two] = [first, second].map(({ structures }) => structures[0].create());
  one.build([0, 0, 0, 1, 1, 1]);
  expect([one.size, two.size]).toEqual([1, 0]);
});

test('the module of the flavor under test is loaded', async () => {
  const { init, coreInfo } = await freshPackage();
  await init();
  const scalar = process.env.SAPWOOD_FLAVOR === 'scalar';
  expect(coreInfo().simd).toBe(scalar ? 'scalar' : 'wasm');
});
