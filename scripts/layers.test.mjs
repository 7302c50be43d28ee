import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { targetsOf, violations } from './layers.mjs';

const config = JSON.parse(readFileSync(new URL('layers.json', import.meta.url), 'utf8'));
const count = (file, text) => violations(file, text, config).length;
const CPP = 'cpp/include/sapwood';
const WEB = 'web/sapwood/src';

const forbidden = [
  ['base using geometry', `${CPP}/base/a.hpp`, '#include "sapwood/geometry/aabb.hpp"'],
  ['geometry using core', `${CPP}/geometry/a.hpp`, '#include "sapwood/core/status.hpp"'],
  ['core using a structure', `${CPP}/core/a.hpp`, '#include "sapwood/structures/bvh/t.hpp"'],
  [
    'a structure using another',
    `${CPP}/structures/bvh/dynamic_tree/insert.hpp`,
    '#include "sapwood/structures/reference/brute_force.hpp"',
  ],
  [
    'a structure whose name begins like another',
    `${CPP}/structures/bvh/tree.hpp`,
    '#include "sapwood/structures/bvh/tree_two.hpp"',
  ],
  [
    'a relative include into another structure',
    `${CPP}/structures/bvh/dynamic_tree/insert.hpp`,
    '#include "../static_tree/node.hpp"',
  ],
  [
    'a back door',
    'cpp/bindings/a.cpp',
    '#include "sapwood/structures/bvh/dynamic_tree/insert.hpp"',
  ],
  ['intrinsics in geometry', `${CPP}/geometry/a.hpp`, '#include <emmintrin.h>'],
  ['wasm intrinsics in a binding', 'cpp/bindings/a.cpp', '#include <wasm_simd128.h>'],
  ['emscripten in core', `${CPP}/core/a.hpp`, '  #  include <emscripten/bind.h>'],
  [
    'the library using a test',
    'cpp/include/sapwood/a.hpp',
    '#include "../../../tests/cpp/support/x.hpp"',
  ],
  ['a web structure using another', `${WEB}/structures/a/a.ts`, "import { B } from '../b/b.js';"],
  ['a web structure using three', `${WEB}/structures/a/a.ts`, "import * as THREE from 'three';"],
  ['the package using node', `${WEB}/core.ts`, "import fs from 'node:fs';"],
  ['the loader importing a module', `${WEB}/init.ts`, "await import('./wasm/2d/core.mjs');"],
  ['the package depending on another', `${WEB}/world.ts`, "export * from 'three';"],
  ['scenes using an index', 'web/scenes/src/a.ts', "import { init } from 'sapwood/all';"],
  [
    'published forms using the scenes',
    'web/published/src/a.ts',
    "import { oracle } from 'scenes';",
  ],
  ['plain JavaScript using a library', 'web/peers/src/plain/a.ts', "import RBush from 'rbush';"],
  ['an adapter using another', 'web/peers/src/adapters/a.ts', "import { b } from './b.js';"],
  ['an adapter using us', 'web/peers/src/adapters/a.ts', "import { init } from 'sapwood/all';"],
  ['a path into the package', 'web/playground/src/a.ts', "import '../../sapwood/src/raw.js';"],
  [
    'a path into the package from a component',
    'web/playground/src/panel/a.tsx',
    "import '../../../sapwood/src/raw.js';",
  ],
  [
    'a model that knows a feature',
    'web/playground/src/model/a.ts',
    "import { b } from '../features/b/b.js';",
  ],
  ['a model that draws', 'web/playground/src/model/a.ts', "import { Mesh } from 'three';"],
  ['a drawing of the stage in a panel', 'web/playground/src/stage/a.ts', "import '../ui/b.js';"],
  ['Learn that loads Explore', 'web/playground/src/learn/a.ts', "import '../explore/b.js';"],
  ['a deep import', 'web/playground/src/a.ts', "import core from 'sapwood/dist/wasm/core.mjs';"],
  ['a test reaching into raw', 'tests/web/api/a.test.ts', "import '../../../web/sapwood/src/raw';"],
  [
    'an import over several lines',
    `${WEB}/structures/a/a.ts`,
    "import {\n  B,\n} from '../b/b.js';",
  ],
];

const permitted = [
  ['downwards', `${CPP}/core/a.hpp`, '#include "sapwood/simd/f32x4.hpp"\n#include <vector>'],
  [
    'its own room',
    `${CPP}/structures/bvh/dynamic_tree/insert.hpp`,
    '#include "sapwood/structures/bvh/dynamic_tree/node.hpp"\n#include "node.hpp"',
  ],
  [
    'a front door',
    'cpp/bindings/a.cpp',
    '#include "sapwood/structures/bvh/dynamic_tree/dynamic_tree.hpp"',
  ],
  ['intrinsics in simd', `${CPP}/simd/sse.hpp`, '#include <smmintrin.h>'],
  ['emscripten in bindings', 'cpp/bindings/a.cpp', '#include <emscripten/bind.h>'],
  ['a web structure', `${WEB}/structures/a/a.ts`, "import { X } from '../../spatial-index.js';"],
  ['an entry point', `${WEB}/entries/all.ts`, "import create from '../wasm/all/core.mjs';"],
  ['a type of the module', `${WEB}/raw.ts`, "import type { Core } from './wasm/core.mjs';"],
  ['parity', 'tests/web/parity/a.test.ts', "import '../../../web/sapwood/src/raw';"],
  ['a string that is no import', `${WEB}/core.ts`, "const from = 'three';"],
];

for (const [name, file, text] of forbidden) {
  test(`layering forbids ${name}`, () => assert.equal(count(file, text) > 0, true));
}
for (const [name, file, text] of permitted) {
  test(`layering permits ${name}`, () => assert.deepEqual(violations(file, text, config), []));
}

test('layering names files over the line limit', () => {
  assert.equal(count('cpp/bindings/a.cpp', 'x\n'.repeat(config.maxLines)), 0);
  assert.equal(count('cpp/bindings/a.cpp', 'x\n'.repeat(config.maxLines + 1)), 1);
  const documented = `${'x\n'.repeat(config.maxLines)}  /**\n   * Returns x.\n   */\n`;
  assert.equal(count(`${WEB}/core.ts`, documented), 0);
});

test('layering resolves relative imports to paths from the root', () => {
  assert.deepEqual(targetsOf(`${WEB}/structures/a/a.ts`, "import '../../raw.js';"), [
    { target: `${WEB}/raw`, isType: false },
  ]);
});
