/**
 * Everything that the page can be asked to show: one immutable value, written to the address.
 */

import type { Capability, Dimensions, OptionSpec, OptionValue } from 'sapwood/all';

export type { Dimensions, OptionValue };

export const policies = ['update', 'move', 'refit', 'rebuild', 'gradual'] as const;
export type Policy = (typeof policies)[number];

export const queryKinds = ['none', 'box', 'sphere', 'ray', 'nearest', 'frustum'] as const;
export type QueryKind = (typeof queryKinds)[number];

/** Steps per drawn frame: of the motion, or of a build that is played. */
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

/** The nodes are drawn: as lines, or as a heat map in their place. */
export function showsNodes(show: ReadonlySet<Layer>): boolean {
  return show.has('hierarchy') || show.has('heat');
}

/** What the color of a node shows. */
export const colorings = ['level', 'visits', 'overlap'] as const;
export type Coloring = (typeof colorings)[number];

/** A node of one of the views, by its place in the library's dump. */
export interface NodeChoice {
  /** 0 or 1. */
  readonly view: number;
  readonly node: number;
}

/** In what order a build is told: items come, items go, or nodes are parted from the top down. */
export const buildModes = ['insert', 'remove', 'split'] as const;
export type BuildMode = (typeof buildModes)[number];

/** A build that is looked at, and how many of its steps are done. */
export interface BuildChoice {
  readonly mode: BuildMode;
  readonly at: number;
}

/** `deepest` at this value means: no lower end. Deeper hierarchies are drawn in the last color. */
export const ALL_LEVELS = 64;

/**
 * Where the queries are. Coordinates are fractions of the scene's home bounds on each axis, so that a query keeps
 * its place when scene, n or dimension change; lengths are fractions of the longest side.
 */
export interface QueryPlace {
  /** Center, then half sizes. */
  readonly box: readonly number[];
  /** Center, then radius; also the point of `nearest`. */
  readonly ball: readonly number[];
  /** Start, then end. */
  readonly ray: readonly number[];
  /** A camera in the scene: its eye, the middle of its far plane, half the width of that plane. 3D only. */
  readonly cam: readonly number[];
}

/** Option values that differ from the defaults, by name. */
export type OptionChoices = Readonly<Record<string, OptionValue>>;

export interface Settings extends QueryPlace {
  readonly structure: string;
  readonly dim: Dimensions;
  readonly options: OptionChoices;
  /** The structure of the second view; null for one view. */
  readonly other: string | null;
  readonly otherOptions: OptionChoices;
  readonly scene: string;
  readonly n: number;
  readonly seed: number;
  readonly motion: string;
  /** Per cent of the items that move, in motions of all items. */
  readonly moving: number;
  readonly policy: Policy;
  /** Units of work that a gradual build may spend in one frame. */
  readonly work: number;
  readonly speed: number;
  readonly play: boolean;
  readonly show: ReadonlySet<Layer>;
  readonly shallowest: number;
  readonly deepest: number;
  readonly color: Coloring;
  /** On the heat map, pixels with more nodes than this are marked. */
  readonly heat: number;
  /** The node whose card is open. */
  readonly node: NodeChoice | null;
  readonly query: QueryKind;
  /** Steps of the query's walk that are shown; null for all of it, without the log. */
  readonly step: number | null;
  readonly k: number;
  /**
   * The view that the visitor has turned or moved to, in numbers that suit every size of the stage; null for the
   * whole scene. 2D: the middle of the picture and the zoom. 3D: the target, then the eye from there.
   */
  readonly camera: readonly number[] | null;
  /** The build that is shown in place of the scene; null for the scene as it is. */
  readonly build: BuildChoice | null;
  /** The stop of an example, as `<example>.<number>`. */
  readonly tour: string | null;
  /** The dialog that is open. */
  readonly lab: Lab | null;
  /** The game of the race, as `<game>-<objects>`; null for the scene. */
  readonly game: string | null;
  /** Boxes painted to break a structure, as break/painted.ts writes them; null while nobody does. */
  readonly painted: string | null;
}

export const labs = ['race'] as const;
/** Dialogs over the scene that have an address. */
type Lab = (typeof labs)[number];

export type SettingKey = keyof Settings;

/** Sentences about values that could not be taken as they were, by setting; options as `options.<name>`. */
export type Notices = Readonly<Record<string, string>>;

/** What settings may name: the library's registry and the page's scene menu, as far as settings need them. */
export interface Catalog {
  readonly structures: readonly StructureChoice[];
  readonly scenes: readonly SceneChoice[];
  /** Ids of the structures that can be built bit by bit. */
  readonly gradual: ReadonlySet<string>;
  /** Ids of the structures that can be refitted. */
  readonly refitting: ReadonlySet<string>;
  /** An address with the examples that it names as they are named now. */
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
  /** Items unless the address says otherwise, and the range. */
  readonly count: number;
  readonly least: number;
  readonly most: number;
  /** Where its queries are at first. */
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

/** What a scene brings along when it is chosen. */
export function sceneSettings({ id, count, motions, place }: SceneChoice) {
  return { scene: id, n: count, motion: motions[0], camera: null, ...place };
}
