/** Which parts of the page are open; not part of the address. */

import { signal } from '@preact/signals';

export const helpOpen = signal(false);
export const codeOpen = signal(false);
export const finderOpen = signal(false);
export const whichOpen = signal(false);
/** The card of a node is to take the focus when it appears. */
export const cardWanted = signal(false);
export const panelsHidden = signal(false);

export const sheetTabs = ['scene', 'query', 'numbers'] as const;
export type SheetTab = (typeof sheetTabs)[number];

/** The open tab of the bottom sheet on narrow pages; null while it is folded. */
export const sheetTab = signal<SheetTab | null>(null);

const narrowPage = window.matchMedia('(max-width: 760px)');
export const narrow = signal(narrowPage.matches);
narrowPage.addEventListener('change', () => {
  narrow.value = narrowPage.matches;
});
