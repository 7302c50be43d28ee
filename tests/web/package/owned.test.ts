import { rmSync } from 'node:fs';
import { init, SpatialIndex, SphereTree, World } from 'sapwood/all';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPILERS, errorsOf, typedProject } from './compilers.js';

const OWNED = `
import { expandToFloat32, type Hits, WideTree, World } from 'sapwood/3d';
import { WideTree as Flat } from 'sapwood/2d';
import { StaticTree } from 'sapwood/3d/static-tree';
import { DynamicTree, traceOf } from 'sapwood/all';

export async function use(tree: WideTree, flat: Flat, world: World, worker: Worker, file: FileSystemWritableFileStream) {
  new Blob([tree.serialize(), flat.serialize(), world.snapshot()]);
  await fetch('/levels/1', { method: 'PUT', body: tree.serialize() });
  new Response(world.snapshot());
  new Request('/levels/1', { method: 'PUT', body: world.snapshot() });
  await crypto.subtle.digest('SHA-256', world.snapshot());
  await file.write(tree.serialize());
  await file.write({ type: 'write', data: world.snapshot(), position: 0 });
  const pairs = tree.pairs();
  worker.postMessage(pairs, [pairs.buffer]);
  const { ids, distances }: Hits = tree.nearest([0, 0, 0], 4);
  worker.postMessage({ ids, distances }, [ids.buffer, distances.buffer]);
  const { offsets, ids: found } = tree.queryBoxMany([0, 0, 0, 1, 1, 1]);
  const rays = tree.raycastMany([0, 0, 0, 1, 0, 0, 9]);
  const casts = tree.castSphereMany([0, 0, 0, 1, 1, 0, 0]);
  const { begins, ends } = tree.updatePairs();
  const lists = [
    offsets, found, rays.ids, rays.distances, casts.ids, casts.fractions, begins, ends,
    tree.box(0), tree.ids(), tree.insertMany([]), tree.pairsWith(tree), tree.pairsWithin(1),
    tree.overlapsMany([]), tree.queryBox([0, 0, 0, 1, 1, 1]), tree.querySphere([0, 0, 0], 1),
    tree.queryConvex([]), tree.querySegment([0, 0, 0], [1, 1, 1]), tree.queryPoint([0, 0, 0]),
    tree.queryCapsule([0, 0, 0], [1, 1, 1], 1), tree.queryFrustum([]), expandToFloat32([]),
    world.queryBox([0, 0, 0, 1, 1, 1]), world.ids(), world.pairs, world.begins, world.ends,
  ];
  for (const list of lists) new Blob([list]);
  for (const list of lists) worker.postMessage(list, [list.buffer]);
  const other = new StaticTree();
  new Blob([other.merge(new StaticTree()), traceOf(new DynamicTree(), { kind: 'box', box: [] }).steps]);
  new Blob([new DynamicTree().nodes().bounds]);
}
`;

// TypeScript 5.7 and later reject these calls, because the type of the views allows shared memory
const VIEWS = `
import { WideTree, World } from 'sapwood/3d';
declare const tree: WideTree;
declare const world: World;
// @ts-expect-error WASM memory
new Blob([tree.pairsView()]);
// @ts-expect-error WASM memory
new Blob([tree.queryBoxManyView([]).ids]);
// @ts-expect-error WASM memory
new Blob([tree.nearestView([0, 0, 0]).distances]);
// @ts-expect-error WASM memory
new Blob([tree.staging(1)]);
// @ts-expect-error WASM memory
new Blob([world.bounds]);
`;

let folder: string;

beforeAll(() => {
  folder = typedProject({ 'owned.ts': OWNED, 'views.ts': VIEWS });
  return init();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.keys(COMPILERS))(
  'TypeScript %s accepts results as arrays with an ArrayBuffer',
  (version) => expect(errorsOf(version, folder, ['owned.ts'])).toBe(''),
);

test.each(['5.9', '6', '7'])(
  'TypeScript %s rejects views of WASM memory as arrays with an ArrayBuffer',
  (version) => expect(errorsOf(version, folder, ['views.ts'])).toBe(''),
);

const BOXES = Array.from({ length: 200 }, (_, i) => [i / 2, 0, 0, i / 2 + 1, 1, 1]).flat();

type Arrays = readonly [
  name: string,
  array: Uint8Array | Uint32Array | Int32Array | Float32Array,
][];

const listed = (name: string, result: object): Arrays =>
  ArrayBuffer.isView(result)
    ? [[name, result as Uint8Array]]
    : Object.entries(result)
        .filter(([, value]) => ArrayBuffer.isView(value))
        .map(([part, value]) => [`${name}.${part}`, value]);

function results(tree: SphereTree, other: SphereTree): Arrays {
  const box = [0, 0, 0, 60, 1, 1];
  const frustum = [1, 0, 0, 1, -1, 0, 0, 60, 0, 1, 0, 9, 0, -1, 0, 9, 0, 0, 1, 9, 0, 0, -1, 9];
  const made: Record<string, object> = {
    serialize: tree.serialize(),
    pairs: tree.pairs(),
    pairsWith: tree.pairsWith(other),
    pairsWithin: tree.pairsWithin(1),
    updatePairs: tree.updatePairs(),
    box: tree.box(0),
    ids: tree.ids(),
    queryBox: tree.queryBox(box),
    'queryBox, some': tree.queryBox(box, (id) => id > 3),
    'queryBox, one': tree.queryBox([0, 0, 0, 0, 0, 0]),
    queryPoint: tree.queryPoint([1, 0, 0]),
    querySphere: tree.querySphere([9, 0, 0], 30),
    queryFrustum: tree.queryFrustum(frustum),
    queryConvex: tree.queryConvex([1, 0, 0, 1]),
    queryCapsule: tree.queryCapsule([0, 0, 0], [60, 0, 0], 1),
    querySegment: tree.querySegment([0, 0, 0], [60, 0, 0]),
    queryBoxMany: tree.queryBoxMany([...box, ...box]),
    overlapsMany: tree.overlapsMany(box),
    raycastAll: tree.raycastAll([-1, 0.5, 0.5], [1, 0, 0]),
    raycastMany: tree.raycastMany([-1, 0.5, 0.5, 1, 0, 0, 9]),
    raycastAllMany: tree.raycastAllMany([-1, 0.5, 0.5, 1, 0, 0, 9]),
    nearest: tree.nearest([0, 0, 0], 99),
    nearestMany: tree.nearestMany([0, 0, 0], 99),
    nearestAll: tree.nearestAll(3),
    castBoxMany: tree.castBoxMany([-9, 0, 0, -8, 1, 1, 30, 0, 0]),
    castSphereMany: tree.castSphereMany([-9, 0, 0, 1, 30, 0, 0]),
    cull: tree.cull(frustum),
    nodes: tree.nodes(),
    insertMany: tree.insertMany(BOXES.slice(0, 12)),
  };
  return Object.entries(made).flatMap(([name, result]) => listed(name, result));
}

test('each result has a separate buffer of exactly its size', () => {
  using tree = new SphereTree();
  tree.build(BOXES);
  using other = new SphereTree();
  other.build(BOXES.slice(0, 60));
  const arrays = results(tree, other);
  expect(arrays.length).toBeGreaterThan(40);
  expect(tree).toBeInstanceOf(SpatialIndex);
  for (const [name, { buffer, byteLength }] of arrays) {
    expect(buffer, name).toBeInstanceOf(ArrayBuffer);
    expect(buffer.byteLength, name).toBe(byteLength);
  }
  expect(new Set(arrays.map(([, { buffer }]) => buffer)).size).toBe(arrays.length);
});

test('results can be transferred without affecting the index', () => {
  using tree = new SphereTree();
  tree.build(BOXES);
  const pairs = tree.pairs();
  const copy = structuredClone(pairs, { transfer: [pairs.buffer] });
  expect(pairs).toHaveLength(0);
  expect(tree.pairs()).toEqual(copy);
});

test('a snapshot has a buffer of exactly its size', async () => {
  using world = new World();
  for (let i = 0; i < 40; i += 1) world.add([i, 0, 0, i + 1, 1, 1]);
  world.step();
  const snapshot = world.snapshot();
  expect(snapshot.buffer.byteLength).toBe(snapshot.byteLength);
  expect(new Uint8Array(await new Blob([snapshot]).arrayBuffer())).toEqual(snapshot);
  expect((await crypto.subtle.digest('SHA-256', snapshot)).byteLength).toBe(32);
});
