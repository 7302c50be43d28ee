/** The option `space` of quadtrees and octrees is a choice on the page and a box in the library. */

import { Quadtree } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { writeHash } from '../../../web/playground/src/state/hash-codec.js';
import { catalog, prepare, read, withScene } from './scene.js';

beforeAll(prepare);

const scene = 'v=1&scene=clustered&n=300&play=0&show=hierarchy&structure=quadtree';

test.each([2, 3])('a given space is the root cell, in %iD', async (dim) => {
  await withScene(`${scene}&dim=${dim}&o.space=scene`, ({ session, side }) => {
    const { index } = side;
    expect(index).toBeInstanceOf(Quadtree);
    expect((index as Quadtree).space).toEqual(session.source.sceneBounds);
  });
  await withScene(`${scene}&dim=${dim}`, ({ side }) => {
    expect((side.index as Quadtree).space).toBeUndefined();
  });
});

test('the space is in the address only for structures with it, and only if it is not the default', () => {
  const optionsOf = (hash: string) => read(hash).settings.options;
  expect(optionsOf(`${scene}&o.space=scene`)).toEqual({ space: 'scene' });
  expect(optionsOf(`${scene}&o.space=items`)).toEqual({});
  expect(optionsOf(`${scene}&o.space=all`)).toEqual({});
  expect(optionsOf(scene.replace('quadtree', 'kd-tree').concat('&o.space=scene'))).toEqual({});
  const { settings } = read(`${scene}&o.space=scene`);
  expect(writeHash(settings, catalog())).toContain('o.space=scene');
});
