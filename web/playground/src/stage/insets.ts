/** How much of the stage the panels cover, measured on the page. */

import type { Insets } from './views.js';

const GAP = 12;

function boundsOf(selector: string): DOMRect | null {
  return document.querySelector(selector)?.getBoundingClientRect() ?? null;
}

export function measureInsets(host: HTMLElement): Insets {
  const { height, width } = host.getBoundingClientRect();
  const top = boundsOf('.top-line');
  const bottom = boundsOf('.dock') ?? boundsOf('.sheet') ?? boundsOf('.embed-caption');
  const left = boundsOf('.controls');
  const right = boundsOf('.readings');
  return {
    left: left ? left.right + GAP : 0,
    right: right ? width - right.left + GAP : 0,
    top: top ? top.bottom : GAP,
    bottom: bottom ? height - bottom.top + GAP : GAP,
  };
}
