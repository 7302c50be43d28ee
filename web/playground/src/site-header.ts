/** Navigation links of the header and the landing page, and the skip link. */

import { element } from './page-frame.js';
import { goTo, type Mode } from './state/route.js';

/** Element of each page that is focused by the skip link. */
const contents: Record<Mode, string> = {
  landing: 'landing',
  explore: 'panels',
  learn: 'learn',
  which: 'which',
  bench: 'bench',
  play: 'play',
};

/** Opens the linked page with its last state. The plain hash of the link would reset the state. */
function follow(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-to]');
  if (!link) return;
  event.preventDefault();
  goTo(link.dataset.to as Mode);
}

/**
 * Focuses the content of the page. The default action would change the hash, which selects the
 * page.
 */
function skip(event: MouseEvent): void {
  event.preventDefault();
  const page = document.documentElement.dataset.page as Mode;
  const content = element(contents[page]);
  content.tabIndex = -1;
  content.focus();
}

export function connectHeader(): void {
  for (const id of ['site-header', 'landing']) element(id).addEventListener('click', follow);
  element('skip').addEventListener('click', skip);
}

export function markCurrent(page: Mode): void {
  for (const link of element('site-header').querySelectorAll<HTMLElement>('a[data-to]')) {
    if (link.dataset.to === page) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const mark = element('site-mark') as HTMLAnchorElement;
  if (page === 'landing') mark.removeAttribute('href');
  else mark.href = './';
}
