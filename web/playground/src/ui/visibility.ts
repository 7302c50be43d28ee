/** Whether panels and dialogs are open. This state is not stored in the URL. */

import { signal } from '@preact/signals';

export const helpOpen = signal(false);
export const codeOpen = signal(false);
export const finderOpen = signal(false);
/** Whether the node card receives the focus when it appears. */
export const focusesCard = signal(false);
export const panelsHidden = signal(false);
/** Whether to show only the stage in full screen with a large caption. */
export const presenting = signal(false);

const drawers = ['examples', 'scene', 'view', 'query', 'numbers', 'log'] as const;
export type Drawer = (typeof drawers)[number];

/**
 * Drawer that is open; null if all drawers are closed. On narrow pages, the drawer is shown as a
 * sheet.
 */
export const openDrawer = signal<Drawer | null>(null);

export function toggleDrawer(drawer: Drawer): void {
  openDrawer.value = openDrawer.peek() === drawer ? null : drawer;
}

// matches phones, also in landscape orientation; the style sheets use the same condition
const narrowPage = window.matchMedia('(max-width: 760px), (max-height: 500px)');
export const narrow = signal(narrowPage.matches);
narrowPage.addEventListener('change', () => {
  narrow.value = narrowPage.matches;
});
