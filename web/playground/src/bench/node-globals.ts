/**
 * Names of Node.js that libraries use in the browser. The array pool of box-intersect stores lists in `global` and asks
 * `buffer` whether an array is a Buffer. Imported before any library.
 */

(globalThis as { global?: typeof globalThis }).global ??= globalThis;

export const Buffer = { isBuffer: (): boolean => false };
