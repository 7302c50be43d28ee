import { loadAndFindPairs } from './pairs.js';

test('finds the pairs', async () => {
  expect(await loadAndFindPairs()).toBe('pairs 0-1 2-3 by two structures');
});
