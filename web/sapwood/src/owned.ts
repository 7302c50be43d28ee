/**
 * Typed arrays with a non-shared buffer, required since TypeScript 5.7 where shared memory is not
 * allowed, for example by `Blob`, `Response` and `crypto.subtle`. Before, they are plain typed
 * arrays.
 */

/** `Uint8Array<ArrayBuffer>`; before TypeScript 5.7 `Uint8Array`. */
export type OwnedUint8Array = ReturnType<Uint8Array['slice']>;
/** `Uint32Array<ArrayBuffer>`; before TypeScript 5.7 `Uint32Array`. */
export type OwnedUint32Array = ReturnType<Uint32Array['slice']>;
/** `Int32Array<ArrayBuffer>`; before TypeScript 5.7 `Int32Array`. */
export type OwnedInt32Array = ReturnType<Int32Array['slice']>;
/** `Float32Array<ArrayBuffer>`; before TypeScript 5.7 `Float32Array`. */
export type OwnedFloat32Array = ReturnType<Float32Array['slice']>;
