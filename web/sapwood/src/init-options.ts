/** Options of `init()`, with types that also compile without the DOM library of TypeScript. */

/** Object with a URL, such as a `URL`. */
export interface AddressObject {
  /** The URL as a string. */
  readonly href: string;
}

/** HTTP response, such as a `Response`. */
export interface ResponseObject {
  /** True if the server sent the file. */
  readonly ok: boolean;
  /** Stream of the bytes. */
  readonly body: unknown;
  /**
   * Returns all bytes.
   * @returns Bytes in a new buffer.
   */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Compiled module: a `WebAssembly.Module`. */
export type CompiledModule = object;

/** Source of a WebAssembly module: a URL, a response, bytes, or a compiled module. */
export type WasmSource =
  | string
  | AddressObject
  | ResponseObject
  | ArrayBuffer
  | ArrayBufferView
  | CompiledModule;

/**
 * Options of `init()` of an entry point that loads its module from a file: `sapwood/all`,
 * `sapwood/2d/slim` and `sapwood/3d/slim`.
 */
export interface InitOptions {
  /**
   * The module. A string is a URL relative to the page, or in Node a file path. Default in
   * `sapwood/all`: the file of the package. Required in `sapwood/2d/slim` and `sapwood/3d/slim`.
   */
  wasm?: WasmSource | undefined;
}

/** Options of `initSync()`, and of `init()` of an entry point that contains its module. */
export interface InitSyncOptions {
  /**
   * Bytes or a compiled module, for example one that a page sent to a Worker. Default: the module
   * of the entry point. Only Node can read the file of `sapwood/all` synchronously.
   */
  wasm?: ArrayBuffer | ArrayBufferView | CompiledModule | undefined;
}
