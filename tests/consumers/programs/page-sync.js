import { initSync } from 'sapwood/ENTRY';
import { findPairs } from './pairs.js';

try {
  initSync();
  document.title = findPairs();
} catch (error) {
  document.title = `failed: ${error}`;
}
