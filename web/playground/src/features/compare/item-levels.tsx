/** Histogram of items per level, for one structure or two back to back. */

import { useNumberUpdates } from '../../session/page.js';
import type { Side } from '../../session/side.js';
import { count } from '../../ui/format.js';

/** With more rows than this, rows are smaller and only every `NAMED_ROWS`-th row has a label. */
const MAX_ROWS = 16;
const NAMED_ROWS = 4;

export function ItemLevels({ sides }: { sides: readonly Side[] }) {
  useNumberUpdates();
  const levels = Math.max(...sides.map((side) => side.levels.levels));
  if (levels < 2) return null;
  const held = (level: number) => sides.some((side) => side.levels.counts[level] > 0);
  const all = Array.from({ length: levels }, (_, level) => level);
  const drawn = all.slice(all.findIndex(held));
  const max = Math.max(1, ...sides.flatMap((side) => [...side.levels.counts]));
  const bar = (side: Side, level: number) => {
    const items = side.levels.counts[level];
    // the square root keeps small counts visible
    return items > 0 ? Math.max(100 * Math.sqrt(items / max), 2) : 0;
  };
  const [first, second] = sides;
  const isDense = drawn.length > MAX_ROWS;
  const look = `item-levels${second ? '' : ' item-levels-one'}${isDense ? ' item-levels-dense' : ''}`;
  // dense rows are smaller than a line of text, so most of them have no label
  const isNamed = (level: number) => !isDense || level % NAMED_ROWS === 0;
  return (
    <figure class={look}>
      <figcaption>Boxes on each level</figcaption>
      <ol>
        {drawn.map((level) => (
          <li
            key={level}
            title={`Level ${level}: ${sides.map((side) => count(side.levels.counts[level])).join(' and ')} boxes`}
          >
            <span class="item-bar item-bar-A" style={{ width: `${bar(first, level)}%` }} />
            <span class="item-level">{isNamed(level) ? level : ''}</span>
            {second ? (
              <span class="item-bar item-bar-B" style={{ width: `${bar(second, level)}%` }} />
            ) : (
              <span class="item-count">
                {isNamed(level) ? count(first.levels.counts[level]) : ''}
              </span>
            )}
          </li>
        ))}
      </ol>
    </figure>
  );
}
