/**
 * Safe access to typed arrays. Properties such as `length` can be shadowed by code of the caller;
 * the accessors of the prototype cannot.
 */

const prototype = Object.getPrototypeOf(Uint8Array.prototype);

const getter = <T>(name: string | symbol) =>
  Object.getOwnPropertyDescriptor(prototype, name)?.get as () => T;

const lengthOf = getter<number>('length');
const bufferOf = getter<ArrayBufferLike>('buffer');
const offsetOf = getter<number>('byteOffset');
const tagOf = getter<string | undefined>(Symbol.toStringTag);
// throws for detached views without changing anything
const { indexOf, set } = prototype as Uint8Array;

/** Typed arrays of numbers, which `set` copies without running code of the caller. */
export type NumberView =
  | Float32Array
  | Float64Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray;

const constructors: Readonly<Record<string, new (...from: never[]) => NumberView>> = {
  Float32Array,
  Float64Array,
  Int32Array,
  Uint32Array,
  Int16Array,
  Uint16Array,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
};

/**
 * Returns the class name of a typed array, such as `'Float32Array'`; undefined for other values and
 * for proxies.
 */
export function viewKind(value: unknown): string | undefined {
  return ArrayBuffer.isView(value) ? tagOf.call(value) : undefined;
}

/** Returns whether a value is a typed array of numbers, not of bigints. */
export function isNumberView(value: unknown): value is NumberView {
  const kind = viewKind(value);
  return kind !== undefined && Object.hasOwn(constructors, kind);
}

/** Returns the number of elements that `set` copies. */
export function trueLength(view: NumberView): number {
  return lengthOf.call(view);
}

export function trueBuffer(view: NumberView): ArrayBufferLike {
  return bufferOf.call(view);
}

/** Returns whether a view is detached or outside its shrunk buffer, and therefore has length 0. */
export function isDetached(view: NumberView): boolean {
  try {
    indexOf.call(view, 0, 0);
    return false;
  } catch {
    return true;
  }
}

/**
 * Returns the first `count` elements as a view of the host's own class. Throws if there are fewer.
 */
export function plainView<View extends NumberView>(view: View, count = lengthOf.call(view)): View {
  const Plain = constructors[tagOf.call(view) as string] as new (
    buffer: ArrayBufferLike,
    offset: number,
    length: number,
  ) => NumberView;
  return new Plain(bufferOf.call(view), offsetOf.call(view), count) as View;
}

export function copyInto(target: NumberView, source: NumberView, at = 0): void {
  set.call(target, source, at);
}
