/** What every panel needs, handed down the tree. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Playground } from '../explore/playground.js';
import type { Store } from '../state/store.js';

export interface Page {
  readonly store: Store;
  readonly playground: Playground;
}

export const PageContext = createContext<Page | null>(null);

/**
 * Renders the component again whenever the live numbers have changed; a component that gets the same properties is
 * else left as it is.
 */
export function useBeat(): void {
  usePage().playground.pulse.value;
}

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage: outside the page');
  return page;
}
