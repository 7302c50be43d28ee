import wasm from 'sapwood/core.wasm';
import { init } from 'sapwood/ENTRY';
import { findPairs } from './pairs.js';

init({ wasm }).then(() => console.log(findPairs()));
