/**
 * Adapter for JavaScript that Emscripten generates. It is used by `sapwood/all`, and by all modules
 * if they are built with an Emscripten release other than the pinned one.
 */
import { SapwoodError } from '../errors.js';
import type { CoreMemory, RawCalls, RawCore, RawIndexClass } from '../raw.js';
import { visitItem } from '../visitor.js';
import type { Glue } from './glue.js';

/** Options of the generated factory. */
interface CoreArguments {
  /** Visitor of `forEachInBox`. Returns 1 to continue or 0 to stop, and never throws. */
  sapwoodVisit(id: number): 0 | 1;
  /** Instantiates the module and passes the instance to `receive`, synchronously or later. */
  instantiateWasm(imports: WebAssembly.Imports, receive: Receive): object;
}

type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown;

/**
 * Factory in the generated JavaScript. It adds the exports to `options` and resolves to `options`.
 */
export type CreateCore = (options: CoreArguments) => Promise<object>;

export const emscriptenGlue =
  (createCore: CreateCore): Glue =>
  () => {
    let imports: WebAssembly.Imports = {};
    let receive: Receive = () => undefined;
    let memory: CoreMemory | undefined;
    const target = {
      sapwoodVisit: visitItem,
      instantiateWasm(moduleImports: WebAssembly.Imports, done: Receive): object {
        imports = moduleImports;
        receive = done;
        return {};
      },
    };
    // `createCore` calls `instantiateWasm` before it returns, which sets `imports`
    const started = create(createCore, target);
    // prevents an unhandled rejection; callers that await `started` still receive the error
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

/**
 * Calls the factory. Throws `unsupported` if the host, for example a worklet, lacks a feature that
 * the generated code needs.
 */
function create(createCore: CreateCore, target: CoreArguments): Promise<object> {
  try {
    return createCore(target);
  } catch (cause) {
    const message = `init: this host lacks a feature that sapwood/all requires (${cause}); import sapwood/2d or sapwood/3d instead`;
    throw new SapwoodError('unsupported', message, { cause });
  }
}

/** Exported functions, whose names begin with `_`, and Embind classes. */
type Generated = Readonly<Record<string, unknown>>;

function coreOf(generated: Generated, memory: CoreMemory | undefined): RawCore {
  if (memory === undefined || typeof generated._sapwood_size !== 'function') {
    throw new SapwoodError(
      'unsupported',
      'initSync: this build of the module starts asynchronously; call init() instead',
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
 * Returns the exports as own properties of a small object, without the leading `_`. A generated
 * function `_name` replaces itself with the WebAssembly export in its first call. Copying the
 * export after this call lets later calls go directly to WebAssembly.
 */
function bindCalls(generated: Generated): RawCalls {
  const calls: Record<string, AnyCall> = {};
  for (const stub of Object.keys(generated).filter((key) => key.startsWith('_sapwood_'))) {
    const name = stub.slice(1);
    calls[name] = (...values) => {
      const result = (generated[stub] as AnyCall)(...values);
      calls[name] = generated[stub] as AnyCall;
      return result;
    };
  }
  return calls as unknown as RawCalls;
}
