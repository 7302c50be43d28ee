// Edge worker in which the package tries to compile the bytes of its module. Such hosts forbid
// this.
import wasm from 'sapwood/2d/core.wasm';
import { loadAndFindPairs } from './pairs.js';

export default {
  async test() {
    console.log(wasm, await loadAndFindPairs());
  },
};
