/**
 * `global`, the name that Node gives to `globalThis`: box-intersect's array pool keeps its lists there. Imported for its
 * effect, before any library.
 */

(globalThis as { global?: typeof globalThis }).global ??= globalThis;
