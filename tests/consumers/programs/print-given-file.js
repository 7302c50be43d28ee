import wasm from 'sapwood/core.wasm' with { type: 'file' };
import { init } from 'sapwood/ENTRY';
import { findPairs } from './pairs.js';

init({ wasm }).then(() => console.log(findPairs()));
