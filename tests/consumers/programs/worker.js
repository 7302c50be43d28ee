import { loadAndFindPairs } from './pairs.js';

loadAndFindPairs().then(
  (text) => postMessage(text),
  (error) => postMessage(`failed: ${error}`),
);
