/** Comparisons and demonstrations that are one click away; those whose structures are there are offered. */

import { sceneEntry } from '../../model/scene-menu.js';
import { conform } from '../../state/conform.js';
import { type Catalog, type Layer, type Settings, sceneSettings } from '../../state/settings.js';

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
    title: 'Why loose cells?',
    sentence:
      'Items across a split plane get stuck high in the strict tree; loose cells let them sink.',
    scene: 'straddlers',
    settings: { ...strictLoose, dim: 3, n: 900, show: layersOf('hierarchy', 'stuck') },
  },
  {
    id: 'strict-loose-flat',
    title: 'Loose, flat?',
    sentence: 'The same in the plane: strict in A, loose in B.',
    scene: 'straddlers',
    settings: { ...strictLoose, dim: 2, n: 1200, show: layersOf('items', 'hierarchy', 'stuck') },
  },
  {
    id: 'box-sphere',
    title: 'Boxes or spheres?',
    sentence: 'The same items under a tree of boxes and under a tree of spheres.',
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
    title: 'How fat a leaf?',
    sentence: 'Fat boxes seldom have to be re-inserted, and are visited more often.',
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
    title: 'Level or small?',
    sentence: 'Moving boxes: in A siblings are kept level, in B nodes are kept small.',
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
    title: 'Which order?',
    sentence: 'The line goes from leaf to leaf: packed by x in A, along the curve in B.',
    scene: 'uniform',
    settings: { ...packings, options: { packing: 'nearest-x' } },
  },
  {
    id: 'tiles',
    title: 'Tiles or curve?',
    sentence: 'Packed by slices that are cut into tiles in A, along the curve in B.',
    scene: 'uniform',
    settings: { ...packings, options: { packing: 'str' } },
  },
  {
    id: 'corners',
    title: 'Which pairs get lost?',
    sentence:
      'A published grid files boxes by their corners. Boxes of the pairs that it loses are crossed out; this one finds them.',
    scene: 'random-large-boxes',
    settings: {
      dim: 2,
      n: 80,
      structure: 'hash-grid',
      options: { cellSize: 60, storage: 'hash' },
      show: layersOf('items', 'hierarchy', 'lost'),
      query: 'none',
    },
  },
  {
    id: 'sweep',
    title: 'What if sorted?',
    sentence:
      'Boxes sorted on one axis: those in the way of the query cannot be told from it there.',
    scene: 'uniform',
    settings: {
      dim: 2,
      n: 400,
      structure: 'sweep-and-prune',
      options: { mode: 'kept', axis: 'x' },
      show: layersOf('items', 'axis'),
      query: 'box',
    },
  },
  {
    id: 'planes',
    title: 'Where to split?',
    sentence: 'Where a k-d tree parts its nodes, axis after axis.',
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
    title: 'What is in view?',
    sentence: 'What a camera sees, from the nearest to the farthest; the rest is culled.',
    scene: 'uniform',
    settings: { ...inView, structure: 'static-tree' },
  },
  {
    id: 'split-planes',
    title: 'What comes first?',
    sentence:
      'A tree of spheres takes the child on the side of the eye first: most pairs come in order, and nothing is sorted.',
    scene: 'uniform',
    settings: { ...inView, structure: 'sphere-tree' },
  },
  {
    id: 'build',
    title: 'How does it grow?',
    sentence: 'A tree grows box by box: new nodes, splits, nodes that get another parent.',
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
    title: 'Never late?',
    sentence: 'The build is spread over frames; no frame exceeds the limit, the old tree answers.',
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
    title: 'Rebuilt meanwhile?',
    sentence:
      'Boxes that jump wait in a small tree until the rebuild in the background takes them in.',
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
  'query',
] as const;

const essence = (settings: Settings) => JSON.stringify(ESSENTIAL.map((key) => settings[key]));

/** The demonstration that these settings are. */
export function presetShown(settings: Settings, catalog: Catalog): Preset | undefined {
  const present = essence(settings);
  return presets.find((preset) => {
    const chosen = conform({ ...settings, ...presetSettings(preset) }, catalog).settings;
    return essence(chosen) === present;
  });
}
