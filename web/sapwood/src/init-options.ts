/**
 * What may be handed to `init()`, in words that every host and version of TypeScript knows: the
 * DOM library's own names are missing where a program is compiled without it.
 */

/** A `URL`. */
export interface AddressObject {
  readonly href: string;
}

/** A `Response`. */
export interface ResponseObject {
  readonly ok: boolean;
  readonly body: unknown;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A `WebAssembly.Module`, which has no members that a type could name. */
export type CompiledModule = object;

/** Where the module comes from: an address, its bytes on the way or here, or compiled already. */
export type WasmSource =
  | string
  | AddressObject
  | ResponseObject
  | ArrayBuffer
  | ArrayBufferView
  | CompiledModule;

export interface InitOptions {
  /**
   * The module, when it is not what the entry point brings: a URL (strings are resolved against the
   * page; in Node without one they are a path), a `Response`, the bytes, or a compiled module, e.g.
   * one that a page posted to its worker.
   */
  wasm?: WasmSource;
}

export interface InitSyncOptions {
  /** The bytes or a compiled module. Without, what the entry point brings; a file of it in Node only. */
  wasm?: ArrayBuffer | ArrayBufferView | CompiledModule;
}
