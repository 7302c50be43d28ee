import { init } from 'sapwood/ENTRY';
import { findPairs } from './pairs.js';

init({ wasm: './core.wasm' }).then(
  () => {
    document.title = findPairs();
  },
  (error) => {
    document.title = `failed: ${error}`;
  },
);
