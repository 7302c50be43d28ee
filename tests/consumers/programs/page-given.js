import { init } from 'sapwood/ENTRY';
import wasm from 'sapwood/ENTRY/core.wasm';
import { findPairs } from './pairs.js';

init({ wasm }).then(
  () => {
    document.title = findPairs();
  },
  (error) => {
    document.title = `failed: ${error}`;
  },
);
