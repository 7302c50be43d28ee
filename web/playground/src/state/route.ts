/**
 * Pages of the playground. The address selects the open page: `#bench...` is Bench, `#learn...` is
 * Learn, `#play...` is Play, everything else is Explore. Only the open page writes the address.
 */

import { type ReadonlySignal, signal } from '@preact/signals';

export type Mode = 'explore' | 'learn' | 'bench' | 'play';

export function modeOf(hash: string): Mode {
  return (/^#?(bench|learn|play)(?![a-z])/.exec(hash)?.[1] ?? 'explore') as Mode;
}

const current = signal<Mode>(modeOf(window.location.hash));

export const mode: ReadonlySignal<Mode> = current;

/** `?embed=1`: Explore as a picture in another page. The others have no such form. */
export const embedded = new URLSearchParams(window.location.search).get('embed') === '1';

/** The whole page with this behind the #. */
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

/** What each page would write behind the #, so that going there and back loses nothing; else its name opens it. */
const addresses: Partial<Record<Mode, () => string>> = { explore: () => '' };

export function keepAddress(of: Mode, address: () => string): void {
  addresses[of] = address;
}

/** Opens another page as a step that the back button takes back. */
export function goTo(wanted: Mode): void {
  if (wanted !== current.peek()) window.location.hash = addresses[wanted]?.() ?? wanted;
}
