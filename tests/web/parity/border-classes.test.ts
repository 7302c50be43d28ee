/**
 * Invalid calls of methods of Embind classes, without the checks of the package. border.test.ts
 * tests functions.
 */

import { beforeAll, describe, expect, test } from 'vitest';
import type { RawIndex } from '../../../web/sapwood/src/raw.js';
import { type Bare, createIndex, ERROR_CODES, loadBare } from './bare.js';

const { INVALID_ARGUMENT } = ERROR_CODES;

let core: Bare;

beforeAll(async () => {
  core = await loadBare();
});

function method<Name extends keyof RawIndex>(index: RawIndex, name: Name) {
  const found = index[name] as NonNullable<RawIndex[Name]> | undefined;
  if (!found) throw new Error(`no ${name}`);
  return found.bind(index) as NonNullable<RawIndex[Name]>;
}

describe.each(['2', '3'])('the classes reject, in %sD', (dimensions) => {
  test('a step without a build, and a step without work', () => {
    const tree = createIndex(core, `StaticTree${dimensions}`);
    const stepBuild = method(tree, 'stepBuild');
    expect(stepBuild(10)).toBe(INVALID_ARGUMENT);
    core._sapwood_staging(tree.address(), 2);
    expect(method(tree, 'beginBuild')(2)).toBe(0);
    expect(stepBuild(0)).toBe(INVALID_ARGUMENT);
    expect(method(tree, 'building')()).toBe(true);
    tree.delete();
  });

  test('a step of a scene without work', () => {
    const scene = createIndex(core, `ScenePruner${dimensions}`);
    expect(method(scene, 'step')(0)).toBe(INVALID_ARGUMENT);
    scene.delete();
  });

  test('a merge with itself', () => {
    for (const name of ['StaticTree', 'ScenePruner']) {
      const index = createIndex(core, name + dimensions);
      expect(method(index, 'merge')(index), name).toBe(INVALID_ARGUMENT);
      expect(core._sapwood_size(index.address()), name).toBe(2);
      index.delete();
    }
  });

  test('a shift by NaN', () => {
    const scene = createIndex(core, `ScenePruner${dimensions}`);
    expect(method(scene, 'shiftOrigin')(Number.NaN, 0, 0)).toBe(INVALID_ARGUMENT);
    expect(core._sapwood_box(scene.address(), 0)).toBeGreaterThan(0);
    scene.delete();
  });
});
