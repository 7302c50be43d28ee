import * as RESULTS from '../block.js';
import { type Core, outOfMemory } from '../core.js';
import type { Module } from '../entry-modules.js';
import { expected, SapwoodError } from '../errors.js';
import type { Dimensions } from '../inputs.js';
import { type RawIndex, STATUS_CODES } from '../raw.js';
import { finalizers, resultError } from '../state.js';
import { OTHER_POSED, POSED } from './block.js';
import type { MeshCalls } from './raw-mesh.js';
import type { MeshArguments } from './registers.js';

export interface MeshKind {
  readonly className: string;
  readonly dimensions: Dimensions;
  /** Singular noun of a primitive, for messages. */
  readonly primitive: 'triangle' | 'segment';
  readonly home: Module;
}

export interface MeshState {
  readonly kind: MeshKind;
  readonly dimensions: Dimensions;
  readonly core: Core;
  readonly calls: MeshCalls;
  /** Position of the argument block (block.ts) in the float64 view. */
  readonly block: number;
  /** Embind object; null after dispose. */
  object: RawIndex | null;
  /** Address of the object in WASM memory; 0 after dispose. */
  address: number;
}

/** Creates and fills a mesh. `owner` is registered for finalization. */
export function createMesh(
  owner: object,
  kind: MeshKind,
  fill: (state: MeshState) => void,
): MeshState {
  const state = emptyMesh(owner, kind);
  try {
    fill(state);
    return state;
  } catch (cause) {
    disposeMesh(state);
    throw cause;
  }
}

function emptyMesh(owner: object, kind: MeshKind): MeshState {
  const { className, dimensions, home } = kind;
  const caller = `new ${className}`;
  const core = home.core(caller);
  const calls = core.calls as unknown as MeshCalls;
  const object = core.classes[`${className}${dimensions}`]?.create(0) ?? null;
  if (object === null) throw outOfMemory(caller);
  core.refresh();
  const address = object.address() >>> 0;
  const block = (calls.sapwood_mesh_block() >>> 0) >>> 3;
  const state: MeshState = { kind, dimensions, core, calls, block, object, address };
  finalizers?.register(owner, object, state);
  return state;
}

/** Frees the memory of a mesh. Does nothing if the mesh is already disposed. */
export function disposeMesh(state: MeshState): void {
  const { object } = state;
  if (object === null) return;
  state.object = null;
  state.address = 0;
  finalizers?.unregister(state);
  object.delete();
  state.core.calls.sapwood_release_results();
}

/** Returns the address of a mesh. Throws if it is disposed. */
export function live(state: MeshState): number {
  if (state.address !== 0) return state.address;
  const message = `this ${state.kind.className} was disposed; create a new one`;
  throw new SapwoodError('disposed', message);
}

/**
 * Returns the result of the core. Throws if a transform is invalid or memory runs out. Other
 * arguments are checked before the call.
 */
export function checkedPose(
  state: MeshState,
  method: string,
  result: number,
  given: MeshArguments,
): number {
  if (result < 0) throw poseError(state, method, result, given);
  return result;
}

function poseError(
  state: MeshState,
  method: string,
  result: number,
  { flags, matrix, otherMatrix, otherName }: MeshArguments,
): SapwoodError {
  const code = STATUS_CODES[-result];
  if ((flags & (POSED | OTHER_POSED)) === 0) return resultError(method, result);
  if (code === 'unsupported') {
    const message = `${method}: the transform has a shear or a non-uniform scale; use a uniform scale, or bake the transform into the positions`;
    return new SapwoodError('unsupported', message);
  }
  if (code !== 'invalid-argument') return resultError(method, result);
  const what = 'an affine matrix that has an inverse and keeps coordinates in -1e18 .. 1e18';
  const isOther = (flags & OTHER_POSED) !== 0 && state.core.word(RESULTS.fault) === 1;
  const numbers = (isOther ? otherMatrix : matrix).slice(0, (state.dimensions + 1) ** 2);
  return expected('invalid-argument', isOther ? otherName : 'transform', what, numbers);
}
