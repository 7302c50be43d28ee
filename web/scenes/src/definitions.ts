/** Scene definitions: the data of tests/scenes/*.json, validated. */

import conformanceFile from '../../../tests/scenes/conformance.json' with { type: 'json' };
import movingFile from '../../../tests/scenes/moving.json' with { type: 'json' };
import peersFile from '../../../tests/scenes/peers.json' with { type: 'json' };
import publishedFile from '../../../tests/scenes/published.json' with { type: 'json' };

export type Dimensions = 2 | 3;

/**
 * Kind of a distribution or motion with its parameters, as in the scene files. `distributions` and
 * `motions` list the parameters of each kind.
 */
export interface Recipe {
  readonly kind: string;
  readonly [parameter: string]: string | number;
}

export interface PairGolden {
  readonly pairs: number;
  /** Checksum that ignores order; see `pairsHash`. */
  readonly pairsHash: string;
}

export interface QueryGolden {
  /** Number of ids in the results of all queries. */
  readonly results: number;
  /** See `ResultHash`. */
  readonly hash: string;
}

export const queryKinds = [
  'box',
  'point',
  'sphere',
  'ray',
  'rayAll',
  'nearest',
  'frustum',
] as const;
export type QueryKind = (typeof queryKinds)[number];

export const peerQueryKinds = ['smallBox', 'largeBox', 'point', 'ray', 'nearest'] as const;
export type PeerQueryKind = (typeof peerQueryKinds)[number];

/** Expected results of each kind of query. Frustum queries exist only in 3D. */
export interface QueriesGolden {
  readonly count: number;
  readonly seed: number;
  readonly kinds: Readonly<Partial<Record<QueryKind, QueryGolden>>>;
}

/**
 * Expected results of the first `count` queries of each kind in the benchmark of native libraries.
 */
export interface PeerQueriesGolden {
  readonly count: number;
  readonly kinds: Readonly<Partial<Record<PeerQueryKind, QueryGolden>>>;
}

export interface MotionGolden extends PairGolden {
  readonly boxes: string;
}

export interface SceneGolden extends PairGolden {
  /** `boxesHash` of the array of boxes. */
  readonly boxes: string;
  readonly queries?: QueriesGolden;
  readonly peerQueries?: PeerQueriesGolden;
  readonly motion?: MotionGolden;
}

/** Pairs that another program found in the same boxes. */
export interface PublishedPairs {
  readonly pairs: number;
  readonly pairsHash?: string;
}

export interface SceneDefinition {
  readonly id: string;
  readonly title: string;
  /** Name of the scene file: conformance, moving, peers or published. */
  readonly group: string;
  readonly dimensions: Dimensions;
  readonly count: number;
  readonly seed: number;
  readonly distribution: Recipe;
  readonly motion?: Recipe;
  /** Number of motion steps before `golden.motion` and `published.motion`; 0 without a motion. */
  readonly frames: number;
  /** True if the scene is too large for every test run. */
  readonly slow: boolean;
  /** Published pair counts of the initial boxes, and of the boxes after `frames` motion steps. */
  readonly published?:
    | { readonly boxes?: PublishedPairs; readonly motion?: PublishedPairs }
    | undefined;
  readonly golden?: SceneGolden;
}

type Json = Readonly<Record<string, unknown>>;

function fail(where: string, expected: string, found: unknown): never {
  throw new Error(`${where}: expected ${expected}, found ${JSON.stringify(found)}`);
}

function readObject(value: unknown, where: string, keys?: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fail(where, 'an object', value);
  }
  for (const key of Object.keys(value)) {
    if (keys && !keys.includes(key)) fail(where, `one of ${keys.join(', ')}`, key);
  }
  return value as Json;
}

function readText(json: Json, key: string, where: string): string {
  const value = json[key];
  return typeof value === 'string' ? value : fail(`${where}.${key}`, 'a string', value);
}

function readInteger(json: Json, key: string, where: string): number {
  const value = json[key];
  return Number.isInteger(value) && (value as number) >= 0
    ? (value as number)
    : fail(`${where}.${key}`, 'a whole number', value);
}

function readRecipe(value: unknown, where: string): Recipe {
  const json = readObject(value, where);
  for (const [key, entry] of Object.entries(json)) {
    if (key !== 'kind' && typeof entry !== 'number') fail(`${where}.${key}`, 'a number', entry);
  }
  return { ...(json as Readonly<Record<string, number>>), kind: readText(json, 'kind', where) };
}

function readPairs(value: unknown, where: string): PairGolden {
  const json = readObject(value, where);
  return {
    pairs: readInteger(json, 'pairs', where),
    pairsHash: readText(json, 'pairsHash', where),
  };
}

function readQueryGoldens<Kind extends string>(
  value: unknown,
  kinds: readonly Kind[],
  where: string,
): Partial<Record<Kind, QueryGolden>> {
  const json = readObject(value, where, kinds);
  const goldens: Partial<Record<Kind, QueryGolden>> = {};
  for (const kind of kinds) {
    if (json[kind] === undefined) continue;
    const place = `${where}.${kind}`;
    const golden = readObject(json[kind], place, ['results', 'hash']);
    goldens[kind] = {
      results: readInteger(golden, 'results', place),
      hash: readText(golden, 'hash', place),
    };
  }
  return goldens;
}

function readQueries(value: unknown, where: string): QueriesGolden {
  const json = readObject(value, where, ['count', 'seed', 'kinds']);
  return {
    count: readInteger(json, 'count', where),
    seed: readInteger(json, 'seed', where),
    kinds: readQueryGoldens(json.kinds, queryKinds, `${where}.kinds`),
  };
}

function readPeerQueries(value: unknown, where: string): PeerQueriesGolden {
  const json = readObject(value, where, ['count', 'kinds']);
  return {
    count: readInteger(json, 'count', where),
    kinds: readQueryGoldens(json.kinds, peerQueryKinds, `${where}.kinds`),
  };
}

function readMotionGolden(value: unknown, where: string): MotionGolden {
  const json = readObject(value, where, ['boxes', 'pairs', 'pairsHash']);
  return { boxes: readText(json, 'boxes', where), ...readPairs(json, where) };
}

const goldenKeys = ['boxes', 'pairs', 'pairsHash', 'queries', 'peerQueries', 'motion'];

function readGolden(value: unknown, where: string): SceneGolden {
  const json = readObject(value, where, goldenKeys);
  const { queries, peerQueries, motion } = json;
  return {
    boxes: readText(json, 'boxes', where),
    ...readPairs(json, where),
    ...(queries !== undefined && { queries: readQueries(queries, `${where}.queries`) }),
    ...(peerQueries !== undefined && {
      peerQueries: readPeerQueries(peerQueries, `${where}.peerQueries`),
    }),
    ...(motion !== undefined && { motion: readMotionGolden(motion, `${where}.motion`) }),
  };
}

function readPublishedPairs(value: unknown, where: string): PublishedPairs {
  const json = readObject(value, where, ['pairs', 'pairsHash']);
  return json.pairsHash === undefined
    ? { pairs: readInteger(json, 'pairs', where) }
    : readPairs(json, where);
}

function readPublished(value: unknown, where: string): SceneDefinition['published'] {
  const json = readObject(value, where, ['boxes', 'motion']);
  const { boxes, motion } = json;
  return {
    ...(boxes !== undefined && { boxes: readPublishedPairs(boxes, `${where}.boxes`) }),
    ...(motion !== undefined && { motion: readPublishedPairs(motion, `${where}.motion`) }),
  };
}

const sceneKeys = [
  'id',
  'title',
  'dimensions',
  'count',
  'seed',
  'distribution',
  'motion',
  'frames',
  'slow',
  'published',
  'golden',
];

function readScene(value: unknown, group: string, index: number): SceneDefinition {
  const json = readObject(value, `${group}[${index}]`, sceneKeys);
  const id = readText(json, 'id', `${group}[${index}]`);
  const dimensions = readInteger(json, 'dimensions', id);
  if (dimensions !== 2 && dimensions !== 3) fail(`${id}.dimensions`, '2 or 3', dimensions);
  const { motion, published, golden } = json;
  return {
    id,
    title: readText(json, 'title', id),
    group,
    dimensions,
    count: readInteger(json, 'count', id),
    seed: readInteger(json, 'seed', id),
    distribution: readRecipe(json.distribution, `${id}.distribution`),
    frames: motion === undefined ? 0 : readInteger(json, 'frames', id),
    slow: json.slow === true,
    ...(motion !== undefined && { motion: readRecipe(motion, `${id}.motion`) }),
    ...(published !== undefined && { published: readPublished(published, `${id}.published`) }),
    ...(golden !== undefined && { golden: readGolden(golden, `${id}.golden`) }),
  };
}

/** Reads a scene file. Errors contain the position, the expected value and the actual value. */
export function readSceneFile(file: unknown): SceneDefinition[] {
  const json = readObject(file, 'scene file', ['group', 'scenes']);
  const group = readText(json, 'group', 'scene file');
  if (!Array.isArray(json.scenes)) fail(`${group}.scenes`, 'a list', json.scenes);
  return json.scenes.map((scene, index) => readScene(scene, group, index));
}

/** All scenes of tests/scenes in file order. */
export const sceneDefinitions: readonly SceneDefinition[] = [
  conformanceFile,
  movingFile,
  peersFile,
  publishedFile,
].flatMap(readSceneFile);

const definitionsById = new Map(sceneDefinitions.map((scene) => [scene.id, scene]));

/** Throws for an unknown id. */
export function sceneDefinition(id: string): SceneDefinition {
  return definitionsById.get(id) ?? fail('scene id', 'a known scene', id);
}

export type Parameters = Readonly<Record<string, number>>;

/** Returns the entry for the kind of a recipe. Throws if `table` has no such entry. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, recipe: Recipe): Entry {
  const entry = Object.hasOwn(table, recipe.kind) ? table[recipe.kind] : undefined;
  if (entry === undefined) {
    throw new Error(`kind '${recipe.kind}': expected one of ${Object.keys(table).join(', ')}`);
  }
  return entry;
}

/**
 * Returns the default parameters, overridden by the parameters of the recipe. Throws if the recipe
 * has a parameter without a default.
 */
export function parametersOf(recipe: Recipe, defaults: Parameters): Parameters {
  const parameters: Record<string, number> = { ...defaults };
  for (const [name, value] of Object.entries(recipe)) {
    if (name === 'kind') continue;
    if (!Object.hasOwn(defaults, name) || typeof value !== 'number') {
      const known = Object.keys(defaults).join(', ') || 'no parameters';
      throw new Error(`${recipe.kind}.${name} = ${value}: expected numbers named ${known}`);
    }
    parameters[name] = value;
  }
  return parameters;
}
