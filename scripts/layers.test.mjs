import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { violations } from './layers.mjs';
import { bin, capture, ROOT } from './steps.mjs';

const config = JSON.parse(readFileSync(new URL('layers.json', import.meta.url), 'utf8'));
const count = (file, text) => violations(file, text, config).length;
const CPP = 'cpp/include/sapwood';

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
    'an inner header of a structure',
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
];

const permitted = [
  [
    'includes of lower layers',
    `${CPP}/core/a.hpp`,
    '#include "sapwood/simd/f32x4.hpp"\n#include <vector>',
  ],
  [
    'a file of the same structure',
    `${CPP}/structures/bvh/dynamic_tree/insert.hpp`,
    '#include "sapwood/structures/bvh/dynamic_tree/node.hpp"\n#include "node.hpp"',
  ],
  [
    'the main header of a structure',
    'cpp/bindings/a.cpp',
    '#include "sapwood/structures/bvh/dynamic_tree/dynamic_tree.hpp"',
  ],
  ['intrinsics in simd', `${CPP}/simd/sse.hpp`, '#include <smmintrin.h>'],
  ['emscripten in bindings', 'cpp/bindings/a.cpp', '#include <emscripten/bind.h>'],
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
  assert.equal(count('web/sapwood/src/core.ts', documented), 0);
});

const WEB = 'web/sapwood/src';
const PLAYGROUND = 'web/playground/src';

/** Sources that violate a rule of .dependency-cruiser.mjs, as [rule, path, source]. */
const forbiddenImports = [
  ['structure-class', `${WEB}/structures/a/a.ts`, "import { B } from '../b/b.js';"],
  ['structure-class', `${WEB}/structures/a/c.ts`, "import {\n  B,\n} from '../b/b.js';"],
  ['structure-class', `${WEB}/structures/a/d.ts`, "import * as THREE from 'three';"],
  ['package-alone', `${WEB}/core.ts`, "import fs from 'node:fs';"],
  ['package-three', `${WEB}/world.ts`, "export * from 'three';"],
  ['package-three-alone', `${WEB}/inputs.ts`, "import './three/b.js';"],
  ['package-react', `${WEB}/three/c.ts`, "import { useRef } from 'react';"],
  ['package-react', `${WEB}/three/d.ts`, "import { useFrame } from '@react-three/fiber';"],
  ['package-react-alone', `${WEB}/three/e.ts`, "import '../react/b.js';"],
  ['modules-in-entries', `${WEB}/init.ts`, "await import('./wasm/2d/core.mjs');"],
  ['scenes-are-data', 'web/scenes/src/a.ts', "import { init } from 'sapwood/all';"],
  ['published-alone', 'web/published/src/a.ts', "import { oracle } from 'scenes';"],
  ['peers', 'web/peers/src/plain/a.ts', "import RBush from 'rbush';"],
  ['adapters', 'web/peers/src/adapters/a.ts', "import { b } from './b.js';"],
  ['adapters', 'web/peers/src/adapters/c.ts', "import { init } from 'sapwood/all';"],
  ['measuring', 'web/measuring/src/a.ts', "import fs from 'node:fs';"],
  ['playground-by-name', `${PLAYGROUND}/a.ts`, "import '../../sapwood/src/core.js';"],
  ['playground-by-name', `${PLAYGROUND}/panel/a.tsx`, "import '../../../sapwood/src/core.js';"],
  ['playground-by-name', `${PLAYGROUND}/b.ts`, "import 'sapwood/dist/wasm/core.mjs';"],
  ['playground-state', `${PLAYGROUND}/state/a.ts`, "import '../model/b.js';"],
  ['playground-model', `${PLAYGROUND}/model/a.ts`, "import { b } from '../features/b/b.js';"],
  ['playground-model-draws-nothing', `${PLAYGROUND}/model/c.ts`, "import { Mesh } from 'three';"],
  ['playground-stage', `${PLAYGROUND}/stage/a.ts`, "import '../ui/b.js';"],
  ['playground-ui', `${PLAYGROUND}/ui/a.ts`, "import '../model/b.js';"],
  ['playground-session', `${PLAYGROUND}/session/a.ts`, "import '../features/b/b.js';"],
  ['playground-feature', `${PLAYGROUND}/features/a/a.ts`, "import '../b/b.js';"],
  [
    'playground-feature',
    `${PLAYGROUND}/features/a/c.ts`,
    "import type { A } from '../../panel/a.jsx';",
  ],
  ['playground-measurements', `${PLAYGROUND}/bench/a.ts`, "import './page/b.js';"],
  ['playground-break', `${PLAYGROUND}/features/break/a.ts`, "import '../../panel/a.jsx';"],
  ['playground-panel', `${PLAYGROUND}/panel/b.ts`, "import '../explore/b.js';"],
  ['playground-pages', `${PLAYGROUND}/learn/a.ts`, "import '../explore/b.js';"],
  ['playground-measures-in-bench', `${PLAYGROUND}/explore/c.ts`, "import 'measuring';"],
  ['tests-by-name', 'tests/web/api/a.test.ts', "import '../../../web/sapwood/src/raw';"],
  ['parity', 'tests/web/parity/a.test.ts', "import '../../../web/sapwood/src/core';"],
  ['no-circular', 'scripts/a.ts', "import type { B } from './b.js';\nexport type A = B;"],
];

const permittedImports = [
  ['scripts/b.ts', "import type { A } from './a.js';\nexport type B = A;"],
  [`${WEB}/structures/b/b.ts`, "import { X } from '../../spatial-index.js';\nexport class B {}"],
  [`${WEB}/spatial-index.ts`, 'export class X {}'],
  [`${WEB}/raw.ts`, "export const raw = 'three';"],
  [`${WEB}/three/b.ts`, "import { Mesh } from 'three';"],
  [`${WEB}/entries/three.ts`, "import '../three/b.js';"],
  [`${WEB}/react/b.ts`, "import 'react';\nimport '@react-three/fiber';\nimport '../three/b.js';"],
  [`${WEB}/entries/react.ts`, "import '../react/b.js';"],
  [`${WEB}/entries/all.ts`, "import create from '../wasm/all/core.mjs';"],
  ['web/peers/src/adapters/b.ts', "import RBush from 'rbush';\nexport const b = 1;"],
  ['web/scenes/src/pile.ts', "import RAPIER from '@dimforge/rapier3d-compat';"],
  [
    `${PLAYGROUND}/bench/page/c.ts`,
    "import 'measuring';\nimport { numbers } from '../../features/which/a.js';",
  ],
  [`${PLAYGROUND}/bench/page/b.ts`, 'export const b = 1;'],
  [`${PLAYGROUND}/features/which/a.ts`, 'export const numbers = 1;'],
  [`${PLAYGROUND}/features/break/b.ts`, "import '../edit/a.js';"],
  [`${PLAYGROUND}/features/edit/a.ts`, "import { init } from 'sapwood/all';"],
  [`${PLAYGROUND}/features/b/b.ts`, 'export const b = 1;'],
  [
    `${PLAYGROUND}/model/b.ts`,
    "import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js';",
  ],
  [`${PLAYGROUND}/explore/b.ts`, "import '../panel/a.jsx';"],
  [`${PLAYGROUND}/ui/b.ts`, "import '../state/b.js';"],
  [`${PLAYGROUND}/state/b.ts`, 'export const b = 1;'],
  ['tests/web/parity/b.test.ts', "import '../../../web/sapwood/src/raw';"],
];

test('dependency-cruiser reports each forbidden import with its rule, and no permitted one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  try {
    const sources = [...forbiddenImports.map(([, ...source]) => source), ...permittedImports];
    for (const [file, text] of sources) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const config = join(ROOT, '.dependency-cruiser.mjs');
    const { log } = await capture(
      process.execPath,
      [bin('depcruise'), '--config', config, '--output-type', 'json', 'web', 'tests', 'scripts'],
      { cwd: folder },
    );
    const found = JSON.parse(log).summary.violations.map(
      ({ rule, from }) => `${rule.name} ${from}`,
    );
    const expected = forbiddenImports.map(([rule, file]) => `${rule} ${file}`);
    assert.deepEqual(
      expected.filter((one) => !found.includes(one)),
      [],
    );
    const permitted = permittedImports.map(([file]) => file);
    assert.deepEqual(
      found.filter((one) => permitted.includes(one.split(' ')[1])),
      [],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
