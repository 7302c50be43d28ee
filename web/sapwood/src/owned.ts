/**
 * Types of typed arrays whose buffer is not shared. Since TypeScript 5.7, APIs that do not allow
 * shared memory require these types, for example `Blob`, `Response` and `crypto.subtle`. Before
 * TypeScript 5.7, these types equal the plain typed arrays.
 */

/** `Uint8Array<ArrayBuffer>`; before TypeScript 5.7 `Uint8Array`. */
export type OwnedUint8Array = ReturnType<Uint8Array['slice']>;
/** `Uint32Array<ArrayBuffer>`; before TypeScript 5.7 `Uint32Array`. */
export type OwnedUint32Array = ReturnType<Uint32Array['slice']>;
/** `Int32Array<ArrayBuffer>`; before TypeScript 5.7 `Int32Array`. */
export type OwnedInt32Array = ReturnType<Int32Array['slice']>;
/** `Float32Array<ArrayBuffer>`; before TypeScript 5.7 `Float32Array`. */
export type OwnedFloat32Array = ReturnType<Float32Array['slice']>;
