/**
 * What may be handed to `init()`, in words that every host and version of TypeScript knows: the
 * DOM library's own names are missing where a program is compiled without it.
 */

/** A `URL`. */
export interface AddressObject {
  /** The address as text. */
  readonly href: string;
}

/** A `Response`. */
export interface ResponseObject {
  /** Whether the server had the file. */
  readonly ok: boolean;
  /** The stream of its bytes. */
  readonly body: unknown;
  /** All of its bytes. */
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

/**
 * Where `init()` of an entry point without bytes takes its module from. `sapwood/all` has a file of
 * its own; `sapwood/2d/slim` and `sapwood/3d/slim` have none.
 */
export interface InitOptions {
  /**
   * The module, when it is not the entry point's own: a URL (strings are resolved against the page;
   * in Node without one they are a path), a `Response`, the bytes, or a compiled module, e.g. one
   * that a page posted to its worker.
   */
  wasm?: WasmSource;
}

/**
 * Where `initSync()` takes its module from, and `init()` of an entry point with its bytes: what is
 * there already.
 */
export interface InitSyncOptions {
  /**
   * The bytes or a compiled module. Without, the entry point's own: those of `sapwood/all` are a
   * file, which only Node can read without waiting.
   */
  wasm?: ArrayBuffer | ArrayBufferView | CompiledModule;
}
