/** Download sizes of the modules. The pinned compiler generates the same bytes on every machine. */

import { describe, expect, test } from 'vitest';
import * as sizes from '../../../scripts/sizes.mjs';

// modules that the build for the tests contains; `npm run build:package` measures all modules
const linked = ['all', '2d', '3d', '2d-hash-grid', '3d-sphere-tree', '2d-mesh', '3d-mesh'];

describe.each(linked)('the module %s', (name) => {
  test('has at most its maximum size, with gzip and with Brotli', () => {
    const bytes = sizes.moduleBytes(name);
    const [gzip, brotli] = sizes.ceilingOf(name);
    expect(sizes.gzip(bytes)).toBeLessThanOrEqual(gzip * 1000);
    expect(sizes.brotli(bytes)).toBeLessThanOrEqual(brotli * 1000);
  });

  test('contains no function names and no debug information', () => {
    const compiled = new WebAssembly.Module(new Uint8Array(sizes.moduleBytes(name)));
    for (const section of ['name', 'producers', 'sourceMappingURL', '.debug_info']) {
      expect(WebAssembly.Module.customSections(compiled, section), section).toEqual([]);
    }
  });
});

test('sapwood/three adds at most its maximum size to sapwood/3d', async () => {
  const all = await sizes.scriptOf('entries/three');
  const core = await sizes.scriptOf('generated/3d');
  expect(sizes.gzip(all) - sizes.gzip(core)).toBeLessThanOrEqual(sizes.THREE_CEILING * 1000);
});

test('sapwood/react adds at most its maximum size to sapwood/three', async () => {
  const both = await sizes.scriptOf('entries/react', { beside: 'entries/three' });
  const three = await sizes.scriptOf('entries/three');
  const added = sizes.gzip(both) - sizes.gzip(three);
  expect(added).toBeLessThanOrEqual(sizes.REACT_CEILING * 1000);
  expect(added).toBeGreaterThan(1000);
});

test('sapwood/three loads the code of meshes on demand', async () => {
  const own = 'closestPointMany';
  expect(Buffer.from(await sizes.scriptOf('generated/3d/mesh')).includes(own)).toBe(true);
  expect(Buffer.from(await sizes.scriptOf('entries/three')).includes(own)).toBe(false);
});

test.each(['generated/2d', 'generated/3d', 'generated/3d/sphere-tree'])(
  'the JavaScript of %s without its bytes and the code of movers have at most their maximum sizes',
  async (entry) => {
    const script = await sizes.scriptOf(entry, { without: sizes.MOVER });
    const whole = await sizes.scriptOf(entry);
    expect(sizes.gzip(script)).toBeLessThanOrEqual(sizes.SCRIPT_CEILING * 1000);
    const mover = sizes.gzip(whole) - sizes.gzip(script);
    expect(mover).toBeLessThanOrEqual(sizes.MOVER_CEILING * 1000);
  },
);

test.each(['generated/2d/mesh', 'generated/3d/mesh'])(
  'the JavaScript of %s without its bytes has at most the maximum size for meshes',
  async (entry) => {
    const script = await sizes.scriptOf(entry, { without: sizes.MOVER });
    expect(sizes.gzip(script)).toBeLessThanOrEqual(sizes.MESH_SCRIPT_CEILING * 1000);
  },
);
