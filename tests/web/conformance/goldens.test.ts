/**
 * Determinism: hashes of results equal the golden values of tests/scenes in C++, Node and the browser, and equal calls
 * return equal orders.
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
  sceneDefinition,
  sceneDefinitions,
  sphereQueries,
} from 'scenes';
import { fullCase, rayParts, sphereParts } from '../support/cases.js';
import { type Check, describeSuite } from '../support/checks.js';
import { require, requireSequence } from '../support/compare.js';
import { allSubjects, type Subject } from '../support/subjects.js';
import { fullVolume } from '../support/volume.js';

const LARGEST = 10_000;
/** For structures that compare every pair. */
const LARGEST_QUADRATIC = 2_000;
/** In the short volume, these represent all larger scenes. */
const LARGE_SCENES = ['uniform-2d-10k', 'uniform-3d-10k'].map(sceneDefinition);

interface Answering {
  readonly make: (scene: Scene, count: number, seed: number) => Queries;
  readonly add: (hash: ResultHash, index: SpatialIndex, query: Float32Array) => void;
}

const answering: Readonly<Record<QueryKind, Answering>> = {
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

/** In the short volume, each subject runs a different half of the scenes. */
const SCENE_STRIDE = fullVolume ? 1 : 2;

const turnOf = (subject: Subject) => structures.findIndex(({ id }) => id === subject.id);

const scenes = new Map<string, Scene>();

function sceneOf(definition: SceneDefinition): Scene {
  const scene = scenes.get(definition.id) ?? generateScene(definition);
  scenes.set(definition.id, scene);
  return scene;
}

/** Returns whether pairs() compares all items with each other. */
function isQuadratic(subject: Subject): boolean {
  const { boxes, count } = fullCase('uniform', subject.dimensions);
  const index = subject.create();
  index.build(boxes);
  index.pairsView();
  const { itemTests } = index.counters();
  index.dispose();
  return itemTests >= (count * (count - 1)) / 2;
}

const knownQueries = new Map<string, Queries>();

/** Cached for all subjects. */
function queriesOf(scene: Scene, kind: QueryKind, count: number, seed: number): Queries {
  const key = `${scene.definition.id} ${kind} ${count} ${seed}`;
  const made = knownQueries.get(key) ?? answering[kind].make(scene, count, seed);
  knownQueries.set(key, made);
  return made;
}

function goldenScenes(subject: Subject): SceneDefinition[] {
  const turn = turnOf(subject);
  const largest = isQuadratic(subject) ? LARGEST_QUADRATIC : LARGEST;
  return sceneDefinitions
    .filter((definition) => {
      const { dimensions, golden, count } = definition;
      const taken = fullVolume || count <= LARGEST_QUADRATIC || LARGE_SCENES.includes(definition);
      return dimensions === subject.dimensions && golden && count <= largest && taken;
    })
    .filter((_, i) => (i + turn) % SCENE_STRIDE === 0);
}

function canAnswer(subject: Subject, kind: QueryKind): boolean {
  return kind === 'rayAll' ? subject.has('ray') : subject.has(kind);
}

/** Runs on the built index of every scene with query goldens. */
function checkQueries(subject: Subject): void {
  for (const definition of goldenScenes(subject)) {
    const { queries } = definition.golden!;
    if (!queries) continue;
    const scene = sceneOf(definition);
    const index = subject.create();
    index.build(scene.boxes);
    for (const [kind, golden] of Object.entries(queries.answers) as [
      QueryKind,
      { hash: string },
    ][]) {
      if (!canAnswer(subject, kind)) continue;
      const { add } = answering[kind];
      const asked = queriesOf(scene, kind, queries.count, queries.seed);
      const hash = new ResultHash();
      for (let i = 0; i < asked.count; i++) add(hash, index, queryAt(asked, i));
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

/** Every frame is an update. Pairs are checked once on the way and at the end. */
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

/** All results of an index in their order. */
function transcript(subject: Subject): number[] {
  const one = fullCase('clustered', subject.dimensions);
  const index = subject.create();
  index.build(one.boxes);
  const lines = [...index.pairs()];
  for (const { query } of one.boxAnswers()) lines.push(...index.queryBox(query));
  for (const { query } of one.sphereAnswers()) {
    lines.push(...index.querySphere(...sphereParts(query)));
  }
  const { bounds, items } = index.nodes();
  lines.push(...bounds, ...items, ...index.serialize());
  index.dispose();
  return lines;
}

function checkOrder(subject: Subject): void {
  requireSequence(transcript(subject), transcript(subject), () => 'the same calls again');
}

function goldenChecks(subject: Subject): Check[] {
  const check = (name: string, look: (subject: Subject) => void): Check => ({
    name,
    run: () => look(subject),
  });
  return [
    check('answers hash to the golden values of the scene files', checkQueries),
    check('[BF1] pairs hash to the golden values of the scene files', checkPairs),
    check('pairs after a motion hash to the golden values', checkMotions),
    check('the same calls give the same results in the same order', checkOrder),
  ];
}

describeSuite('golden values', goldenChecks, allSubjects());
