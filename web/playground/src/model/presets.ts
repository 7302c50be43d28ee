/** Comparisons and demonstrations that are one click away; those whose structures are there are offered. */

import { type Layer, type Settings, sceneSettings } from '../state/settings.js';
import { sceneEntry } from './scene-menu.js';

export interface Preset {
  readonly id: string;
  readonly title: string;
  /** What there is to see. */
  readonly sentence: string;
  readonly scene: string;
  readonly settings: Partial<Settings>;
}

function layersOf(...names: Layer[]): ReadonlySet<Layer> {
  return new Set(names);
}

const one = { options: {}, other: null, otherOptions: {}, policy: 'update', play: false } as const;

const strictLoose = {
  ...one,
  structure: 'octree',
  other: 'loose-octree',
  options: { capacity: 8 },
  // with 2, the usual looseness, bounds overlap so much that there are more tests, not fewer
  otherOptions: { looseness: 1.5, capacity: 8 },
  query: 'box',
  motion: 'still',
} as const;

export const presets: readonly Preset[] = [
  {
    id: 'strict-loose',
    title: 'Loose octree',
    sentence:
      'Items across a split plane get stuck high in the strict tree; loose cells let them sink.',
    scene: 'straddlers',
    settings: { ...strictLoose, dim: 3, n: 900, show: layersOf('hierarchy', 'stuck') },
  },
  {
    id: 'strict-loose-flat',
    title: 'Loose quadtree',
    sentence: 'The same in the plane: strict to the left, loose to the right.',
    scene: 'straddlers',
    settings: { ...strictLoose, dim: 2, n: 1200, show: layersOf('items', 'hierarchy', 'stuck') },
  },
  {
    id: 'box-sphere',
    title: 'Spheres',
    sentence: 'The same items under a tree of boxes and under a tree of spheres.',
    scene: 'clustered',
    settings: {
      ...one,
      dim: 3,
      n: 600,
      structure: 'static-tree',
      other: 'sphere-tree',
      show: layersOf('bodies', 'hierarchy'),
      query: 'ray',
      // through both clouds
      ray: [0.02, 0.02, 0.68, 0.98, 0.98, 0.3],
      motion: 'still',
    },
  },
  {
    id: 'fat-margins',
    title: 'Fat margins',
    sentence: 'Fat boxes seldom have to be re-inserted, and are visited more often.',
    scene: 'uniform',
    settings: {
      ...one,
      dim: 2,
      n: 600,
      structure: 'dynamic-tree',
      options: { margin: 0, prediction: 0 },
      other: 'dynamic-tree',
      otherOptions: { margin: 0.5 },
      policy: 'move',
      show: layersOf('items', 'hierarchy', 'leaves'),
      query: 'box',
      motion: 'drift',
      play: true,
    },
  },
  {
    id: 'growing',
    title: 'Growing tree',
    sentence: 'The build is spread over frames; no frame exceeds the limit, the old tree answers.',
    scene: 'clustered',
    settings: {
      ...one,
      dim: 3,
      structure: 'static-tree',
      policy: 'gradual',
      work: 1500,
      show: layersOf('bodies', 'hierarchy'),
      query: 'box',
      motion: 'still',
      play: true,
    },
  },
  {
    id: 'background',
    title: 'Newcomers',
    sentence:
      'Boxes that jump wait in a small tree until the rebuild in the background takes them in.',
    scene: 'uniform',
    settings: {
      ...one,
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
  return { ...sceneSettings(sceneEntry(scene)), shallowest: 0, deepest: 64, ...settings };
}

export function presetAvailable({ settings }: Preset, ids: ReadonlySet<string>): boolean {
  const { structure, other } = settings;
  return [structure, other].every((id) => !id || ids.has(id));
}
