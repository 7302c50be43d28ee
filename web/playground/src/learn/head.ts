/**
 * Initial content of the Learn page. The build writes it into the HTML, so that it is visible
 * before scripts run.
 */

import { chapters } from '../model/chapters.js';

export const headline = 'Find what touches what, without checking everything';

export const lead = `Games need to know in every frame which objects touch, which are near, and what a ray hits. ${chapters.length} short chapters lead from testing every pair to trees that test four boxes at once. Each figure runs the real library, and every number is counted live.`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns the same heading and list of chapters that `LearnPage` renders, as HTML. */
export function learnHead(): string {
  const items = chapters.map(
    ({ title }, i) => `<li><a href="#learn.${i + 1}">${escaped(title)}</a></li>`,
  );
  return [
    `<main class="learn-page" aria-label="How spatial indices work"><header class="learn-head"><h1>${headline}</h1><p>${lead}</p>`,
    `<nav aria-label="Chapters"><ol class="learn-contents">${items.join('')}</ol></nav></header>`,
    '<p id="learn-boot" class="boot" role="status">Loading the figures…</p></main>',
  ].join('');
}
