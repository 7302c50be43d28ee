// Edge worker. The build compiles the WASM module, and `workerd test` calls test().
import { init } from 'sapwood/ENTRY';
import wasm from 'sapwood/ENTRY/core.wasm';
import { findPairs } from './pairs.js';

export default {
  async test() {
    await init({ wasm });
    console.log(findPairs());
  },
};
