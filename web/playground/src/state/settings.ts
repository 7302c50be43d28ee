/** State of Explore: one immutable value, stored in the URL. */

import type { Capability, Dimensions, OptionSpec, OptionValue } from 'sapwood/all';

export type { Dimensions, OptionValue };

export const policies = ['update', 'move', 'refit', 'rebuild', 'gradual'] as const;
export type Policy = (typeof policies)[number];

export const queryKinds = ['none', 'box', 'sphere', 'ray', 'nearest', 'frustum'] as const;
export type QueryKind = (typeof queryKinds)[number];

/** Selectable speeds: steps of the motion or the build per drawn frame. */
export const speeds = [0.25, 0.5, 1, 2, 4, 8] as const;

export const layers = [
  'bodies',
  'items',
  'hierarchy',
  'details',
  'problems',
  'pairs',
  'heat',
  'tree',
] as const;
export type Layer = (typeof layers)[number];

export function showsNodes(show: ReadonlySet<Layer>): boolean {
  return show.has('hierarchy') || show.has('heat');
}

export const colorings = ['level', 'visits', 'overlap'] as const;
export type Coloring = (typeof colorings)[number];

/** Node of a view, by its index in the dump. */
export interface NodeChoice {
  /** Index of the view: 0 or 1. */
  readonly view: number;
  readonly node: number;
}

/** Kinds of build replay: inserting items, removing items, or splitting nodes top-down. */
export const buildModes = ['insert', 'remove', 'split'] as const;
export type BuildMode = (typeof buildModes)[number];

/** Kind of build replay to show, and the number of completed steps. */
export interface BuildChoice {
  readonly mode: BuildMode;
  readonly at: number;
}

/** Value of `deepest` that shows all levels. Levels beyond 63 have the color of level 63. */
export const ALL_LEVELS = 64;

/**
 * Positions of the queries. Coordinates are fractions of the scene bounds on each axis, and lengths
 * are fractions of the longest side. A query therefore has the same relative position when the
 * scene, `n` or `dim` changes.
 */
export interface QueryPlace {
  /** Center, then half extents. */
  readonly box: readonly number[];
  /** Center, then radius of a sphere. The center is also the point of a `nearest` query. */
  readonly ball: readonly number[];
  /** Start, then end. */
  readonly ray: readonly number[];
  /**
   * Camera of a frustum query, only in 3D: eye, center of the far plane, half the width of the far
   * plane.
   */
  readonly cam: readonly number[];
}

/** Non-default option values by name. */
export type OptionChoices = Readonly<Record<string, OptionValue>>;

export interface Settings extends QueryPlace {
  readonly structure: string;
  readonly dim: Dimensions;
  readonly options: OptionChoices;
  /** Structure of the second view; null for one view. */
  readonly other: string | null;
  readonly otherOptions: OptionChoices;
  readonly scene: string;
  readonly n: number;
  readonly seed: number;
  readonly motion: string;
  /** Percentage of the items that may move. Used only by generated motions. */
  readonly moving: number;
  readonly policy: Policy;
  /** Work units per frame for a gradual build. */
  readonly work: number;
  readonly speed: number;
  readonly play: boolean;
  readonly show: ReadonlySet<Layer>;
  readonly shallowest: number;
  readonly deepest: number;
  readonly color: Coloring;
  /** Number of nodes per pixel above which the heat map marks the pixel. */
  readonly heat: number;
  /** Node whose card is open. */
  readonly node: NodeChoice | null;
  readonly query: QueryKind;
  /** Number of shown steps of the traversal. Null shows all steps and hides the log. */
  readonly step: number | null;
  readonly k: number;
  /**
   * Camera values after the user moved the camera, independent of the canvas size. In 2D: center,
   * then zoom. In 3D: target, then the eye relative to the target. Null shows the whole scene.
   */
  readonly camera: readonly number[] | null;
  /** Step of a build to show instead of the scene; null to show the scene. */
  readonly build: BuildChoice | null;
  /** Current stop of a guided example, as `<example>.<number>`. */
  readonly tour: string | null;
  /** Dialog that is open; null if no dialog is open. */
  readonly lab: Lab | null;
  /** Game whose objects the race uses, as `<game>-<objects>`; null if the race uses the scene. */
  readonly game: string | null;
  /**
   * Boxes that the user painted to make a structure slow, in the format of break/painted.ts; null
   * if the user does not paint.
   */
  readonly painted: string | null;
}

export const labs = ['race'] as const;
/** Dialogs that can be opened by a URL. */
type Lab = (typeof labs)[number];

export type SettingKey = keyof Settings;

/** Messages about adjusted values. The keys are settings, or `options.<name>` for an option. */
export type Notices = Readonly<Record<string, string>>;

export interface Catalog {
  readonly structures: readonly StructureChoice[];
  readonly scenes: readonly SceneChoice[];
  /** Ids of structures with gradual builds. */
  readonly gradual: ReadonlySet<string>;
  /** Ids of structures that can be refitted. */
  readonly refitting: ReadonlySet<string>;
  /** Replaces old names of examples in a hash by their current names. */
  currentAddress(hash: string): string;
}

export interface StructureChoice {
  readonly id: string;
  title(dimensions: Dimensions): string;
  readonly dimensions: readonly Dimensions[];
  readonly capabilities: ReadonlySet<Capability>;
  readonly options: readonly OptionSpec[];
}

export interface SceneChoice {
  readonly id: string;
  readonly title: string;
  readonly dimensions: readonly Dimensions[];
  readonly motions: readonly string[];
  /** Default number of items. `minCount` and `maxCount` are the bounds of this number. */
  readonly count: number;
  readonly minCount: number;
  readonly maxCount: number;
  readonly place: QueryPlace;
}

export const defaultSettings: Omit<Settings, 'n' | 'motion' | 'camera' | keyof QueryPlace> = {
  structure: 'dynamic-tree',
  dim: 3,
  options: {},
  other: null,
  otherOptions: {},
  scene: 'pile',
  seed: 1,
  moving: 100,
  policy: 'update',
  work: 2000,
  speed: 1,
  play: true,
  show: new Set<Layer>(['bodies', 'hierarchy']),
  shallowest: 0,
  deepest: ALL_LEVELS,
  color: 'level',
  heat: 60,
  node: null,
  query: 'box',
  step: null,
  build: null,
  tour: null,
  lab: null,
  game: null,
  painted: null,
  k: 12,
};

export function sceneSettings({ id, count, motions, place }: SceneChoice) {
  return { scene: id, n: count, motion: motions[0], camera: null, ...place };
}
