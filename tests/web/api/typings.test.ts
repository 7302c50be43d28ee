import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageFolder } from '../package/package-folder.js';

const COMPILER = join(
  dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')),
  'bin/tsc',
);

const GOOD = `
import {
  type Advice, advise, type BoxLike, type Capability, DynamicTree, deserialize, type ErrorCode, expandToFloat32, type FrustumLike,
  type HitBatch, type Hits, init, type NodeDump, NodeKind, type PointLike, type RayHit, type RayLike, SapwoodError,
  type SphereLike, SortAndSweep, SpatialIndex, type StructureEntry, structures,
} from 'sapwood/all';
import core from 'sapwood/all/core.wasm';

// classes with the members of three.js classes, to compile without three.js
class Vector3 { isVector3 = true; constructor(public x = 0, public y = 0, public z = 0) {} }
class Box3 { isBox3 = true; min = new Vector3(); max = new Vector3(); }
class Sphere { center = new Vector3(); radius = 1; }
class Ray { origin = new Vector3(); direction = new Vector3(1, 0, 0); }
class Plane { normal = new Vector3(1, 0, 0); constant = 1; }
class Frustum { planes = [new Plane(), new Plane(), new Plane(), new Plane(), new Plane(), new Plane()]; }

export async function use(): Promise<void> {
  await init({ wasm: new URL('https://example.org/core.wasm') });
  await init({ wasm: core });
  const tree = new DynamicTree({ dimensions: 3, margin: 0.1, balance: 'height' });
  const id: number = tree.insert(new Box3(), { category: 2 });
  const moved: boolean = tree.move(id, [0, 0, 0, 1, 1, 1], new Vector3());
  const ids: Uint32Array = tree.queryBox(new Float32Array(6), 3);
  const found: number = tree.querySphereInto(new Sphere(), ids, { mask: 1 });
  tree.querySphereInto([0, 0, 0], 2, ids);
  const hit: RayHit | null = tree.raycast(new Ray(), 10);
  const hits: Hits = tree.raycastAll([0, 0, 0], new Vector3(1, 0, 0), 10, 1);
  tree.queryFrustum(new Frustum(), { eye: new Vector3(), limit: 3 });
  tree.forEachInBox(new Box3(), (item) => item !== 3);
  tree.forEachInBox(new Box3(), (item) => { console.log(item); });
  const batch: HitBatch = tree.nearestMany([0, 0, 0], 2);
  const nodes: NodeDump = tree.nodes();
  const leaf: boolean = nodes.kind[0] === NodeKind.Leaf;
  const { begins }: { begins: Uint32Array } = tree.updatePairs();
  const height: number | undefined = tree.stats().height;
  const copy: SpatialIndex = deserialize(tree.serialize());
  tree.pairsWith(copy);
  const same: DynamicTree = DynamicTree.deserialize(tree.serialize());
  tree.pairsWith(same);
  const entry: StructureEntry = structures[0];
  const able: boolean = entry.capabilities.has('pairs' satisfies Capability);
  const made: SpatialIndex = entry.create({ dimensions: 2, margin: 1 });
  try { made.dispose(); } catch (error) {
    if (error instanceof SapwoodError) { const code: ErrorCode = error.code; console.log(code); }
  }
  const { pairs, sample } = advise({ boxes: new Float32Array(8), dimensions: 2 });
  const advice: Advice = pairs;
  const advised: SpatialIndex = advice.create();
  const share: number | undefined = sample.motion?.moved;
  console.log(advised.size, advice.reasons.join(), advice.policy === 'refit', share);
  const shapes: [BoxLike, PointLike, SphereLike, RayLike, FrustumLike] =
    [new Box3(), new Vector3(), new Sphere(), new Ray(), new Frustum()];
  console.log(moved, found, hit?.distance, hits, batch, leaf, begins, height, able, shapes, expandToFloat32([]));
}

export function useUsing(): number {
  using index = new SortAndSweep({ dimensions: 2, mode: 'persistent', axis: 'auto' });
  return index.size;
}
`;

const BAD = `
import { advise, DynamicTree, SpatialIndex, SweepAndPrune } from 'sapwood/all';
declare const tree: DynamicTree;
// @ts-expect-error unknown option
new DynamicTree({ margn: 1 });
// @ts-expect-error four dimensions
new DynamicTree({ dimensions: 4 });
// @ts-expect-error unknown choice
new SweepAndPrune({ axis: 'w' });
// @ts-expect-error an option that only SortAndSweep has
new SweepAndPrune({ mode: 'sort' });
// @ts-expect-error an abstract class
new SpatialIndex();
// @ts-expect-error not a typed array
tree.queryBoxInto([0, 0, 0, 1, 1, 1], [] as number[]);
// @ts-expect-error ids are numbers
tree.remove('1');
// @ts-expect-error read only
tree.dimensions = 2;
// @ts-expect-error a sphere needs its radius
tree.querySphere([0, 0, 0]);
// @ts-expect-error missing boxes
advise({ dimensions: 2 });
// @ts-expect-error a method that the structure does not have
new SweepAndPrune().optimize(1);
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sapwood-typings-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packageFolder, join(folder, 'node_modules/sapwood'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'good.ts'), GOOD);
  writeFileSync(join(folder, 'bad.ts'), BAD);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

// only browser type libraries, because the declarations must not require the types of Node or
// Disposable
test.each(['NodeNext', 'Bundler'])(
  'strict code compiles with module resolution %s and checked declarations',
  (resolution) => {
    const module = resolution === 'Bundler' ? 'ESNext' : 'NodeNext';
    const flags = ['--module', module, '--moduleResolution', resolution, '--target', 'ES2022'];
    const checks = [
      '--strict',
      '--noEmit',
      '--skipLibCheck',
      'false',
      '--exactOptionalPropertyTypes',
    ];
    const args = [COMPILER, ...flags, ...checks, '--lib', 'ES2022,DOM', 'good.ts', 'bad.ts'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('');
  },
);
