/** Scenes that resemble games. Each scene has its own rules for static and moving items. */

import type { QueryPlace } from '../state/settings.js';
import type { SceneEntry, SceneRequest } from './box-source.js';
import type { World } from './worlds/world.js';

type Game = Pick<SceneEntry, 'id' | 'title' | 'sentence' | 'count' | 'maxCount' | 'place'> &
  Partial<Pick<SceneEntry, 'dimensions'>> & {
    readonly motion: string;
    readonly make: () => Promise<(request: SceneRequest) => World>;
  };

/**
 * Query camera that stands left of the scene and faces it. Its frustum is therefore visible from
 * the side.
 */
export const cam = [-0.15, 0.72, 0.7, 0.8, 0.42, 0.4, 0.34];

export const inTheMiddle: QueryPlace = {
  box: [0.5, 0.5, 0.5, 0.11, 0.11, 0.11],
  ball: [0.5, 0.5, 0.5, 0.14],
  ray: [0.05, 0.6, 0.9, 0.95, 0.4, 0.1],
  cam,
};

/**
 * Query positions for wide, low scenes. Heights are fractions of the height of the scene, but half
 * extents are fractions of its longest side.
 */
const onTheGround: QueryPlace = {
  box: [0.6, 0.3, 0.66, 0.09, 0.03, 0.09],
  ball: [0.6, 0.3, 0.66, 0.09],
  ray: [0.04, 0.9, 0.9, 0.9, 0.1, 0.4],
  cam: [-0.02, 1.3, 0.75, 0.75, 0.2, 0.45, 0.22],
};

/** Returns the menu entry of a scene. The code of the scene is loaded when it is opened. */
function game({ make, motion, ...entry }: Game): SceneEntry {
  return {
    group: 'Games',
    dimensions: [2, 3],
    motions: [motion, 'still'],
    minCount: 20,
    ...entry,
    load: async (request) => {
      const [{ worldSource }, world] = await Promise.all([import('./worlds/world.js'), make()]);
      return worldSource(world(request), request.motion !== 'still');
    },
  };
}

export const gameScenes: readonly SceneEntry[] = [
  game({
    place: onTheGround,
    id: 'city',
    title: 'City',
    sentence: 'Houses that stand still, and one car for every nine houses.',
    count: 3000,
    maxCount: 100_000,
    motion: 'traffic',
    make: async () => (await import('./worlds/city.js')).city,
  }),
  game({
    place: onTheGround,
    id: 'terrain',
    title: 'Terrain with walkers',
    sentence: 'Hills made of tiles. One box in fifty walks over them.',
    dimensions: [3],
    count: 3000,
    maxCount: 100_000,
    motion: 'walk',
    make: async () => (await import('./worlds/terrain.js')).terrain,
  }),
  game({
    place: inTheMiddle,
    id: 'swarm',
    title: 'Swarm',
    sentence:
      'Five flocks cross each other. All boxes move, and neighbors move in similar directions.',
    count: 1500,
    maxCount: 50_000,
    motion: 'flock',
    make: async () => (await import('./worlds/crowds.js')).swarm,
  }),
  game({
    place: inTheMiddle,
    id: 'bullets',
    title: 'Bullet hell',
    sentence: 'Turning guns fire spirals of bullets. A bullet is fired again after a long flight.',
    dimensions: [2],
    count: 2000,
    maxCount: 50_000,
    motion: 'volley',
    make: async () => (await import('./worlds/crowds.js')).bullets,
  }),
  game({
    // the query box contains only a part of the core of the explosion
    place: { ...inTheMiddle, box: [0.6, 0.6, 0.6, 0.08, 0.08, 0.08] },
    id: 'explosion',
    title: 'Explosion',
    sentence: 'Boxes fly outwards from a crowded core: many pairs at first, then few.',
    count: 1500,
    maxCount: 20_000,
    motion: 'blast',
    make: async () => (await import('./worlds/crowds.js')).explosion,
  }),
];
