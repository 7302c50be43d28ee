/** First frame of the figure as an SVG. The page shows it until the canvas is drawn. */

import { LENS_RADIUS, lensPosition, placeBoxes, touches, WORLD } from './swarm.js';

/** Number of boxes in the poster, as in the figure on large screens. */
const COUNT = 1200;

function path(boxes: Float32Array, isWanted: (at: number) => boolean): string {
  let text = '';
  for (let at = 0; at < boxes.length; at += 4) {
    if (!isWanted(at)) continue;
    const size = Math.round(boxes[at + 2] - boxes[at]);
    text += `M${Math.round(boxes[at])} ${Math.round(boxes[at + 1])}h${size}v${size}h-${size}z`;
  }
  return text;
}

export function poster(): string {
  const boxes = new Float32Array(4 * COUNT);
  placeBoxes(boxes, 0);
  const lens = lensPosition(0);
  const isHit = (at: number) => touches(boxes, at, lens);
  const [x, y] = lens;
  return [
    `<svg viewBox="0 0 ${WORLD.width} ${WORLD.height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">`,
    `<path style="fill:var(--box)" d="${path(boxes, (at) => !isHit(at))}"/>`,
    `<path style="fill:var(--hit)" d="${path(boxes, isHit)}"/>`,
    `<circle style="fill:none;stroke:var(--query);stroke-width:2.5" cx="${x}" cy="${y}" r="${LENS_RADIUS}"/></svg>`,
  ].join('');
}
