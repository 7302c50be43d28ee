/** Open parts of the page; not stored in the URL. */

import { signal } from '@preact/signals';

export const helpOpen = signal(false);
export const codeOpen = signal(false);
export const finderOpen = signal(false);
/** Whether the node card takes the focus when it appears. */
export const cardWanted = signal(false);
export const panelsHidden = signal(false);
/** Whether to show only the stage in full screen with a large caption. */
export const presenting = signal(false);

const drawers = ['examples', 'scene', 'view', 'query', 'numbers', 'log'] as const;
export type Drawer = (typeof drawers)[number];

/** Open drawer; null if all are closed. Narrow pages show a sheet. */
export const openDrawer = signal<Drawer | null>(null);

export function toggleDrawer(drawer: Drawer): void {
  openDrawer.value = openDrawer.peek() === drawer ? null : drawer;
}

// phones, also in landscape; the same condition as in the styles
const narrowPage = window.matchMedia('(max-width: 760px), (max-height: 500px)');
export const narrow = signal(narrowPage.matches);
narrowPage.addEventListener('change', () => {
  narrow.value = narrowPage.matches;
});
