/**
 * Compares the results of every adapter with brute force in small scenes, in which boxes touch,
 * coincide or have no extent.
 */

import { readFileSync } from 'node:fs';
import {
  boxQueries,
  centerBoxes,
  compareResults,
  expectedBoxResults,
  expectedNearest,
  expectedPairs,
  expectedRays,
  type Input,
  makeScene,
  nearestResult,
  pairsResult,
  points,
  rays,
  raysResult,
  type WorkloadResult,
  walk,
} from 'measuring';
import { type Adapter, adapters, type Peer, sapwoodAdapter } from 'peers';
import { init, structures } from 'sapwood/all';
import { generateScene, ResultHash, type Scene, sceneDefinitions, uniformSide } from 'scenes';
import { describe, expect, test } from 'vitest';
import { once, onceEach } from '../node/once';

await init();

const allAdapters: readonly Adapter[] = [
  ...adapters,
  ...structures.map((entry) => sapwoodAdapter(entry)),
];
const casesFor = (method: Adapter['methods'][number]) =>
  allAdapters
    .filter(({ methods }) => methods.includes(method))
    .flatMap((adapter) =>
      adapter.dimensions.map((dimensions) => ({ adapter, dimensions, id: adapter.id })),
    );

async function withPeer<Result>(
  adapter: Adapter,
  dimensions: 2 | 3,
  use: (peer: Peer) => Result,
): Promise<Result> {
  const peer = (await adapter.load())(dimensions);
  try {
    return use(peer);
  } finally {
    peer.dispose?.();
  }
}

/** Difficult scenes. Their largest coordinates exceed the range of physics engines. */
const hardScenes = sceneDefinitions.filter(({ group }) => group === 'conformance');
const modest = ['uniform', 'clustered', 'mixed-sizes', 'touching-grid'];
interface TestScene {
  readonly scene: Scene;
  readonly pairs: () => WorkloadResult;
  /**
   * Expected results of box queries, with every box of the scene as a query. Many of these boxes
   * touch or coincide.
   */
  readonly ownQueries: () => WorkloadResult;
}

const testScenesOf = onceEach((dimensions: 2 | 3): TestScene[] =>
  hardScenes
    .filter((scene) => scene.dimensions === dimensions)
    .map((definition) => {
      const scene = generateScene(definition, { count: Math.min(definition.count, 300) });
      const { boxes } = scene;
      return {
        scene,
        pairs: once(() => expectedPairs(dimensions, boxes)),
        ownQueries: once(() => expectedBoxResults(dimensions, boxes, boxes)),
      };
    }),
);
const scenesOf = (dimensions: 2 | 3, only?: readonly string[]): TestScene[] =>
  testScenesOf(dimensions).filter(
    ({ scene }) => !only || only.includes(scene.definition.id.replace(/-[23]d$/, '')),
  );

/**
 * Physics engines are tested only with the scenes `modest`, because they do not support boxes
 * without extent or coordinates of 1e17.
 */
const isPhysics = ({ id }: Adapter) => ['rapier2d', 'rapier3d', 'box2d3', 'jolt'].includes(id);
const scenesFor = (adapter: Adapter, dimensions: 2 | 3) =>
  scenesOf(dimensions, isPhysics(adapter) ? modest : undefined);

function boxResult(peer: Peer, queries: Float32Array, dimensions: 2 | 3) {
  const { offsets, ids } = peer.boxQueries!(queries);
  const hash = new ResultHash();
  for (let i = 0; i < queries.length / (2 * dimensions); i++) {
    hash.addSet(ids.subarray(offsets[i], offsets[i + 1]));
  }
  return { count: hash.results, hash: hash.hex };
}

describe('all pairs', () => {
  test.each(casesFor('allPairs'))('$id, $dimensions D', async ({ adapter, dimensions }) => {
    await withPeer(adapter, dimensions, (peer) => {
      for (const { scene, pairs } of scenesFor(adapter, dimensions)) {
        const found = pairsResult(peer.allPairs!(scene.boxes));
        expect(found, scene.definition.id).toEqual(pairs());
      }
    });
  });
});

/** Returns frames in which one box in `every` moves, with the expected pairs. */
const walkOf = onceEach(({ dimensions, every }: { dimensions: 2 | 3; every: number }) => {
  const scene = makeScene('mixed', dimensions, 600);
  const changes = walk(scene, every).map((change) => {
    return { change, pairs: expectedPairs(dimensions, change.boxes) };
  });
  return { scene, changes };
});

describe('frames', () => {
  for (const every of [1, 10]) {
    test.each(casesFor('frame'))(
      `$id, $dimensions D, one in ${every} moves`,
      async ({ adapter, dimensions }) => {
        const { scene, changes } = walkOf({ dimensions, every });
        await withPeer(adapter, dimensions, (peer) => {
          peer.build!(scene.boxes);
          for (const [frame, { change, pairs }] of [...changes, ...changes].entries()) {
            const found = pairsResult(peer.frame!(change));
            expect(found, `frame ${frame}`).toEqual(pairs);
          }
        });
      },
    );
  }
});

describe('box queries', () => {
  test.each(casesFor('boxQueries'))('$id, $dimensions D', async ({ adapter, dimensions }) => {
    await withPeer(adapter, dimensions, (peer) => {
      for (const { scene, ownQueries } of scenesFor(adapter, dimensions)) {
        peer.build!(scene.boxes);
        const found = boxResult(peer, scene.boxes, dimensions);
        expect(found, scene.definition.id).toEqual(ownQueries());
      }
    });
  });

  const uniformOf = onceEach((dimensions: 2 | 3) => {
    const { boxes } = makeScene('uniform', dimensions, 500);
    return { boxes, expected: expectedBoxResults(dimensions, boxes, boxes) };
  });

  test.each(casesFor('boxQuery'))(
    '$id, $dimensions D, one by one',
    async ({ adapter, dimensions }) => {
      const { boxes, expected } = uniformOf(dimensions);
      const stride = 2 * dimensions;
      const out = new Uint32Array(500);
      const hash = new ResultHash();
      await withPeer(adapter, dimensions, (peer) => {
        peer.build!(boxes);
        for (let at = 0; at < boxes.length; at += stride) {
          hash.addSet(out.slice(0, peer.boxQuery!(boxes.slice(at, at + stride), out)));
        }
      });
      const found = { count: hash.results, hash: hash.hex };
      expect(found).toEqual(expected);
    },
  );
});

const inputFor = (scene: Scene, boxes: Float32Array, queries: Float32Array): Input => ({
  dimensions: scene.dimensions,
  n: scene.count,
  boxes,
  changes: [],
  queries,
});

describe('nearest points', () => {
  const inputOf = onceEach(({ dimensions, n }: { dimensions: 2 | 3; n: number }) => {
    const scene = makeScene('clustered', dimensions, n);
    const input = inputFor(scene, centerBoxes(scene), points(scene, 200));
    return { input, expected: expectedNearest(input) };
  });

  test.each(casesFor('nearest'))('$id, $dimensions D', async ({ adapter, dimensions }) => {
    for (const n of [3, 700]) {
      const { input, expected } = inputOf({ dimensions, n });
      const found = await withPeer(adapter, dimensions, (peer) => {
        peer.build!(input.boxes);
        return nearestResult(peer.nearest!(input.queries, 8));
      });
      expect(found, `n = ${n}`).toEqual(expected);
    }
  });
});

describe('rays', () => {
  const inputOf = onceEach((dimensions: 2 | 3) => {
    const scene = makeScene('sparse', dimensions, 1500);
    const input = inputFor(scene, scene.boxes, rays(scene, 300));
    return { input, expected: expectedRays(input) };
  });

  test.each(casesFor('rays'))('$id, $dimensions D', async ({ adapter, dimensions }) => {
    const { input, expected } = inputOf(dimensions);
    const found = await withPeer(adapter, dimensions, (peer) => {
      peer.build!(input.boxes);
      return raysResult(peer.rays!(input.queries).slice());
    });
    expect(expected.count).toBeGreaterThan(30);
    expect(compareResults(found, expected, input)).toMatchObject({ right: true });
  });
});

describe('changes', () => {
  const removed = Uint32Array.of(0, 7, 8, 200, 399);
  const changesOf = onceEach((dimensions: 2 | 3) => {
    const scene = makeScene('mixed', dimensions, 400);
    const queries = boxQueries(scene, 100);
    const [change] = walk(scene, 7);
    const isRemaining = (id: number) => !removed.includes(id);
    return {
      scene,
      queries,
      change,
      expected: {
        inserted: expectedBoxResults(dimensions, scene.boxes, queries),
        moved: expectedBoxResults(dimensions, change.boxes, queries),
        remaining: expectedBoxResults(dimensions, change.boxes, queries, isRemaining),
      },
    };
  });

  test.each(casesFor('insert'))('$id, $dimensions D', async ({ adapter, dimensions }) => {
    const { scene, queries, change, expected } = changesOf(dimensions);
    await withPeer(adapter, dimensions, (peer) => {
      peer.insert!(scene.boxes);
      const inserted = boxResult(peer, queries, dimensions);
      expect(inserted).toEqual(expected.inserted);
      peer.move!(change);
      const moved = boxResult(peer, queries, dimensions);
      expect(moved).toEqual(expected.moved);
      peer.remove!(removed);
      const remaining = boxResult(peer, queries, dimensions);
      expect(remaining).toEqual(expected.remaining);
    });
  });
});

describe('copies', () => {
  test.each(casesFor('copy'))('$id, $dimensions D', async ({ adapter, dimensions }) => {
    const scene = makeScene('uniform', dimensions, 400);
    const queries = boxQueries(scene, 100);
    await withPeer(adapter, dimensions, (peer) => {
      peer.build!(scene.boxes);
      const copy = peer.copy!();
      peer.build!(scene.boxes.map((value) => value + 1000));
      const found = boxResult(copy, queries, dimensions);
      expect(found).toEqual(expectedBoxResults(dimensions, scene.boxes, queries));
      copy.dispose?.();
    });
  });
});

describe('the queries of the benchmark', () => {
  test.each([2, 3] as const)('hit 15 to 20 boxes in %i D', (dimensions) => {
    const scene = makeScene('uniform', dimensions, 10_000);
    const { count } = expectedBoxResults(dimensions, scene.boxes, boxQueries(scene, 1000));
    expect(count / 1000).toBeGreaterThan(15);
    expect(count / 1000).toBeLessThan(20);
  });

  test.each([2, 3] as const)('rays begin outside all boxes in %i D', (dimensions) => {
    const scene = makeScene('sparse', dimensions, 2000);
    const chosen = rays(scene, 500);
    const stride = 2 * dimensions + 1;
    const origins = new Float32Array(500 * 2 * dimensions);
    for (let i = 0; i < 500; i++) {
      const origin = chosen.subarray(i * stride, i * stride + dimensions);
      origins.set(origin, 2 * dimensions * i);
      origins.set(origin, 2 * dimensions * i + dimensions);
    }
    expect(expectedBoxResults(dimensions, scene.boxes, origins).count).toBe(0);
    expect(chosen[stride - 1]).toBe(Math.fround(2 * uniformSide(2000, dimensions)));
  });

  // expected pairs of the scenes for the comparison with native libraries, and of the scene `mixed`
  test.each([
    ['uniform', 2, 9925, '001aedea'],
    ['uniform', 3, 9546, '36b21994'],
    ['clustered', 2, 20_603, '905e0662'],
    ['clustered', 3, 18_659, '0ff75075'],
    ['mixed', 3, 34_854, 'ce0d10f9'],
  ] as const)('%s in %i D has the expected pairs', (id, dimensions, count, hash) => {
    const { boxes } = makeScene(id, dimensions, 10_000);
    expect(expectedPairs(dimensions, boxes)).toEqual({ count, hash });
  });
});

describe('adapters', () => {
  const installed = JSON.parse(
    readFileSync(new URL('../../../web/peers/package.json', import.meta.url), 'utf8'),
  ).devDependencies as Record<string, string>;

  test.each(adapters.filter((adapter) => adapter.package !== null))(
    '$id has the pinned version',
    ({ package: name, version }) => {
      expect(installed[name!]).toBe(version);
    },
  );

  test.each(adapters)('$id has exactly the methods that it lists', async (adapter) => {
    for (const dimensions of adapter.dimensions) {
      await withPeer(adapter, dimensions, (peer) => {
        for (const method of adapter.methods) expect(typeof peer[method], method).toBe('function');
      });
    }
  });
});
