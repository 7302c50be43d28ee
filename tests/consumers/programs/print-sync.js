import { initSync } from 'sapwood/ENTRY';
import { findPairs } from './pairs.js';

initSync();
console.log(findPairs());
