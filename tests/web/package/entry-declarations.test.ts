/**
 * The declarations of an entry point contain exactly the methods, options and dimensions that it
 * supports.
 */

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPILERS, errorsOf, typedProject } from './compilers.js';

const IN_3D = `
import { DynamicTree, SpatialIndex, SweepAndPrune, WideTree, World, type WideTreeOptions } from 'sapwood/3d';
import { SphereTree } from 'sapwood/3d/sphere-tree';
import { HashGrid } from 'sapwood/3d/hash-grid';

const quality: WideTreeOptions = { build: 'quality', dimensions: 3 };
const tree = new WideTree(quality);
tree.queryFrustum(new Float32Array(24));
tree.queryFrustumInto(new Float32Array(24), new Uint32Array(4));
new World({ broadphase: 'wide-tree', capacity: 8 }).queryFrustum(new Float32Array(24));
new SphereTree().cull(new Float32Array(24));
const index: SpatialIndex = tree;
if (index instanceof WideTree) index.queryFrustum(new Float32Array(24));
if (tree instanceof SpatialIndex) tree.size.toFixed();
// @ts-expect-error in sapwood/all
tree.refit();
// @ts-expect-error in sapwood/all
tree.optimize(1);
// @ts-expect-error in sapwood/all
new DynamicTree().rebuild();
// @ts-expect-error in sapwood/all
tree.nodes();
// @ts-expect-error in sapwood/all
tree.stats();
// @ts-expect-error exists only in sapwood/all
index.validate();
new WideTree({ build: 'morton' });
// @ts-expect-error an option that this class does not have
new SweepAndPrune({ mode: 'persistent' });
new DynamicTree({ insertion: 'manhattan' });
// @ts-expect-error in sapwood/all
new World({ broadphase: 'kd-tree' });
// @ts-expect-error not the name of a structure
new World({ broadphase: 'tree' });
// @ts-expect-error in sapwood/2d
new WideTree({ dimensions: 2 });
// @ts-expect-error an option that this class does not have
new HashGrid({ storage: 'dense' });
// @ts-expect-error in sapwood/all
new SphereTree().cullReport(new Float32Array(24), [0, 0, 0]);
// @ts-expect-error in sapwood/all
new SphereTree().stats();
`;

const IN_2D = `
import { SpatialIndex, SweepAndPrune, WideTree, World } from 'sapwood/2d';
import { SphereTree } from 'sapwood/2d/sphere-tree';

const tree = new WideTree({ build: 'quality' });
const index: SpatialIndex = new SweepAndPrune({ axis: 'y' });
console.log(tree.queryBox([0, 0, 1, 1]), index.size, new World().pairs);
// @ts-expect-error in 3D
tree.queryFrustum(new Float32Array(24));
// @ts-expect-error in 3D
index.queryFrustumInto(new Float32Array(24), new Uint32Array(4));
// @ts-expect-error in 3D
new World().queryFrustum(new Float32Array(24));
// @ts-expect-error in 3D
new SphereTree().cull(new Float32Array(24));
// @ts-expect-error in 3D
new SweepAndPrune({ axis: 'z' });
// @ts-expect-error in sapwood/3d
new WideTree({ dimensions: 3 });
// @ts-expect-error in sapwood/all
tree.stats();
`;

const TOGETHER = `
import * as all from 'sapwood/all';
import * as both from 'sapwood';
import * as flat from 'sapwood/2d';
import * as spatial from 'sapwood/3d';

const sizeOf = (index: both.SpatialIndex): number => index.queryFrustum(new Float32Array(24)).length + index.size;
console.log(sizeOf(new spatial.WideTree()), sizeOf(new all.WideTree()), sizeOf(new both.WideTree({ dimensions: 3 })));
const pairsOf = (one: flat.SpatialIndex) => one.pairsWith(new all.KdTree());
console.log(pairsOf(new flat.WideTree()), pairsOf(new spatial.DynamicTree()), pairsOf(new all.RTree()));
const tree = new all.WideTree({ build: 'morton' });
console.log(tree.stats(), tree.nodes(), tree.validate(), tree.refit(), tree.optimize(3), tree.rebuild());
console.log(new all.DynamicTree({ insertion: 'manhattan' }).optimize(1));
console.log(new all.SphereTree().cullReport(new Float32Array(24), [0, 0, 0]).steps);
const index: all.SpatialIndex = all.structures[0].create();
console.log(index.stats(), new all.World({ broadphase: 'kd-tree' }).queryFrustum(new Float32Array(24)));
if (tree instanceof all.SpatialIndex) tree.validate();
class Mine extends spatial.WideTree {
  override queryBox(box: spatial.BoxLike) { return super.queryBox(box); }
  extra = 1;
}
console.log(new Mine({ build: 'quality' }).extra, new Mine().queryFrustum(new Float32Array(24)));
// @ts-expect-error a 2D index has no frustum queries
sizeOf(new flat.WideTree());
// @ts-expect-error in sapwood/all
new both.WideTree().stats();
// @ts-expect-error in sapwood/all
new both.World({ broadphase: 'octree' });
`;

const PROGRAMS = { 'in-3d.ts': IN_3D, 'in-2d.ts': IN_2D, 'together.ts': TOGETHER };

let folder: string;

beforeAll(() => {
  folder = typedProject(PROGRAMS);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.keys(COMPILERS))(
  'TypeScript %s accepts exactly the methods and options of an entry point',
  (version) => expect(errorsOf(version, folder, Object.keys(PROGRAMS))).toBe(''),
);
