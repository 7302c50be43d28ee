/** The traced traversal of a query has the same counts as the query in the library. */

import { structures } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepare, withScene } from './scene.js';

beforeAll(prepare);

const scene = 'v=1&scene=clustered&n=400&play=0&show=hierarchy';
const places = 'box=0.5,0.5,0.5,0.3,0.3,0.3&ball=0.6,0.6,0.6,0.3&ray=0,0,0,1,1,1';
const queries = ['box', 'sphere', 'ray', 'nearest', 'frustum'] as const;

/**
 * Number of frames of motion, after which structures have unused entries in their arrays, pending
 * items and outdated levels.
 */
const LATE = 9;

describe.each(structures.map((entry) => [entry.id, entry] as const))('%s', (id, entry) => {
  const queriesIn = (dim: number) =>
    queries.filter((query) => entry.capabilities.has(query) && (query !== 'frustum' || dim === 3));

  test.each([...entry.dimensions])('traces of all queries are correct in %iD', async (dim) => {
    const address = `${scene}&dim=${dim}&${places}&structure=${id}`;
    await withScene(address, (opened) => {
      for (const query of queriesIn(dim)) {
        const shown = opened.apply(`${address}&q=${query}&k=12&step=0`);
        expect(shown.settings).toMatchObject({ structure: id, query, dim });
        expect(shown.expectTrace(query).hits.length, query).toBeGreaterThan(0);
      }
    });
  });

  test.each([
    [3, 'teleport', 'move'],
    [2, 'teleport', 'update'],
    [3, 'drift', 'update'],
    [2, 'sleeping', 'move'],
    [3, 'swirl', 'refit'],
  ] as const)('traces are correct in %iD after %s, %s', async (dim, motion, policy) => {
    if (!entry.dimensions.includes(dim)) return;
    const address = `${scene}&dim=${dim}&${places}&motion=${motion}&policy=${policy}&structure=${id}`;
    await withScene(address, (opened) => {
      opened.step(LATE);
      for (const query of queriesIn(dim)) {
        opened.apply(`${address}&q=${query}&k=12&step=0`).expectTrace(query);
      }
    });
  });
});

test.each([
  'structure=sweep-and-prune&o.axis=x',
  'structure=sort-and-sweep&o.mode=kept',
  'structure=sort-and-sweep&o.axis=y',
  'structure=wide-tree&o.build=morton',
  'structure=wide-tree&o.build=quality',
  'structure=hash-grid&o.cellSize=0.5',
  'structure=hash-grid&o.cellSize=40',
  'structure=spatial-hash&o.storage=dense&o.cellSize=0.5',
  'structure=spatial-hash&o.storage=morton&o.cellSize=40',
  'structure=quadtree&o.space=scene',
])('traces are correct with an option that changes the traversal: %s', async (options) => {
  await withScene(`${scene}&${places}&${options}`, (opened) => {
    for (const query of queries) {
      // the wide tree has a separate implementation for more than 16 neighbors, which tests items
      // one by one
      for (const k of query === 'nearest' ? [1, 16, 40] : [1]) {
        const address = `${scene}&${places}&${options}&q=${query}&k=${k}&step=0`;
        opened.apply(address).expectTrace(`${query} ${k}`);
      }
    }
  });
});

test.each(['random-large-boxes', 'dust', 'grid'])(
  'traces are correct for boxes of all sizes, points, and boxes with common faces: %s',
  async (world) => {
    for (const structure of [
      'sort-and-sweep',
      'sweep-and-prune',
      'wide-tree',
      'spatial-hash',
      'hash-grid',
      'quadtree',
    ]) {
      const address = `v=1&scene=${world}&n=150&dim=3&play=0&structure=${structure}`;
      await withScene(address, (opened) => {
        for (const query of queries) {
          opened.apply(`${address}&q=${query}&step=0`).expectTrace(`${structure} ${query}`);
        }
      });
    }
  },
);
