/** Access to the elements of index.html, and messages for pages that cannot be opened. */

export const WITHOUT_SIMD =
  'This browser does not support WebAssembly SIMD, which the library needs. Use Chrome 91, Firefox 89, Safari 16.4 or a later version.';

export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`#${id}: not in the page`);
  return found;
}

export function showStartError(text: string, id = 'boot'): void {
  const boot = element(id);
  boot.textContent = text;
  boot.classList.add('boot-failed');
  boot.setAttribute('role', 'alert');
}

/** Adds links to the pages that do not need WebGL, below the error message of Explore. */
export function showOtherPages(): void {
  const pages = { learn: 'Learn', which: 'Which one?', bench: 'Bench' };
  const links = Object.entries(pages).flatMap(([page, label]) => [
    ' ',
    Object.assign(document.createElement('a'), { href: `#${page}`, textContent: label }),
  ]);
  const line = document.createElement('span');
  line.append(...links);
  element('boot').append(line);
}
