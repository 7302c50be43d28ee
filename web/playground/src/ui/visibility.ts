/** Which parts of the page are open; not part of the address. */

import { signal } from '@preact/signals';

export const helpOpen = signal(false);
export const codeOpen = signal(false);
export const finderOpen = signal(false);
/** The card of a node is to take the focus when it appears. */
export const cardWanted = signal(false);
export const panelsHidden = signal(false);
/** For lectures: full screen, only the stage and a large caption. */
export const presenting = signal(false);

export const drawers = ['examples', 'scene', 'view', 'query', 'numbers', 'log'] as const;
export type Drawer = (typeof drawers)[number];

/** The open drawer; null while all are closed. Narrow pages show it as a sheet. */
export const openDrawer = signal<Drawer | null>(null);

export function toggleDrawer(drawer: Drawer): void {
  openDrawer.value = openDrawer.peek() === drawer ? null : drawer;
}

// phones, also in landscape; styles use the same condition
const narrowPage = window.matchMedia('(max-width: 760px), (max-height: 500px)');
export const narrow = signal(narrowPage.matches);
narrowPage.addEventListener('change', () => {
  narrow.value = narrowPage.matches;
});
