/**
 * The scenes of tests/scenes have the checksums in their files. The C++ tests compare the same
 * checksums. The largest scenes are tested only in a full run.
 */

import { readFileSync } from 'node:fs';
import {
  boxesHash,
  createMotion,
  distributions,
  generateScene,
  motionGolden,
  motions,
  oracle,
  type PublishedName,
  pairGolden,
  peerQueryGoldens,
  publishedBoxes,
  publishedConventions,
  publishedScene,
  queryGoldens,
  readSceneFile,
  type SceneDefinition,
  sceneDefinition,
  sceneDefinitions,
  sweepPairs,
} from 'scenes';
import { describe, expect, it } from 'vitest';
import { fullVolume, volume } from '../support/volume.js';

/**
 * Maximum number of boxes for thousands of brute-force queries, which take seconds for larger
 * scenes.
 */
const MANY_QUERIES = 20_000;
const MANY_PAIRS = volume(Infinity, 20_000);

const scenes = sceneDefinitions.filter((scene) => fullVolume || !scene.slow);
const pairScenes = scenes.filter((scene) => fullVolume || scene.count <= MANY_PAIRS);
/** In a short run, this scene represents all large scenes. */
const LARGE_SCENE = sceneDefinition('uniform-3d-10k');
const SMALL = 2_000;
const queryScenes = scenes
  .filter((scene) => fullVolume || scene.count <= MANY_QUERIES)
  .filter((scene) => fullVolume || scene.count <= SMALL || scene === LARGE_SCENE);

function goldenOf(scene: SceneDefinition) {
  if (!scene.golden) throw new Error(`${scene.id} has no golden`);
  return scene.golden;
}

describe('scenes', () => {
  it.each(scenes)('$id reproduces its boxes', (definition) => {
    expect(boxesHash(generateScene(definition).boxes)).toBe(goldenOf(definition).boxes);
  });

  it.each(pairScenes)('$id reproduces its pairs', (definition) => {
    const { pairs, pairsHash } = goldenOf(definition);
    expect(pairGolden(generateScene(definition))).toEqual({ pairs, pairsHash });
  });

  it.each(scenes.filter((scene) => scene.motion))('$id reproduces its motion', (definition) => {
    const moved = motionGolden(generateScene(definition), definition.frames);
    expect(moved).toEqual(goldenOf(definition).motion);
  });

  it.each(queryScenes.filter((scene) => scene.golden?.queries))(
    '$id reproduces its query results',
    (definition) => {
      const { count, seed, kinds } = goldenOf(definition).queries!;
      expect(queryGoldens(generateScene(definition), count, seed)).toEqual(kinds);
    },
  );

  it.each(queryScenes.filter((scene) => scene.golden?.peerQueries))(
    "$id reproduces the results of the native peers' queries",
    (definition) => {
      const { count, kinds } = goldenOf(definition).peerQueries!;
      expect(peerQueryGoldens(generateScene(definition), count)).toEqual(kinds);
    },
  );

  it('have the pair counts and checksums that other programs published', () => {
    let compared = 0;
    for (const { id, published, golden } of sceneDefinitions) {
      if (published?.boxes) expect(golden, id).toMatchObject(published.boxes);
      if (published?.motion) expect(golden?.motion, id).toMatchObject(published.motion);
      compared += published ? 1 : 0;
    }
    expect(compared).toBe(22);
  });

  it('cover every distribution and every motion', () => {
    const used = new Set(sceneDefinitions.map((scene) => scene.distribution.kind));
    const moving = new Set(sceneDefinitions.flatMap((scene) => scene.motion?.kind ?? []));
    expect([...used].sort()).toEqual(Object.keys(distributions).sort());
    expect([...moving].sort()).toEqual(Object.keys(motions).sort());
  });

  it('have unique ids', () => {
    const ids = sceneDefinitions.map((scene) => scene.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([0, 1, 2, 3, 5, 8, 33, 257])(
    'of %i boxes have min <= max and coordinates within the limits',
    (count) => {
      for (const definition of sceneDefinitions.filter((scene) => scene.group === 'conformance')) {
        const { dimensions, boxes, count: made } = generateScene(definition, { count });
        expect(made, definition.id).toBe(count);
        const isValid = boxes.every((value, i) => {
          const isLow = i % (2 * dimensions) < dimensions;
          return Math.abs(value) <= 1e18 && (!isLow || value <= boxes[i + dimensions]);
        });
        expect(isValid, definition.id).toBe(true);
      }
    },
  );

  it('have motions and query results if they are empty', () => {
    for (const definition of sceneDefinitions.filter((scene) => scene.group === 'moving')) {
      const scene = generateScene(definition, { count: 0 });
      const motion = createMotion(scene);
      expect(motion.step().length).toBe(0);
      expect(motion.movedCount).toBe(0);
      for (const golden of Object.values(queryGoldens(scene, 8, 1))) expect(golden.results).toBe(0);
    }
  });

  it('depend on their seed and on the requested dimensions', () => {
    const first = boxesHash(generateScene('uniform-3d').boxes);
    expect(boxesHash(generateScene('uniform-3d', { seed: 2 }).boxes)).not.toBe(first);
    const flat = generateScene('uniform-3d', { dimensions: 2 });
    expect(boxesHash(flat.boxes)).toBe(goldenOf(sceneDefinition('uniform-2d')).boxes);
  });

  it('reject unknown kinds, parameters and ids', () => {
    const scene = sceneDefinition('uniform-3d');
    const made = (distribution: { kind: string; size?: number }) => () =>
      generateScene({ ...scene, distribution });
    expect(made({ kind: 'toString' })).toThrow("kind 'toString'");
    expect(made({ kind: 'uniform', size: 1 })).toThrow('uniform.size');
    expect(() => createMotion(generateScene(scene))).toThrow('expected a motion');
    expect(() => generateScene('uniform-4d')).toThrow('uniform-4d');
  });
});

describe('motions', () => {
  it('report the moved ids and their displacements', () => {
    const scene = generateScene('sleeping-3d');
    const motion = createMotion(scene);
    const before = scene.boxes.slice();
    expect(motion.step()).toBe(motion.boxes);
    const moved = new Set(motion.movedIds.subarray(0, motion.movedCount));
    expect(moved.size).toBe(200);
    for (let i = 0; i < scene.count; i++) {
      const still = motion.displacements.subarray(3 * i, 3 * i + 3).every((change) => change === 0);
      const same = before.subarray(6 * i, 6 * i + 6).every((v, j) => v === motion.boxes[6 * i + j]);
      expect([still, same]).toEqual([!moved.has(i), !moved.has(i)]);
    }
  });

  it('do not change the scene', () => {
    const scene = generateScene('drift-2d');
    createMotion(scene).step();
    expect(boxesHash(scene.boxes)).toBe(goldenOf(scene.definition).boxes);
  });

  it('bounce inside the bounds of the first centers', () => {
    const scene = generateScene('drift-2d', { count: 50 });
    const motion = createMotion(scene, { kind: 'drift', speed: 3 });
    for (let frame = 0; frame < 200; frame++) motion.step();
    for (let i = 0; i < scene.count; i++) {
      expect(motion.boxes[4 * i + 2]).toBeGreaterThanOrEqual(scene.extent[0]);
      expect(motion.boxes[4 * i]).toBeLessThanOrEqual(scene.extent[2]);
    }
  });
});

const publishedRows = readFileSync(
  new URL('../../scenes/golden_scenes.csv', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .slice(1);

describe('[BF1] published scenes', () => {
  it('has 125 rows', () => {
    expect(publishedRows.length).toBe(125);
  });

  it.each(publishedRows)('%s', (row) => {
    const [name, n, iteration, made, hash, ...pairCounts] = row.split(',');
    const lanes = publishedScene(name as PublishedName, Number(n), Number(iteration));
    expect(lanes.length / 4).toBe(Number(made));
    expect(boxesHash(lanes)).toBe(hash);
    const found = publishedConventions.map(
      (convention) =>
        oracle.pairs({ dimensions: 2, boxes: publishedBoxes(lanes, convention) }).length / 2,
    );
    expect(found).toEqual(pairCounts.map(Number));
  });

  it('have upper edges lowered by one float if touching is not overlapping', () => {
    const lanes = Float32Array.of(0, -2, 1, 2);
    const boxes = publishedBoxes(lanes, { touching: false, lastPixelOutside: false });
    expect([...boxes]).toEqual([0, -2, 1 - 2 ** -24, -(2 ** -149)]);
  });
});

describe('the sweep', () => {
  const small = sceneDefinitions.filter((scene) => ['conformance', 'moving'].includes(scene.group));

  it.each(small)('finds the same pairs as brute force in $id', (definition) => {
    const scene = generateScene(definition);
    const found: [number, number][] = [];
    sweepPairs(scene, (a, b) => found.push([a, b]));
    found.sort(([a, b], [c, d]) => a - c || b - d);
    expect(found.flat()).toEqual([...oracle.pairs(scene)]);
  });
});

describe('scene files', () => {
  const scene = { id: 'a', title: 'A', dimensions: 2, count: 1, seed: 1 };
  const read = (changes: object) => () =>
    readSceneFile({
      group: 'g',
      scenes: [{ ...scene, distribution: { kind: 'points' }, ...changes }],
    });

  it('are validated, and errors contain the path of the value', () => {
    expect(read({})()).toHaveLength(1);
    expect(read({ dimensions: 4 })).toThrow('a.dimensions: expected 2 or 3, found 4');
    expect(read({ count: 1.5 })).toThrow('a.count: expected a whole number, found 1.5');
    expect(read({ color: 1 })).toThrow('found "color"');
    expect(read({ distribution: { kind: 'points', scale: 'big' } })).toThrow(
      'a.distribution.scale',
    );
    expect(read({ motion: { kind: 'drift' } })).toThrow('a.frames');
    expect(() => readSceneFile({ group: 'g' })).toThrow('g.scenes: expected a list');
  });
});
