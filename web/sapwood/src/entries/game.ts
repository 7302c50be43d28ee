/**
 * The modules of the game's set: `sapwood/2d` and `sapwood/3d` load them, `sapwood` either of them.
 */
import type { Core } from '../core.js';
import type { EntryPoint } from '../entry-point.js';
import { type Home, Module } from '../home.js';
import type { Dimensions } from '../options.js';

/** As cpp/include/sapwood/game.hpp has them. */
const only: EntryPoint['only'] = {
  world: { broadphase: ['auto', 'sweep-and-prune', 'wide-tree', 'dynamic-tree'] },
  'dynamic-tree': { insertion: ['greedy', 'branch-and-bound'] },
  'sweep-and-prune': { mode: ['columns'] },
  'wide-tree': { build: ['hilbert', 'quality'] },
};

export const game2d: Module = /* @__PURE__ */ new Module('sapwood/2d', [2], only);
export const game3d: Module = /* @__PURE__ */ new Module('sapwood/3d', [3], only);

/** Both of them, for classes that take `dimensions` as an option. */
export const game: Home = {
  entry: 'sapwood',
  dimensions: [2, 3],
  only,
  core(who: string, dimensions: Dimensions): Core {
    return (dimensions === 2 ? game2d : game3d).core(who);
  },
  loaded: () => [...game2d.loaded(), ...game3d.loaded()],
};
