/**
 * Pages of the site. The address selects the open page: no hash is the landing page, `#learn...`,
 * `#which...`, `#bench...` and `#play...` are the pages of these names, everything else is Explore.
 * Only the open page writes the address.
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

/** Returns the settings part of a hash: `#explore` has none. */
export function exploreHash(hash: string): string {
  return /^#?explore$/.test(hash) ? '' : hash;
}

const current = signal<Mode>(modeOf(window.location.hash));

export const mode: ReadonlySignal<Mode> = current;

/** Returns the full-page URL with a hash. */
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
 * Hash of each page, so that switching pages keeps its state; pages not listed are opened by name.
 */
const addresses: Partial<Record<Mode, () => string>> = { landing: () => '' };

export function keepAddress(of: Mode, address: () => string): void {
  addresses[of] = address;
}

/** Opens another page with a history entry. */
export function goTo(wanted: Mode): void {
  if (wanted !== current.peek()) window.location.hash = addresses[wanted]?.() ?? wanted;
}
