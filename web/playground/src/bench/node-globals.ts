/**
 * Node.js globals that libraries need in the browser. box-intersect stores its array pool in
 * `global` and checks arrays with `Buffer.isBuffer`. Imported before any library.
 */

(globalThis as { global?: typeof globalThis }).global ??= globalThis;

export const Buffer = { isBuffer: (): boolean => false };
