/** Telling apart what a caller may hand to init(); by tag, so that other realms count too. */

const isTagged = (value: unknown, tag: string): boolean =>
  Object.prototype.toString.call(value) === `[object ${tag}]`;

/** One kind of view on any of them: some hosts compile no DataView. */
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

/** Worklets have no `URL` to compare with. */
export function isUrl(value: unknown): value is URL {
  return isTagged(value, 'URL');
}
