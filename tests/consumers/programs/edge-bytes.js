// Edge worker in which the package compiles its own bytes, which such hosts forbid.
import wasm from 'sapwood/2d/core.wasm';
import { loadAndFindPairs } from './pairs.js';

export default {
  async test() {
    console.log(wasm, await loadAndFindPairs());
  },
};
