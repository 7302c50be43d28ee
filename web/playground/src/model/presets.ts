/** Comparisons and demonstrations that are one click away; those whose structures are there are offered. */

import { conform } from '../state/conform.js';
import { type Catalog, type Layer, type Settings, sceneSettings } from '../state/settings.js';
import { sceneEntry } from './scene-menu.js';

export interface Preset {
  readonly id: string;
  readonly title: string;
  /** What there is to see. */
  readonly sentence: string;
  readonly scene: string;
  /** Beside what is usual. */
  readonly settings: Partial<Settings>;
}

function layersOf(...names: Layer[]): ReadonlySet<Layer> {
  return new Set(names);
}

/** What most presets leave as it is. */
const usual = {
  options: {},
  other: null,
  otherOptions: {},
  policy: 'update',
  motion: 'still',
  play: false,
} as const;

/** The line from leaf to leaf, of two packings. */
const packings = {
  dim: 2,
  n: 1500,
  structure: 'packed-r-tree',
  other: 'packed-r-tree',
  otherOptions: { packing: 'hilbert' },
  show: layersOf('hierarchy', 'leaves', 'order'),
  query: 'none',
} as const;

/** What a camera sees of boxes in space. */
const inView = { dim: 3, n: 800, show: layersOf('bodies'), query: 'frustum' } as const;

const strictLoose = {
  structure: 'octree',
  other: 'loose-octree',
  options: { capacity: 8 },
  // with 2, the usual looseness, bounds overlap so much that there are more tests, not fewer
  otherOptions: { looseness: 1.5, capacity: 8 },
  query: 'box',
} as const;

export const presets: readonly Preset[] = [
  {
    id: 'strict-loose',
    title: 'Octree: why cells should overlap (3D)',
    sentence:
      'Small boxes across a split plane are stuck in large cells of the strict tree (A). In loose cells (B) they sink to small cells.',
    scene: 'straddlers',
    settings: { ...strictLoose, dim: 3, n: 900, show: layersOf('hierarchy', 'stuck') },
  },
  {
    id: 'strict-loose-flat',
    title: 'Octree: why cells should overlap (2D)',
    sentence: 'The same in 2D: strict cells in A, loose cells in B.',
    scene: 'straddlers',
    settings: { ...strictLoose, dim: 2, n: 1200, show: layersOf('items', 'hierarchy', 'stuck') },
  },
  {
    id: 'box-sphere',
    title: 'Bounding boxes vs spheres',
    sentence: 'The same boxes in a tree of boxes (A) and in a tree of spheres (B).',
    scene: 'clustered',
    settings: {
      dim: 3,
      n: 600,
      structure: 'static-tree',
      other: 'sphere-tree',
      show: layersOf('bodies', 'hierarchy'),
      query: 'ray',
      // through both clouds
      ray: [0.02, 0.02, 0.68, 0.98, 0.98, 0.3],
    },
  },
  {
    id: 'fat-margins',
    title: 'Fat boxes: fewer updates, slower queries',
    sentence:
      'Fat boxes (B) are re-inserted less often than exact boxes (A), but queries visit more nodes.',
    scene: 'uniform',
    settings: {
      dim: 2,
      n: 600,
      structure: 'dynamic-tree',
      options: { margin: 0, prediction: 0 },
      other: 'dynamic-tree',
      otherOptions: { margin: 0.5 },
      policy: 'move',
      show: layersOf('items', 'hierarchy', 'leaves', 'changed'),
      query: 'box',
      motion: 'drift',
      play: true,
    },
  },
  {
    id: 'balance',
    title: 'Balance a tree by height or by area',
    sentence:
      'The boxes move. Tree A keeps the heights of siblings equal, tree B keeps its nodes small.',
    scene: 'clustered',
    settings: {
      dim: 2,
      n: 600,
      structure: 'dynamic-tree',
      options: { balance: 'height' },
      other: 'dynamic-tree',
      otherOptions: { balance: 'surface-area' },
      policy: 'move',
      show: layersOf('hierarchy', 'tree'),
      query: 'box',
      motion: 'swirl',
      play: true,
    },
  },
  {
    id: 'packings',
    title: 'Packing an R-tree: by x or along a curve',
    sentence: 'The line runs from leaf to leaf: packed by x in A, along a Hilbert curve in B.',
    scene: 'uniform',
    settings: { ...packings, options: { packing: 'nearest-x' } },
  },
  {
    id: 'tiles',
    title: 'Packing an R-tree: tiles or a curve',
    sentence: 'The line runs from leaf to leaf: packed in tiles in A, along a Hilbert curve in B.',
    scene: 'uniform',
    settings: { ...packings, options: { packing: 'str' } },
  },
  {
    id: 'corners',
    title: 'A grid that misses collisions',
    sentence:
      'A grid that stores boxes only in the cells of their corners misses pairs that cross between corners (crossed out). The spatial hash finds all pairs.',
    scene: 'random-large-boxes',
    settings: {
      dim: 2,
      n: 80,
      structure: 'spatial-hash',
      options: { cellSize: 60 },
      show: layersOf('items', 'hierarchy', 'lost'),
      query: 'none',
    },
  },
  {
    id: 'sweep',
    title: 'Sort and sweep: sort along one axis',
    sentence: 'On the x axis, every green box overlaps the query, so each is tested.',
    scene: 'uniform',
    settings: {
      dim: 2,
      n: 400,
      structure: 'sort-and-sweep',
      options: { axis: 'x' },
      show: layersOf('items', 'axis'),
      query: 'box',
    },
  },
  {
    id: 'planes',
    title: 'k-d tree: cut at the median',
    sentence: 'A k-d tree splits its nodes at the median box, on alternating axes.',
    scene: 'clustered',
    settings: {
      dim: 3,
      n: 600,
      structure: 'kd-tree',
      show: layersOf('bodies', 'planes'),
      query: 'none',
    },
  },
  {
    id: 'camera',
    title: 'Camera culling',
    sentence: 'The query returns the boxes that a camera sees, nearest first, and skips the rest.',
    scene: 'uniform',
    settings: { ...inView, structure: 'static-tree' },
  },
  {
    id: 'split-planes',
    title: 'Front to back without sorting',
    sentence:
      'A sphere tree visits the child on the side of the camera first, so most boxes come in order without sorting.',
    scene: 'uniform',
    settings: { ...inView, structure: 'sphere-tree' },
  },
  {
    id: 'build',
    title: 'Insert box by box',
    sentence:
      'The boxes are inserted one by one. Colors mark new nodes and nodes with a new parent.',
    scene: 'uniform',
    settings: {
      dim: 2,
      n: 300,
      structure: 'dynamic-tree',
      show: layersOf('items', 'hierarchy'),
      build: { mode: 'insert', at: 60 },
    },
  },
  {
    id: 'growing',
    title: 'Build within a time budget',
    sentence:
      'The build is spread over frames, and no frame exceeds the limit. Queries use the old tree until the new one is finished.',
    scene: 'clustered',
    settings: {
      dim: 3,
      structure: 'static-tree',
      policy: 'gradual',
      work: 1500,
      show: layersOf('bodies', 'hierarchy'),
      query: 'box',
      play: true,
    },
  },
  {
    id: 'background',
    title: 'Rebuild in the background',
    sentence:
      'Boxes that jump are kept in a small tree until the background rebuild adds them to the large one.',
    scene: 'uniform',
    settings: {
      dim: 2,
      n: 800,
      structure: 'scene-pruner',
      policy: 'gradual',
      work: 800,
      show: layersOf('bodies', 'hierarchy'),
      query: 'box',
      motion: 'teleport',
      play: true,
    },
  },
];

/** Everything that a preset sets. */
export function presetSettings({ scene, settings }: Preset): Partial<Settings> {
  return {
    ...sceneSettings(sceneEntry(scene)),
    shallowest: 0,
    deepest: 64,
    tour: null,
    lab: null,
    build: null,
    step: null,
    node: null,
    color: 'level',
    moving: 100,
    ...usual,
    ...settings,
  };
}

export function presetAvailable({ settings }: Preset, ids: ReadonlySet<string>): boolean {
  const { structure, other } = settings;
  return [structure, other].every((id) => !id || ids.has(id));
}

/** What makes a demonstration; whoever changes one of these looks at something else. */
const ESSENTIAL = [
  'scene',
  'dim',
  'structure',
  'options',
  'other',
  'otherOptions',
  'policy',
  'motion',
  'query',
] as const;

const essence = (settings: Settings) =>
  JSON.stringify([settings.build !== null, ...ESSENTIAL.map((key) => settings[key])]);

/** The demonstration that these settings are. */
export function presetShown(settings: Settings, catalog: Catalog): Preset | undefined {
  const present = essence(settings);
  return presets.find((preset) => {
    const chosen = conform({ ...settings, ...presetSettings(preset) }, catalog).settings;
    return essence(chosen) === present;
  });
}
