/** Motions with their labels in the menu, and the recipes of generated motions. */

import type { Recipe } from 'scenes';

interface MotionEntry {
  readonly title: string;
  readonly sentence: string;
}

export const motionMenu: Readonly<Record<string, MotionEntry>> = {
  still: { title: 'Still', sentence: 'Nothing moves.' },
  swirl: { title: 'Swirl', sentence: 'The boxes turn in a slow vortex, faster on the inside.' },
  drift: { title: 'Drift', sentence: 'Each box flies straight and bounces off the walls.' },
  jitter: { title: 'Jitter', sentence: 'Each box moves randomly around its place.' },
  sleeping: {
    title: 'Sleeping groups',
    sentence: 'Groups take turns: one box in ten moves at a time.',
  },
  teleport: {
    title: 'Teleport',
    sentence: 'One box in a hundred jumps to a random place in each frame.',
  },
  fall: { title: 'Falling', sentence: 'Rigid bodies fall under gravity, simulated by Rapier.' },
  turn: { title: 'Turning', sentence: 'The teapot turns. Every box changes in each frame.' },
  pulse: { title: 'Pulsing', sentence: 'The teapot grows and shrinks.' },
  traffic: { title: 'Traffic', sentence: 'Cars drive. Houses stand still.' },
  walk: { title: 'Walking', sentence: 'A few boxes walk over the terrain.' },
  flock: { title: 'Flocking', sentence: 'All boxes follow five leaders.' },
  volley: {
    title: 'Volleys',
    sentence: 'Turning guns fire bullets. A bullet is fired again after a long flight.',
  },
  blast: {
    title: 'Blast',
    sentence: 'Boxes fly outwards from the middle. This repeats every 300 frames.',
  },
};

/** Motions that by default move all items. The user can select a smaller percentage of items. */
export const wholeMotions: ReadonlySet<string> = new Set(['swirl', 'drift', 'jitter']);

/**
 * Returns the parameters of a generated motion, or null for `still` and motions that are not
 * generated.
 */
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
