// smallest module with SIMD: one function with i8x16.splat and i8x16.popcnt
const SIMD_MODULE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0],
  ...[253, 15, 253, 98, 11],
);

/**
 * Returns whether the host supports WebAssembly SIMD, which this package requires. Safari
 * supports it since version 16.4.
 * @returns True if `init()` can load the module.
 * @example
 * ```ts
 * console.log(isSupported()); // true
 * ```
 */
export function isSupported(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_MODULE);
}
