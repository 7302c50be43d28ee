import { loadAndFindPairs } from './pairs.js';

loadAndFindPairs().then(
  (text) => {
    document.title = text;
  },
  (error) => {
    document.title = `failed: ${error}`;
  },
);
