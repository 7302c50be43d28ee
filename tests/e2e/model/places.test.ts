/**
 * Initial positions of queries: if a query has no hits, the page moves it to items of the scene.
 */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { placeThatHits } from '../../../web/playground/src/model/densest.js';
import { firstCount, sceneMenu } from '../../../web/playground/src/model/scene-menu.js';
import { writeHash } from '../../../web/playground/src/state/hash-codec.js';
import { catalog, prepare, withScene } from './scene.js';

beforeAll(prepare);

const scenes = sceneMenu
  .filter(({ id }) => id !== 'own' && id !== 'pile')
  .flatMap(({ id, dimensions }) => dimensions.map((dim) => [id, dim] as const));

test.each(scenes)('%s in %iD: box, sphere and ray have hits initially', async (scene, dim) => {
  const entry = sceneMenu.find(({ id }) => id === scene);
  if (!entry) throw new Error(scene);
  for (const n of [entry.minCount, 500]) {
    for (const q of ['box', 'sphere', 'ray']) {
      const address = `v=1&scene=${scene}&dim=${dim}&n=${n}&q=${q}&play=0`;
      await withScene(address, ({ hits, session, settings }) => {
        if (hits.length > 0) return;
        const patch = placeThatHits(settings, entry.place, {
          boxes: session.boxes,
          sceneBounds: session.source.sceneBounds,
        });
        expect(patch, address).not.toBeNull();
        const moved = writeHash({ ...settings, ...patch }, catalog());
        return withScene(moved, (again) => expect(again.hits.length, moved).toBeGreaterThan(0));
      });
    }
  }
});

test('a query placed by the user is not moved', async () => {
  const entry = sceneMenu.find(({ id }) => id === 'uniform');
  if (!entry) throw new Error('no scene');
  const address = 'v=1&scene=uniform&n=50&play=0&box=0.001,0.001,0.001,0.001,0.001,0.001';
  await withScene(address, ({ hits, session, settings }) => {
    expect(hits).toEqual([]);
    const { boxes, source } = session;
    expect(
      placeThatHits(settings, entry.place, { boxes, sceneBounds: source.sceneBounds }),
    ).toBeNull();
  });
});

describe('the initial pile', () => {
  const entry = sceneMenu.find(({ id }) => id === 'pile');
  const folder = new URL('../../../web/playground/public/', import.meta.url);

  beforeAll(() => {
    vi.stubGlobal(
      'fetch',
      async (file: string) => new Response(readFileSync(new URL(file, folder))),
    );
  });
  afterAll(() => void vi.unstubAllGlobals());

  test.each([false, true])(
    'has hits and is completely in the view (narrow: %s)',
    async (narrow) => {
      const n = firstCount(entry!, narrow);
      await withScene(`v=1&n=${n}`, ({ hits, session: { boxes, source } }) => {
        expect(hits.length).toBeGreaterThan(10);
        const { sceneBounds } = source;
        // the physics engine lets resting bodies sink slightly into the ground
        const sunk = 0.01;
        const beyond = Array.from({ length: n }, (_, id) => id).filter((id) =>
          [0, 1, 2].some(
            (axis) =>
              boxes[6 * id + axis] < sceneBounds[axis] - sunk ||
              boxes[6 * id + 3 + axis] > sceneBounds[3 + axis] + sunk,
          ),
        );
        expect(beyond).toEqual([]);
        expect(source.settlingFrames).toBe(0);
      });
    },
  );
});
