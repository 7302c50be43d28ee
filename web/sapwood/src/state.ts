import { type Core, type IndexState, type InspectionCalls, outOfMemory } from './core.js';
import type { EntryModules } from './entry-modules.js';
import { SapwoodError } from './errors.js';
import type { Dimensions } from './inputs.js';
import type { TreeVisitor } from './methods/inspect.js';
import {
  type Capability,
  encodeOption,
  type ParsedOptions,
  type StructureKind,
} from './options.js';
import { type RawIndex, STATUS_CODES } from './raw.js';

/** Frees indices and meshes that become unreachable without `dispose()`. */
export const finalizers: FinalizationRegistry<RawIndex> | undefined =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : /* @__PURE__ */ new FinalizationRegistry<RawIndex>((object) => object.delete());

/**
 * Creates the WASM object of an index or world. The object is freed when `owner` becomes
 * unreachable.
 */
export function createState(
  owner: object,
  kind: StructureKind,
  home: EntryModules,
  options: ParsedOptions,
): IndexState {
  const { dimensions } = options;
  const core = home.core(`new ${kind.className}`, dimensions);
  const codes = kind.options.flatMap((spec) => encodeOption(spec, options.values[spec.name]));
  const at = core.scratch(kind.className, codes.length * 8) >>> 3;
  core.f64.set(codes, at);
  const rawClass = requireClass(core, kind.className, kind.className, dimensions);
  // The option `broadphase` of a world names a structure. The module must include its class.
  const { broadphase = 'auto' } = options.values as { broadphase?: string };
  if (broadphase !== 'auto') requireClass(core, 'broadphase', classNameOf(broadphase), dimensions);
  const object = rawClass.create(codes.length);
  if (object === null) throw outOfMemory(`new ${kind.className}`);
  core.refresh();
  const address = object.address() >>> 0;
  const stride = 2 * dimensions;
  const staged = { staged: -1, stagedAt: 0, stagingView: undefined };
  const points = { stagedPoints: -1, pointCapacity: -1 };
  const lifetime = { object, address, visits: 0, ...staged, ...points, world: undefined };
  const state: IndexState = { core, kind, dimensions, stride, ...lifetime };
  finalizers?.register(owner, object, state);
  return state;
}

/** Returns the class of a structure. Throws if the module does not contain it. */
function requireClass(core: Core, caller: string, className: string, dimensions: Dimensions) {
  const rawClass = core.classes[`${className}${dimensions}`];
  if (rawClass !== undefined) return rawClass;
  throw new SapwoodError(
    'unsupported',
    `${caller}: ${core.entry} does not include ${caller === className ? 'this structure' : className}; use sapwood/all`,
  );
}

/** Converts the id of a structure to a class name, for example `'wide-tree'` to `'WideTree'`. */
const classNameOf = (id: string) =>
  id.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());

/** Frees the memory of an index. Does nothing if the index is already disposed. */
export function disposeState(state: IndexState): void {
  if (state.object === null) return;
  writable(state, 'dispose');
  const { object } = state;
  state.object = null;
  state.address = 0;
  state.staged = -1;
  state.stagingView = undefined;
  finalizers?.unregister(state);
  object.delete();
  // frees the result buffers of the module
  state.core.calls.sapwood_release_results();
}

/** Returns the address of an index for reading. Throws if it is disposed. */
export function live(state: IndexState): number {
  if (state.address === 0) throw disposed(state);
  return state.address;
}

/** Same as `live`, but first updates the bounds of changed bodies in a world. */
export function flushed(state: IndexState): number {
  const { address, world } = state;
  if (address === 0) throw disposed(state);
  if (world?.touched === true) world.flush();
  return address;
}

/**
 * Same as `flushed`, but for queries with a filter. If the index is a world, returns the address of
 * the index object for the layers that the filter selects. Throws if the filter has layers and the
 * index is not a world.
 */
export function flushedLayers(state: IndexState, filter: Int32Array): number {
  const { address, world } = state;
  if (address === 0) throw disposed(state);
  if (world === undefined) {
    if (filter[2] !== 0) throw noLayersError();
    return address;
  }
  if (world.touched) world.flush();
  return address + filter[2] * world.layerBytes;
}

export function noLayersError(): SapwoodError {
  return new SapwoodError(
    'invalid-argument',
    'layer: an index has no layers; leave the layer out, or use a World',
  );
}

/**
 * Returns the address of an index for a change. Throws if the index is disposed or if one of its
 * callbacks is running.
 */
export function writable(state: IndexState, method: string): number {
  if (state.address === 0) throw disposed(state);
  if (state.visits !== 0) {
    throw new SapwoodError(
      'reentrant',
      `${method}: an index cannot change inside its own callbacks; collect the ids first, then change it`,
    );
  }
  return state.address;
}

function disposed(state: IndexState): SapwoodError {
  return new SapwoodError(
    'disposed',
    `this ${state.kind.className} was disposed; create a new one`,
  );
}

/** Throws if the structure lacks a capability. */
export function requireCapability(state: IndexState, capability: Capability, method: string): void {
  const isAvailable = capability !== 'frustum' || state.dimensions === 3;
  if (isAvailable && state.kind.capabilities.has(capability)) return;
  throw unsupportedCapability(state, capability, method);
}

function unsupportedCapability(
  state: IndexState,
  capability: Capability,
  method: string,
): SapwoodError {
  const { kind, dimensions } = state;
  const hint =
    capability === 'frustum'
      ? 'use an index in 3D'
      : `use a structure with the capability '${capability}'`;
  return new SapwoodError(
    'unsupported',
    `${method}: ${kind.id} in ${dimensions}D does not support this; ${hint}`,
  );
}

type Method<Name extends keyof RawIndex> = Required<RawIndex>[Name];

export function callMethod<Name extends keyof RawIndex>(
  state: IndexState,
  name: Name,
  ...values: Parameters<Method<Name>>
): ReturnType<Method<Name>> {
  const object = state.object as Required<RawIndex>;
  const method = object[name] as (...values: unknown[]) => ReturnType<Method<Name>>;
  if (method === undefined) throw missingMethod(state, name);
  return method.apply(object, values);
}

export function inspect<Name extends keyof InspectionCalls>(
  state: IndexState,
  method: Name,
  ...[visitor]: Name extends 'traverse' ? [visitor: TreeVisitor] : []
): ReturnType<InspectionCalls[Name]> {
  live(state);
  const { inspection } = state.core;
  if (inspection === undefined) throw missingMethod(state, method);
  const call = inspection[method] as (state: IndexState, visitor?: TreeVisitor) => unknown;
  return call(state, visitor) as ReturnType<InspectionCalls[Name]>;
}

/** Returns the error for a method that the WASM module does not include. */
export function missingMethod({ core, kind }: IndexState, method: string): SapwoodError {
  return new SapwoodError(
    'unsupported',
    `${method}: ${kind.className} of ${core.entry} does not support this; use sapwood/all`,
  );
}

/** Returns the result of a call to the core. Throws if the result is a negative error code. */
export function checkedResult(method: string, result: number): number {
  if (result < 0) throw resultError(method, result);
  return result;
}

/** Returns an error with a general message for a negative result of the core. */
export function resultError(method: string, result: number): SapwoodError {
  const code = STATUS_CODES[-result] ?? 'invalid-argument';
  if (code === 'out-of-memory') return outOfMemory(method);
  return new SapwoodError(
    code,
    `${method}: the WebAssembly core returned the error code '${code}'`,
  );
}
