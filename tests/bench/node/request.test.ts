import { init, structures } from 'sapwood/all';
import { expect, test } from 'vitest';
import { pick } from '../command/arguments';
import { casesOf, goldensOf } from './cases';
import { contendersOf } from './contenders';
import { phases } from './phases';
import { parseRequest } from './request';
import { createWorkload } from './workload';

await init();

const titles = (args: string[]) =>
  casesOf(parseRequest(args)).map(({ definition, n }) => `${definition.id} ${n}`);

test('the default is a few scenes in 2D and 3D, two sizes, every phase and structure', () => {
  expect(titles([])).toEqual([
    'uniform-2d 1000',
    'uniform-2d 10000',
    'clustered-2d 1000',
    'clustered-2d 10000',
    'uniform-3d 1000',
    'uniform-3d 10000',
    'clustered-3d 1000',
    'clustered-3d 10000',
    'teapot 25600',
    'pile 1000',
  ]);
  const contenders = contendersOf(parseRequest([]), 3);
  expect(contenders.map(({ label }) => label)).toEqual(structures.map(({ id }) => id));
});

test('filters accept several values, separated by commas or by repetition', () => {
  expect(titles(['--scene', 'drift-2d,x-line', '--n', '500', '--n', '1_000'])).toEqual([
    'drift-2d 500',
    'drift-2d 1000',
    'x-line 500',
    'x-line 1000',
  ]);
  const request = parseRequest(['--structure', 'brute-force', '--phase=pairs,build']);
  expect(contendersOf(request, 2).map(({ label }) => label)).toEqual(['brute-force']);
  expect(pick('phase', phases, request.phases).map(({ id }) => id)).toEqual(['build', 'pairs']);
});

test('the full preset has every scene that is not slow and measures equal content once', () => {
  const full = titles(['--full']);
  expect(full).toContain('uniform-3d 100000');
  expect(full).toContain('mixed-sizes-2d-10k 10000');
  expect(full).toContain('identical-2d 100');
  expect(full).not.toContain('uniform-3d-100k 100000');
  expect(full).not.toContain('uniform-2d-1m 1000000');
  expect(new Set(full).size).toBe(full.length);
});

test('--variants adds all other choices that are valid in the dimension', () => {
  const request = parseRequest(['--structure', 'sweep-and-prune', '--variants']);
  const labels = [2, 3].map((d) => contendersOf(request, d as 2 | 3).map(({ label }) => label));
  expect(labels[0]).toContain('sweep-and-prune axis=y');
  expect(labels[0]).not.toContain('sweep-and-prune axis=z');
  expect(labels[1]).toContain('sweep-and-prune axis=z');
});

test.each([
  [['--scene', 'nowhere'], /--scene: expected one of uniform-2d, .*; found 'nowhere'/],
  [['--n', 'many'], /--n: expected a whole number above 0, found 'many'/],
  [['--n', '0'], /--n/],
  [['--output', '../x'], /--output: expected a plain name/],
  [['--fast'], /--fast/],
])('%j is rejected with a message', (args, sentence) => {
  expect(() => casesOf(parseRequest(args))).toThrow(sentence);
});

test('a scene of another size uses the golden of a scene with equal boxes', () => {
  const [, tenThousand] = casesOf(parseRequest(['--scene', 'uniform-3d']));
  const goldens = goldensOf(tenThousand);
  expect(goldens.length).toBeGreaterThan(0);
  expect(goldens[0].peerQueries?.count).toBe(1000);
});

test('real inputs have boxes, and the pile has its own motion', async () => {
  const [teapot, pile] = casesOf(parseRequest(['--scene', 'teapot,pile', '--n', '200']));
  const triangles = await createWorkload(teapot, 1);
  expect(triangles.scene.count).toBeGreaterThan(150);
  expect(triangles.motion().recipe.kind).toBe('drift');
  const bodies = await createWorkload(pile, 1);
  expect(bodies.scene.count).toBe(200);
  const { boxes } = bodies.motion();
  expect(boxes).toHaveLength(17);
  expect(boxes[1]).not.toEqual(boxes[0]);
});
