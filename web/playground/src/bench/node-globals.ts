/**
 * Defines globals of Node.js that libraries expect. box-intersect stores its array pool in `global`
 * and checks arrays with `Buffer.isBuffer`. Import this file before any library.
 */

(globalThis as { global?: typeof globalThis }).global ??= globalThis;

export const Buffer = { isBuffer: (): boolean => false };
