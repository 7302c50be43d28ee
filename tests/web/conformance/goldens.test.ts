/**
 * Hashes of query results, which must equal the recorded hashes of tests/scenes. C++, Node and
 * browsers use the same hashes. tests/cpp/conformance/scenes_test.cpp also runs the larger scenes.
 */

import { type SpatialIndex, structures } from 'sapwood/all';
import {
  boxQueries,
  createMotion,
  frustumQueries,
  generateScene,
  NEAREST_COUNT,
  NO_ID,
  pairsHash,
  pointQueries,
  type Queries,
  type QueryKind,
  queryAt,
  ResultHash,
  rayQueries,
  type Scene,
  type SceneDefinition,
  sceneDefinitions,
  sphereQueries,
} from 'scenes';
import { rayParts, sphereParts } from '../support/cases.js';
import { type Check, describeSuite } from '../support/checks.js';
import { require } from '../support/compare.js';
import { allSubjects, type Subject } from '../support/subjects.js';
import { fullVolume } from '../support/volume.js';

const LARGEST = 2_000;

interface GoldenQuery {
  readonly make: (scene: Scene, count: number, seed: number) => Queries;
  readonly add: (hash: ResultHash, index: SpatialIndex, query: Float32Array) => void;
}

const goldenQueries: Readonly<Record<QueryKind, GoldenQuery>> = {
  box: {
    make: boxQueries,
    add: (hash, index, query) => hash.addSet(index.queryBox(query)),
  },
  point: {
    make: pointQueries,
    add: (hash, index, query) => hash.addSet(index.queryPoint(query)),
  },
  sphere: {
    make: sphereQueries,
    add: (hash, index, query) => hash.addSet(index.querySphere(...sphereParts(query))),
  },
  ray: {
    make: rayQueries,
    add: (hash, index, query) => hash.addId(index.raycast(...rayParts(query))?.id ?? NO_ID),
  },
  rayAll: {
    make: rayQueries,
    add: (hash, index, query) => hash.addSequence(index.raycastAll(...rayParts(query)).ids),
  },
  nearest: {
    make: pointQueries,
    add: (hash, index, query) => hash.addSequence(index.nearest(query, NEAREST_COUNT).ids),
  },
  frustum: {
    make: frustumQueries,
    add: (hash, index, query) => hash.addSet(index.queryFrustum(query)),
  },
};

/**
 * In a short run, each subject (a structure in 2D or 3D) runs every second scene. Consecutive
 * structures run different halves of the scenes.
 */
const SCENE_STRIDE = fullVolume ? 1 : 2;

const scenes = new Map<string, Scene>();

function sceneOf(definition: SceneDefinition): Scene {
  const scene = scenes.get(definition.id) ?? generateScene(definition);
  scenes.set(definition.id, scene);
  return scene;
}

const knownQueries = new Map<string, Queries>();

/** Returns the queries of a scene from a cache, because all subjects use the same queries. */
function queriesOf(scene: Scene, kind: QueryKind, count: number, seed: number): Queries {
  const key = `${scene.definition.id} ${kind} ${count} ${seed}`;
  const made = knownQueries.get(key) ?? goldenQueries[kind].make(scene, count, seed);
  knownQueries.set(key, made);
  return made;
}

function goldenScenes(subject: Subject): SceneDefinition[] {
  const turn = structures.findIndex(({ id }) => id === subject.id);
  return sceneDefinitions
    .filter(({ dimensions, golden, count }) => {
      return dimensions === subject.dimensions && golden && count <= LARGEST;
    })
    .filter((_, i) => (i + turn) % SCENE_STRIDE === 0);
}

function supports(subject: Subject, kind: QueryKind): boolean {
  return kind === 'rayAll' ? subject.has('ray') : subject.has(kind);
}

function checkQueries(subject: Subject): void {
  for (const definition of goldenScenes(subject)) {
    const { queries } = definition.golden!;
    if (!queries) continue;
    const scene = sceneOf(definition);
    const index = subject.create();
    index.build(scene.boxes);
    for (const [kind, golden] of Object.entries(queries.kinds) as [QueryKind, { hash: string }][]) {
      if (!supports(subject, kind)) continue;
      const { add } = goldenQueries[kind];
      const batch = queriesOf(scene, kind, queries.count, queries.seed);
      const hash = new ResultHash();
      for (let i = 0; i < batch.count; i++) add(hash, index, queryAt(batch, i));
      require(hash.hex === golden.hash, () => `${definition.id} ${kind}: ${hash.hex}`);
    }
    index.dispose();
  }
}

function requirePairsHash(index: SpatialIndex, hash: string, where: string): void {
  const found = pairsHash(index.pairsView());
  require(found === hash, () => `${where}: hash ${found} of the pairs, golden ${hash}`);
}

function checkPairs(subject: Subject): void {
  for (const definition of goldenScenes(subject)) {
    const index = subject.create();
    index.build(sceneOf(definition).boxes);
    requirePairsHash(index, definition.golden!.pairsHash, definition.id);
    index.dispose();
  }
}

function checkMotions(subject: Subject): void {
  for (const definition of goldenScenes(subject)) {
    const golden = definition.golden!.motion;
    if (!golden) continue;
    const motion = createMotion(sceneOf(definition));
    const index = subject.create();
    index.build(motion.boxes);
    for (let frame = 0; frame < definition.frames; frame++) {
      motion.step();
      index.update(motion.boxes);
      if (frame === 3) index.pairsView();
    }
    requirePairsHash(index, golden.pairsHash, `${definition.id} after ${definition.frames} frames`);
    index.dispose();
  }
}

function goldenChecks(subject: Subject): Check[] {
  const check = (name: string, look: (subject: Subject) => void): Check => ({
    name,
    run: () => look(subject),
  });
  return [
    check('results of queries have the hashes of the scene files', checkQueries),
    check('[BF1] pairs have the hashes of the scene files', checkPairs),
    check('pairs after a motion have the hashes of the scene files', checkMotions),
  ];
}

describeSuite('golden values', goldenChecks, allSubjects());
