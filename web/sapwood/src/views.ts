/**
 * What a typed array really is, whatever its class, its prototype or its own properties say.
 *
 * `length`, `buffer`, `subarray` and the like can be shadowed, and then run code of the caller's;
 * the accessors of the host's own prototype cannot.
 */

const prototype = Object.getPrototypeOf(Uint8Array.prototype);

const getter = <T>(name: string | symbol) =>
  Object.getOwnPropertyDescriptor(prototype, name)?.get as () => T;

const lengthOf = getter<number>('length');
const bufferOf = getter<ArrayBufferLike>('buffer');
const offsetOf = getter<number>('byteOffset');
const tagOf = getter<string | undefined>(Symbol.toStringTag);
// throws for views whose memory is gone, and changes nothing
const { indexOf, set } = prototype as Uint8Array;

/** Numbers that one `set` copies: no code of the caller's runs meanwhile. */
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

/** `'Float32Array'`; undefined for other values, including proxies of typed arrays. */
export function viewKind(value: unknown): string | undefined {
  return ArrayBuffer.isView(value) ? tagOf.call(value) : undefined;
}

/** A typed array of numbers, none of bigints. */
export function isNumberView(value: unknown): value is NumberView {
  const kind = viewKind(value);
  return kind !== undefined && Object.hasOwn(constructors, kind);
}

/** How many elements there are: how much `set` copies is decided by this. */
export function trueLength(view: NumberView): number {
  return lengthOf.call(view);
}

export function trueBuffer(view: NumberView): ArrayBufferLike {
  return bufferOf.call(view);
}

/** Detached, or its buffer has shrunk away from under it: what has no length then. */
export function isGone(view: NumberView): boolean {
  try {
    indexOf.call(view, 0, 0);
    return false;
  } catch {
    return true;
  }
}

/** The first `count` elements as a view of the host's own class. Throws where there are fewer. */
export function plainView<View extends NumberView>(view: View, count = lengthOf.call(view)): View {
  const Plain = constructors[tagOf.call(view) as string] as new (
    buffer: ArrayBufferLike,
    offset: number,
    length: number,
  ) => NumberView;
  return new Plain(bufferOf.call(view), offsetOf.call(view), count) as View;
}

/** `target.set(source, at)` of the host. */
export function copyInto(target: NumberView, source: NumberView, at = 0): void {
  set.call(target, source, at);
}
