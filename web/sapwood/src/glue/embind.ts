/**
 * Minimal JavaScript side of Embind. It supports classes without base classes, overloads or shared
 * pointers. Arguments and results can be numbers, booleans and objects of these classes. Names and
 * signatures match the pinned Emscripten release; cpp/bindings/embind_types.cpp registers the
 * types.
 */
import type { RawIndexClass } from '../raw.js';

type Call = (...values: unknown[]) => number;
type Members = Record<string, (...values: unknown[]) => unknown>;

/** Owning pointer to a C++ object. The owner calls `delete()` exactly once. */
class Handle {
  at: number;

  constructor(at: number) {
    this.at = at;
  }
}

/** Functions that C++ calls to register classes, which are stored in `classes`. */
export function embind(
  classes: Record<string, RawIndexClass | undefined>,
  memory: () => Uint8Array,
  functionAt: (at: number) => Call,
): WebAssembly.ModuleImports {
  /**
   * Functions that convert results, by type id. Types without a function here return plain numbers.
   */
  const convert: Record<number, ((value: number) => unknown) | undefined> = {};
  const handles: Record<number, Members & { prototype: Members }> = {};

  const nameAt = (at: number): string =>
    String.fromCharCode(...memory().subarray(at, memory().indexOf(0, at)));

  /**
   * Returns a function that calls a C++ function. `types` is the address of an array of type ids;
   * the first is the type of the result.
   */
  const callerOf = (types: number, invoker: number) => {
    const [result] = new Uint32Array(memory().buffer, types, 1);
    const call = functionAt(invoker);
    return (fixed: readonly number[], given: readonly unknown[]): unknown => {
      const values = given.map((value) => (value instanceof Handle ? value.at : value));
      const returned = call(...fixed, ...values);
      // looks up the conversion in each call, because a type may be registered after `callerOf` ran
      return convert[result] ? convert[result](returned) : returned;
    };
  };

  return {
    _embind_register_void() {},
    _embind_register_float() {},
    _embind_register_bool(type: number) {
      convert[type] = Boolean;
    },
    _embind_register_integer(type: number, _name: number, _size: number, min: number) {
      if (min === 0) convert[type] = (value) => value >>> 0;
    },
    _embind_register_class(type: number, pointer: number, constPointer: number, ...more: number[]) {
      const destroy = functionAt(more[DESTRUCTOR]);
      class OwnHandle extends Handle {
        delete(): void {
          const { at } = this;
          this.at = 0;
          destroy(at);
        }
      }
      const wrap = (at: number) => (at === 0 ? null : new OwnHandle(at));
      convert[pointer] = convert[constPointer] = wrap;
      handles[type] = OwnHandle as never;
      classes[nameAt(more[NAME])] = OwnHandle as never;
    },
    _embind_register_class_function(
      type: number,
      name: number,
      _count: number,
      types: number,
      _signature: number,
      invoker: number,
      context: number,
    ) {
      const call = callerOf(types, invoker);
      handles[type].prototype[nameAt(name)] = function (this: Handle, ...values) {
        return call([context, this.at], values);
      };
    },
    _embind_register_class_class_function(
      type: number,
      name: number,
      _count: number,
      types: number,
      _signature: number,
      invoker: number,
      fn: number,
    ) {
      const call = callerOf(types, invoker);
      handles[type][nameAt(name)] = (...values) => call([fn], values);
    },
  };
}

/** Positions in `more`, the arguments of `_embind_register_class` after the three types. */
const NAME = 7;
const DESTRUCTOR = 9;
