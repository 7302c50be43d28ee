/**
 * Pages of the site. The hash of the URL selects the open page. An empty hash is the landing page;
 * `#learn...`, `#which...`, `#bench...` and `#play...` are the pages of these names. Any other hash
 * is Explore. Only the open page writes the hash.
 */

import { type ReadonlySignal, signal } from '@preact/signals';

export type Mode = 'landing' | 'explore' | 'learn' | 'which' | 'bench' | 'play';

/** `?embed=1`: Explore embedded in another page. Other pages do not support it. */
export const embedded = new URLSearchParams(window.location.search).get('embed') === '1';

const BARE = /^#?$/;

export function modeOf(hash: string): Mode {
  if (BARE.test(hash)) return embedded ? 'explore' : 'landing';
  return (/^#?(bench|learn|play|which)(?![a-z])/.exec(hash)?.[1] ?? 'explore') as Mode;
}

/** Returns the part of a hash that contains settings, which is empty for `#explore`. */
export function exploreHash(hash: string): string {
  return /^#?explore$/.test(hash) ? '' : hash;
}

const current = signal<Mode>(modeOf(window.location.hash));

export const mode: ReadonlySignal<Mode> = current;

/** Returns the URL of the page with the given hash, without the `embed` parameter. */
export function wholePage(hash: string): string {
  const address = new URL(window.location.href);
  address.searchParams.delete('embed');
  address.hash = hash;
  return address.href;
}

const follow = () => {
  current.value = modeOf(window.location.hash);
};
window.addEventListener('popstate', follow);
window.addEventListener('hashchange', follow);

/**
 * For each page, a function that returns its current hash, so that returning to a page restores its
 * state. The hash of a page without a function is its name.
 */
const addresses: Partial<Record<Mode, () => string>> = { landing: () => '' };

export function registerAddress(of: Mode, address: () => string): void {
  addresses[of] = address;
}

/** Opens another page with a history entry. */
export function goTo(target: Mode): void {
  if (target !== current.peek()) window.location.hash = addresses[target]?.() ?? target;
}
