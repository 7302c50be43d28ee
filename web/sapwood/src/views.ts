/**
 * Safe access to typed arrays. The caller can shadow properties such as `length` of an array, so
 * these functions use the accessors of the prototype.
 */

const prototype = Object.getPrototypeOf(Uint8Array.prototype);

const getter = <T>(name: string | symbol) =>
  Object.getOwnPropertyDescriptor(prototype, name)?.get as () => T;

const lengthOf = getter<number>('length');
const bufferOf = getter<ArrayBufferLike>('buffer');
const offsetOf = getter<number>('byteOffset');
const tagOf = getter<string | undefined>(Symbol.toStringTag);
// `indexOf` throws for detached views, and has no side effects
const { indexOf, set } = prototype as Uint8Array;

/** Typed arrays of numbers. `set` copies such arrays without running code of the caller. */
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
 * Returns the class name of a typed array, such as `'Float32Array'`. Returns undefined for other
 * values and for proxies.
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
 * Returns the first `count` elements as a view of the built-in class, even if `view` is of a
 * subclass. Throws if there are fewer elements.
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
