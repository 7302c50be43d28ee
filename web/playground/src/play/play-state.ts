/** State of the games page, partly stored in the URL. */

import { signal } from '@preact/signals';
import type { RayReadings } from './game.js';

export type Dimensions = 2 | 3;

export const dimensions = signal<Dimensions>(3);
export const firstPerson = signal(false);
export const showsContacts = signal(true);
export const showsTree = signal(false);
/** Deepest drawn level of the tree. `deepest` is the deepest level that exists. */
export const treeLevel = signal(4);
export const deepest = signal(0);
export const showsRay = signal(false);
export const holdsRay = signal(false);

/** Displayed numbers of the game. They are updated every 30 simulation steps. */
export interface Numbers {
  readonly triangles: number;
  readonly contacts: number;
  readonly grounded: boolean;
  readonly position: readonly number[];
  /** Median duration of the player's `move` calls in the last 30 steps, in milliseconds. */
  readonly moveTime: number;
}

export const numbers = signal<Numbers | null>(null);
export const rayNumbers = signal<RayReadings | null>(null);

/** Returns the URL hash: `play`, followed by `.2d`, `.first`, `.tree` and `.ray` if they apply. */
export function playAddress(): string {
  const parts = ['play'];
  if (dimensions.value === 2) parts.push('2d');
  if (firstPerson.value) parts.push('first');
  if (showsTree.value) parts.push('tree');
  if (showsRay.value) parts.push('ray');
  return parts.join('.');
}

export function readPlayAddress(hash: string): void {
  const parts = hash.replace(/^#/, '').split('.').slice(1);
  dimensions.value = parts.includes('2d') ? 2 : 3;
  firstPerson.value = parts.includes('first');
  showsTree.value = parts.includes('tree');
  showsRay.value = parts.includes('ray');
}
