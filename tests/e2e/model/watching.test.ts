/** The page "Which one?" links to scenes in Explore. */

import { beforeAll, expect, test } from 'vitest';
import { watchHash } from '../../../web/playground/src/features/which/links.js';
import type { Contender } from '../../../web/playground/src/features/which/measured.js';
import type { Question } from '../../../web/playground/src/features/which/question.js';
import { prepare, read } from './scene.js';

beforeAll(prepare);

const tree = { structure: 'dynamic-tree', options: { margin: 0.3 }, following: 'incremental' };
const question = { task: 'collisions', count: 20_000, dimensions: 3, share: 10 };

function watched(change: object) {
  const hash = watchHash({ ...question, ...change } as Question, tree as unknown as Contender);
  return read(hash);
}

test('the link for collisions in 3D shows moving bodies and their pairs', () => {
  const { notices, settings } = watched({});
  expect(notices).toEqual({});
  expect(settings).toMatchObject({
    ...{ structure: 'dynamic-tree', dim: 3, scene: 'uniform', n: 5000, policy: 'move' },
    ...{ motion: 'drift', moving: 10, query: 'none' },
  });
  expect(settings.options).toMatchObject({ margin: 0.3 });
  expect([...settings.show].sort()).toEqual(['bodies', 'hierarchy', 'pairs']);
});

test('the link for resting boxes in 2D shows boxes and the selected query', () => {
  const { notices, settings } = watched({ task: 'neighbors', dimensions: 2, share: 0, count: 300 });
  expect(notices).toEqual({});
  expect(settings).toMatchObject({
    dim: 2,
    n: 300,
    motion: 'still',
    play: false,
    query: 'nearest',
  });
  expect([...settings.show].sort()).toEqual(['hierarchy', 'items']);
});
