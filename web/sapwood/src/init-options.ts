/** Options of `init()`, with types that compile without the DOM library of TypeScript. */

/** Object with a URL, such as a `URL`. */
export interface AddressObject {
  /** The URL as a string. */
  readonly href: string;
}

/** HTTP response, such as a `Response`. */
export interface ResponseObject {
  /** True if the status is 200 to 299. */
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
 * Options of `init()` in `sapwood/all`, `sapwood/2d/slim` and `sapwood/3d/slim`, which load their
 * module from a file.
 */
export interface InitOptions {
  /**
   * The module. A string is a URL relative to the page, or a file path in Node. Default in
   * `sapwood/all`: the file of the package. Required in the slim entry points.
   */
  wasm?: WasmSource | undefined;
}

/** Options of `initSync()`, and of `init()` in entry points that contain their module. */
export interface InitSyncOptions {
  /**
   * Bytes or a compiled module, for example one that a page sent to a Worker. Default: the module
   * of the entry point; only Node can read the module of `sapwood/all` synchronously.
   */
  wasm?: ArrayBuffer | ArrayBufferView | CompiledModule | undefined;
}
