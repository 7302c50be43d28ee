/** Modules of `sapwood/2d` and `sapwood/3d`, of which `sapwood` loads one or both. */
import type { Core } from '../core.js';
import { type EntryModules, Module } from '../entry-modules.js';
import type { Dimensions } from '../inputs.js';

export const game2d: Module = /* @__PURE__ */ new Module('sapwood/2d', [2]);
export const game3d: Module = /* @__PURE__ */ new Module('sapwood/3d', [3]);

/** Both modules, for classes with the option `dimensions`. */
export const game: EntryModules = {
  entry: 'sapwood',
  dimensions: [2, 3],
  core(caller: string, dimensions: Dimensions): Core {
    return (dimensions === 2 ? game2d : game3d).core(caller);
  },
  loaded: () => [...game2d.loaded(), ...game3d.loaded()],
};
