/**
 * How things can move, with the words of the menu; recipes for those that the shared scenes know.
 */

import type { Recipe } from 'scenes';

export interface MotionEntry {
  readonly title: string;
  readonly sentence: string;
}

export const motionMenu: Readonly<Record<string, MotionEntry>> = {
  still: { title: 'Still', sentence: 'Nothing moves.' },
  swirl: { title: 'Swirl', sentence: 'A slow vortex; the inside turns faster.' },
  drift: { title: 'Drift', sentence: 'Every box flies straight and bounces at the walls.' },
  jitter: { title: 'Jitter', sentence: 'Every box trembles around its place.' },
  sleeping: { title: 'Sleeping groups', sentence: 'One box in ten is awake, in turns.' },
  teleport: { title: 'Teleport', sentence: 'One box in a hundred jumps anywhere, each frame.' },
  fall: { title: 'Falling', sentence: 'Rigid bodies under gravity, simulated by Rapier.' },
  turn: { title: 'Turning', sentence: 'The teapot turns; every box changes in every frame.' },
  pulse: { title: 'Pulsing', sentence: 'The teapot breathes in and out.' },
  traffic: { title: 'Traffic', sentence: 'Cars drive; houses stand.' },
  walk: { title: 'Walking', sentence: 'A few walk over what stands.' },
  flock: { title: 'Flocking', sentence: 'Everything follows five leaders.' },
  volley: { title: 'Volleys', sentence: 'Turning guns; what flew far is fired again.' },
  blast: { title: 'Blast', sentence: 'From the middle outwards, every 300 frames anew.' },
};

/** Motions of every item, of which a part can be told to stay. */
export const wholeMotions: ReadonlySet<string> = new Set(['swirl', 'drift', 'jitter']);

/** Recipes of the generated motions; `still` has none. */
export function motionRecipe(id: string, seed: number): Recipe | null {
  switch (id) {
    case 'swirl':
      return { kind: 'swirl', turn: 0.004 };
    case 'drift':
      return { kind: 'drift', seed, speed: 0.04 };
    case 'jitter':
      return { kind: 'jitter', seed, amount: 0.05 };
    case 'sleeping':
      return { kind: 'sleeping', seed, speed: 0.06 };
    case 'teleport':
      return { kind: 'teleport', seed };
    default:
      return null;
  }
}
