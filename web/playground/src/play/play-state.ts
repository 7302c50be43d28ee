/** State of the page of the games. The address contains a part of it. */

import { signal } from '@preact/signals';

export type Dimensions = 2 | 3;

export const dimensions = signal<Dimensions>(3);
export const firstPerson = signal(false);
export const showsContacts = signal(true);
export const showsTree = signal(false);

/** Readings of the last 30 steps, for the page. */
export interface Numbers {
  readonly triangles: number;
  readonly contacts: number;
  readonly grounded: boolean;
  readonly position: readonly number[];
  /** Median milliseconds of a call of `move`. */
  readonly moveTime: number;
}

export const numbers = signal<Numbers | null>(null);

/** Returns `play`, followed by `.2d` and `.first` if they apply. */
export function playAddress(): string {
  return `play${dimensions.value === 2 ? '.2d' : ''}${firstPerson.value ? '.first' : ''}`;
}

export function readPlayAddress(hash: string): void {
  const parts = hash.replace(/^#/, '').split('.').slice(1);
  dimensions.value = parts.includes('2d') ? 2 : 3;
  firstPerson.value = parts.includes('first');
}
