/** Live numbers in captions of examples, from the structures on the stage. */

import type { DrawnSide } from '../../session/page.js';
import type { Session } from '../../session/session.js';
import type { Side } from '../../session/side.js';
import { count } from '../../ui/format.js';

interface Shown {
  readonly side: Side;
  readonly drawn: Pick<DrawnSide, 'lost'> | undefined;
}

const BYTES_PER_KIB = 1024;

/** Numbers by their name in captions. Names that end with B refer to the second structure. */
const numbers: Readonly<Record<string, (shown: Shown) => number | undefined>> = {
  n: ({ side }) => side.index.size,
  visits: ({ side }) => side.queryCounters.nodeVisits,
  boxTests: ({ side }) => side.queryCounters.itemTests,
  tests: ({ side }) => side.queryCounters.nodeVisits + side.queryCounters.itemTests,
  hits: ({ side }) => side.hitCount,
  replaced: ({ side }) => side.replaced,
  stuck: ({ side }) => side.levels.stuck.length,
  height: ({ side }) => side.index.stats().height,
  pairs: ({ side }) => side.pairCount,
  pairTests: ({ side }) => side.pairCounters.itemTests,
  pairVisits: ({ side }) => side.pairCounters.nodeVisits,
  kib: ({ side }) => side.index.byteLength / BYTES_PER_KIB,
  lost: ({ drawn }) => drawn?.lost.found?.lost,
  inserted: ({ side }) => side.building?.at,
  maxWork: ({ side }) => side.gradual?.maxWork,
};

/** Replaces names in braces by their numbers. */
export function captionOf(
  caption: string,
  { sides }: Pick<Session, 'sides'>,
  drawn?: { readonly sides: readonly Pick<DrawnSide, 'lost'>[] } | null,
): string {
  return caption.replace(/\{(\w+?)(B?)\}/g, (_, name: string, second: string) => {
    const view = second ? 1 : 0;
    const side = sides.at(view);
    return side ? count(numbers[name]({ side, drawn: drawn?.sides[view] })) : '–';
  });
}
