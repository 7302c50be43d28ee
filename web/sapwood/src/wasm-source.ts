/**
 * Detects the type of the argument of `init()` by its `Symbol.toStringTag`. This also works for
 * values of other realms, such as frames.
 */

const isTagged = (value: unknown, tag: string): boolean =>
  Object.prototype.toString.call(value) === `[object ${tag}]`;

/**
 * Returns the bytes of a buffer or view as a `Uint8Array`, because some hosts cannot compile a
 * `DataView`.
 */
export function toBytes(source: BufferSource): Uint8Array<ArrayBuffer> {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

export function isModule(value: unknown): value is WebAssembly.Module {
  return isTagged(value, 'WebAssembly.Module');
}

export function isBytes(value: unknown): value is BufferSource {
  return ArrayBuffer.isView(value) || isTagged(value, 'ArrayBuffer');
}

export function isResponse(value: unknown): value is Response {
  return isTagged(value, 'Response');
}

/**
 * Returns whether a value is a `URL`. Uses no `instanceof`, because worklets have no `URL` class.
 */
export function isUrl(value: unknown): value is URL {
  return isTagged(value, 'URL');
}
