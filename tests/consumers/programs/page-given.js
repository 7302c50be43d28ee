import wasm from 'sapwood/core.wasm';
import { init } from 'sapwood/ENTRY';
import { findPairs } from './pairs.js';

init({ wasm }).then(
  () => {
    document.title = findPairs();
  },
  (error) => {
    document.title = `failed: ${error}`;
  },
);
