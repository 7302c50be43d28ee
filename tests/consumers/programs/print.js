import { loadAndFindPairs } from './pairs.js';

loadAndFindPairs().then(
  (text) => console.log(text),
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
