/** The glue that the compiler writes: of `sapwood/all`, and of all modules of other releases than the pinned one. */
import { SapwoodError } from '../errors.js';
import type { CoreMemory, RawCalls, RawCore, RawIndexClass, WorldCalls } from '../raw.js';
import { visitItem } from '../visitor.js';
import type { Glue } from './glue.js';

/** What the factory of the generated glue takes. */
interface CoreArguments {
  /** Visitor of forEachInBox: answers 1 to go on and 0 to stop, and never throws. */
  sapwoodVisit(id: number): 0 | 1;
  /** Instantiates with these imports and hands the instance to `receive`, now or later. */
  instantiateWasm(imports: WebAssembly.Imports, receive: Receive): object;
}

type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown;

/** The factory of the generated glue. It fills the object that it is given, and resolves to it. */
export type CreateCore = (options: CoreArguments) => Promise<object>;

/** Every name of `RawCalls`; the keys of the record make the compiler check that none is missing. */
const CALL_NAMES: Readonly<Record<keyof RawCalls, true>> = {
  sapwood_result_block: true,
  sapwood_scratch: true,
  sapwood_tail: true,
  sapwood_release_results: true,
  sapwood_heap_in_use: true,
  sapwood_has_simd: true,
  sapwood_staging: true,
  sapwood_release_staging: true,
  sapwood_build: true,
  sapwood_update: true,
  sapwood_clear: true,
  sapwood_size: true,
  sapwood_byte_length: true,
  sapwood_has: true,
  sapwood_insert: true,
  sapwood_insert_many: true,
  sapwood_move: true,
  sapwood_move_many: true,
  sapwood_remove: true,
  sapwood_set_filter: true,
  sapwood_box: true,
  sapwood_ids: true,
  sapwood_items: true,
  sapwood_overlaps: true,
  sapwood_query_box: true,
  sapwood_query_point: true,
  sapwood_query_sphere: true,
  sapwood_query_frustum: true,
  sapwood_visit_box: true,
  sapwood_overlaps_any: true,
  sapwood_overlap_boxes: true,
  sapwood_query_volumes: true,
  sapwood_raycast: true,
  sapwood_raycast_all: true,
  sapwood_nearest: true,
  sapwood_pairs: true,
  sapwood_pairs_with: true,
  sapwood_query_boxes: true,
  sapwood_raycasts: true,
  sapwood_nearest_many: true,
  sapwood_nearest_all: true,
  sapwood_pairs_within: true,
  sapwood_counters: true,
  sapwood_serialize: true,
  sapwood_load: true,
  sapwood_options: true,
  sapwood_update_pairs: true,
};

export const callNames = Object.keys(CALL_NAMES) as (keyof RawCalls)[];

const WORLD_CALL_NAMES: Readonly<Record<keyof WorldCalls, true>> = {
  sapwood_world_block: true,
  sapwood_world_step: true,
  sapwood_world_settle: true,
  sapwood_world_touch: true,
  sapwood_world_touch_many: true,
  sapwood_world_set_asleep: true,
  sapwood_world_layer: true,
  sapwood_world_kind: true,
  sapwood_world_save: true,
  sapwood_world_load: true,
  sapwood_world_shift: true,
};

export const worldCallNames = Object.keys(WORLD_CALL_NAMES) as (keyof WorldCalls)[];

/** As the package wants it. */
export const emscriptenGlue =
  (createCore: CreateCore): Glue =>
  () => {
    let imports: WebAssembly.Imports = {};
    let receive: Receive = () => undefined;
    let memory: CoreMemory | undefined;
    const target = {
      sapwoodVisit: visitItem,
      instantiateWasm(wanted: WebAssembly.Imports, done: Receive): object {
        imports = wanted;
        receive = done;
        return {};
      },
    };
    // asks for the instance at once; what goes wrong later is seen where it happens
    const started = createCore(target);
    started.catch(() => undefined);
    return {
      imports,
      started,
      start(instance, module) {
        memory = findMemory(instance, imports);
        receive(instance, module);
      },
      core: () => coreOf(target as object as Generated, memory),
    };
  };

/** Plain exports with a leading `_`, and classes. */
type Generated = Readonly<Record<string, unknown>>;

function coreOf(generated: Generated, memory: CoreMemory | undefined): RawCore {
  if (memory === undefined || typeof generated._sapwood_size !== 'function') {
    throw new SapwoodError(
      'unsupported',
      'initSync: this build starts asynchronously only; use init()',
    );
  }
  const classes = generated as Record<string, RawIndexClass>;
  return { calls: bindCalls(generated), classes, memory };
}

function findMemory(instance: WebAssembly.Instance, imports: WebAssembly.Imports) {
  const candidates = [instance.exports, ...Object.values(imports)].flatMap((group) =>
    Object.values(group as Record<string, unknown>),
  );
  const memory = candidates.find((value) => value instanceof WebAssembly.Memory);
  if (memory === undefined) throw new TypeError('the module has no memory');
  return memory;
}

type AnyCall = (...values: number[]) => number;

/**
 * The plain exports as own properties of one small object.
 *
 * The glue's `_name` is a stub until its first call, then the export itself: each entry follows
 * that swap once, so that hot calls reach WebAssembly without a wrapper.
 */
function bindCalls(generated: Generated): RawCalls {
  const missing = callNames.find((name) => typeof generated[`_${name}`] !== 'function');
  if (missing !== undefined) throw new TypeError(`a module without ${missing}`);
  const calls: Record<string, AnyCall> = {};
  const ofWorlds = worldCallNames.filter((name) => `_${name}` in generated);
  for (const name of [...callNames, ...ofWorlds]) {
    calls[name] = (...values) => {
      const result = (generated[`_${name}`] as AnyCall)(...values);
      calls[name] = generated[`_${name}`] as AnyCall;
      return result;
    };
  }
  return calls as unknown as RawCalls;
}
