/**
 * Combinations of structures, scenes, options, motions and policies have exact results or are
 * rejected with a message.
 */

import { type OptionSpec, type OptionValue, structures } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { sceneMenu } from '../../../web/playground/src/model/scene-menu.js';
import { prepare, read, withScene } from './scene.js';

beforeAll(prepare);

const middle = 'box=0.5,0.5,0.5,0.3,0.3,0.3';

describe.each(structures.map((entry) => [entry.id, entry] as const))('%s', (id, entry) => {
  const { capabilities, dimensions, options } = entry;

  test('is exact in its dimensions, alone and in a comparison', async () => {
    for (const dim of dimensions) {
      const address = `v=1&scene=uniform&n=300&play=0&dim=${dim}&${middle}&structure=${id}`;
      await withScene(address, (scene) => {
        expect(scene.notices).toEqual({});
        scene.expectSound(`${dim}D`);
      });
      const other = `${address.replace(id, 'dynamic-tree')}&with=${id}&motion=drift`;
      await withScene(other, (scene) => {
        expect(scene.session.sides.map(({ index }) => index.id)).toEqual(['dynamic-tree', id]);
        scene.step(4);
        scene.expectSound(`beside another one in ${dim}D`);
      });
    }
  });

  test('accepts every value of every option or rejects it with a message', async () => {
    for (const dim of dimensions) {
      for (const spec of options) {
        for (const value of valuesOf(spec)) {
          const address = `v=1&scene=mixed&n=90&play=0&dim=${dim}&structure=${id}`;
          const what = `${spec.name} = ${value} in ${dim}D`;
          await withScene(`${address}&o.${spec.name}=${value}`, (scene) => {
            const { notices, settings, side } = scene;
            expect(side.index.id, what).toBe(id);
            scene.expectSound(what);
            const refused = dim === 2 && spec.only3D?.includes(String(value));
            if (refused) {
              expect(notices[`options.${spec.name}`], what).toMatch(/is used instead\.$/);
              return;
            }
            expect(notices, what).toEqual({});
            expect(settings.options[spec.name] ?? spec.default, what).toBe(value);
          });
        }
      }
    }
  });

  test('finds moving boxes with every policy', async () => {
    const dim = dimensions[0];
    for (const policy of ['move', 'rebuild', 'update', 'refit', 'gradual']) {
      const address = `v=1&scene=uniform&n=200&play=0&dim=${dim}&motion=sleeping&${middle}`;
      await withScene(`${address}&structure=${id}&policy=${policy}`, (scene) => {
        scene.step(3);
        scene.expectSound(scene.settings.policy);
      });
    }
  });

  test.runIf(capabilities.has('frustum'))(
    'sorts the results of a camera query by distance',
    async () => {
      const address = `v=1&scene=uniform&n=400&motion=still&play=0&q=frustum&structure=${id}`;
      await withScene(address, (scene) => {
        const { hits, session, side } = scene;
        expect(hits.length).toBeGreaterThan(20);
        expect(hits).toEqual(scene.bruteForceHits());
        const eye = session.shape.frustum?.eye ?? [];
        const distances = [...side.hits.subarray(0, side.hitCount)].map((at) =>
          [...eye].reduce((sum, here, axis) => {
            const low = session.boxes[6 * at + axis];
            const high = session.boxes[6 * at + 3 + axis];
            return sum + Math.max(low - here, here - high, 0) ** 2;
          }, 0),
        );
        // the library sorts by float32 distances, so rounding errors are tolerated
        for (let i = 1; i < distances.length; i++) {
          expect(distances[i]).toBeGreaterThanOrEqual(distances[i - 1] * (1 - 1e-5) - 1e-5);
        }
      });
    },
  );
});

function valuesOf({ kind, choices = [], min, max }: OptionSpec): OptionValue[] {
  if (kind === 'boolean') return [true, false];
  if (kind === 'choice') return [...choices];
  return [min, max].filter((bound) => bound !== undefined);
}

const places = sceneMenu
  .filter(({ id }) => id !== 'own')
  .flatMap(({ id, dimensions }) => dimensions.map((dim) => [id, dim] as const));

test.each(places)('the scene %s opens in %iD and is exact', async (id, dim) => {
  const entry = sceneMenu.find((scene) => scene.id === id);
  const count = Math.max(entry?.minCount ?? 2, 300);
  await withScene(`v=1&dim=${dim}&scene=${id}&n=${count}&play=0`, (scene) => {
    const { notices, session, settings } = scene;
    expect(notices).toEqual({});
    expect(settings.scene).toBe(id);
    expect(session.source.count).toBeGreaterThan(0.95 * settings.n - 10);
    scene.expectSound();
  });
});

test('the teapot has about 25,000 triangles', async () => {
  await withScene('v=1&scene=teapot&play=0&show=bodies&structure=hash-grid', (scene) => {
    expect(scene.session.source.count).toBeGreaterThan(24_000);
    expect(scene.session.source.count).toBeLessThan(26_000);
    expect(scene.hits.length).toBeGreaterThan(50);
    expect(scene.hits).toEqual(scene.bruteForceHits());
  });
});

test('refitting is not offered to structures that do not support it', () => {
  expect(read('v=1&structure=static-tree&policy=refit').settings.policy).toBe('refit');
  expect(read('v=1&structure=dynamic-tree&policy=refit').settings.policy).toBe('update');
});

test('refitting keeps the nodes', async () => {
  const address = 'v=1&scene=uniform&n=300&motion=drift&play=0&structure=static-tree&policy=refit';
  await withScene(address, (scene) => {
    const { nodes } = scene.side.index.stats();
    scene.step(6);
    expect(scene.side.index.stats().nodes).toBe(nodes);
    scene.expectSound();
  });
});
