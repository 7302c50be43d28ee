/** Indices, values and functions that other files use to cause errors. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as game from 'sapwood';
import * as flat from 'sapwood/2d';
import * as slim from 'sapwood/2d/slim';
import * as solid from 'sapwood/3d';
import * as all from 'sapwood/all';
import { packageFolder } from '../package/package-folder.js';
import { freshPackage, type Package } from '../support/fresh-package.js';

export { all, flat, game, slim, solid };

export type Row = readonly [code: all.ErrorCode, message: string, ...calls: (() => unknown)[]];

// sapwood/2d is not loaded, because some rows test the errors of a module that is not loaded
await Promise.all([all.init(), solid.init()]);

/** Casts an argument, for calls that the TypeScript declarations forbid. */
export const untyped = (value: unknown) => value as never;

export const throws = (error: unknown) => () => {
  throw error;
};
export const rejects = (error: unknown) => () => Promise.reject(error);

export async function replacing(object: object, name: string, value: unknown, call: () => unknown) {
  const target = object as Record<string, unknown>;
  const before = target[name];
  target[name] = value;
  try {
    await call();
  } finally {
    target[name] = before;
  }
}

export function detached<View extends Int32Array | Uint8Array | Uint32Array | Float32Array>(
  view: View,
) {
  structuredClone(view.buffer, { transfer: [view.buffer as ArrayBuffer] });
  return view;
}

export const BOX = [0, 0, 0, 1, 1, 1];
export const POINT = [0, 0, 0];
/** Planes of a cube with sides of length 2. */
export const FRUSTUM = [1, 0, 0, 1, -1, 0, 0, 1, 0, 1, 0, 1, 0, -1, 0, 1, 0, 0, 1, 1, 0, 0, -1, 1];
export const planes = (normal: unknown, constant: unknown) => ({
  planes: Array.from({ length: 6 }, () => ({ normal, constant })),
});
export const throwing = (name: string) =>
  Object.defineProperty({}, name, { enumerable: true, get: throws(1) });

export const index = new all.WideTree();
index.build(BOX);
export const plane = new all.WideTree({ dimensions: 2 });
export const world = new all.World();
world.add(BOX);
export const still = new all.StaticTree();
export const balls = new all.SphereTree();
export const lost = new all.WideTree();
lost.dispose();

export const hidden = (target: object, method: string) =>
  (target as Record<string, () => unknown>)[method]();

export function staged(count: number, ...boxes: number[]): all.BruteForce {
  const made = new all.BruteForce();
  made.build([...BOX, ...BOX, ...BOX]);
  made.staging(count).set(boxes);
  return made;
}

export const RANGE = 'expected min <= max and numbers in -1e18 .. 1e18 or infinite';
export const NUMBERS = 'numbers in -1e18 .. 1e18';
export const CENTER = 'expected 3 numbers or { x, y, z }, each in -1e18 .. 1e18';

/**
 * Imports an internal module of the package, for errors that public functions do not cause in Node.
 */
const inside = (path: string) => import(`${packageFolder}/dist/${path}`);
export const { emscriptenGlue } = await inside('glue/emscripten.js');
export const { importError } = await inside('load-errors.js');
export const { stateOf } = await inside('index-base.js');
export const { merge } = await inside('methods/tuning.js');

/** Copy of the package whose module is never loaded. */
export let fresh: Package;
/** Copy of the package with the tracing module. */
export let traced: Package;

/** Modules that are imported after this call are copies, too. */
export async function importCopies(): Promise<void> {
  fresh = await freshPackage();
  traced = await freshPackage();
  const module = fileURLToPath(import.meta.resolve('sapwood/all/trace.wasm'));
  await traced.init({ wasm: readFileSync(module) });
}
