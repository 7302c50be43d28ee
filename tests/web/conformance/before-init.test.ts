import { expect, test } from 'vitest';
import { freshPackage } from '../support/fresh-package.js';

function codeOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return (error as { code?: string }).code ?? error;
  }
}

test('creating an index before init() throws an error that names init()', async () => {
  const { structures, deserialize } = await freshPackage();
  for (const { create } of structures) {
    expect(codeOf(() => create())).toBe('not-initialized');
    expect(() => create()).toThrow(/init\(\)/);
  }
  expect(codeOf(() => deserialize(new Uint8Array(64)))).toBe('not-initialized');
});

test('the registry, the version and isSupported() work before init()', async () => {
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

test('init() may be called again, also concurrently', async () => {
  const { init, structures } = await freshPackage();
  await Promise.all([init(), init()]);
  await init();
  expect(structures[0].create().size).toBe(0);
});

test('two instances of the package are independent', async () => {
  const first = await freshPackage();
  const second = await freshPackage();
  await first.init();
  expect(codeOf(() => second.structures[0].create())).toBe('not-initialized');
  await second.init();
  const [one, two] = [first, second].map(({ structures }) => structures[0].create());
  one.build([0, 0, 0, 1, 1, 1]);
  expect([one.size, two.size]).toEqual([1, 0]);
});

test('the loaded module has the flavor under test', async () => {
  const { init, coreInfo } = await freshPackage();
  await init();
  const scalar = process.env.SAPWOOD_FLAVOR === 'scalar';
  expect(coreInfo().simd).toBe(scalar ? 'scalar' : 'wasm');
});
