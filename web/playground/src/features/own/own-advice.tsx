/** Properties of a file's boxes, structures recommended by `advise`, and links. */

import { useMemo } from 'preact/hooks';
import { type Advice, advise, type SceneAdvice, structures } from 'sapwood/all';
import type { OwnData } from '../../model/own-data.js';
import { usePage } from '../../session/page.js';
import { count } from '../../ui/format.js';
import { codeOpen } from '../../ui/visibility.js';

const short = (value: number) => Number(value.toPrecision(3)).toLocaleString('en');

/** Sizes are called mixed if their 99th percentile exceeds this multiple of their median. */
const MIXED = 2;

/** Describes the extents, sizes and overlaps of the boxes. */
function factsOf({ sample }: SceneAdvice): string[] {
  const { count: all, extent, meanSide, pairs, points, sizeRatio } = sample;
  const size = points === 1 ? 'All are points.' : `The mean side is ${short(meanSide)}.`;
  const mixed =
    sizeRatio > MIXED
      ? ` The largest hundredth are ${short(sizeRatio)} times the median size.`
      : '';
  const overlaps = Math.round(pairs * all);
  return [
    `They extend over ${extent.map(short).join(' × ')}.`,
    `${size}${mixed}`,
    overlaps === 1 ? 'About one pair overlaps.' : `About ${count(overlaps)} pairs overlap.`,
  ];
}

const titleOf = ({ structure }: Advice, dimensions: 2 | 3) =>
  structures.find(({ id }) => id === structure)?.title(dimensions) ?? structure;

interface OwnAdviceProps {
  readonly data: OwnData;
  /** Called before a link opens another page. */
  readonly onLeave: () => void;
}

export function OwnAdvice({ data, onLeave }: OwnAdviceProps) {
  const { store } = usePage();
  const { boxes, dimensions } = data;
  const advice = useMemo(() => advise({ boxes, dimensions }), [boxes, dimensions]);
  const { pairs, queries } = advice;
  const same = pairs.structure === queries.structure;
  const leave = (go: () => void) => () => {
    onLeave();
    go();
  };
  return (
    <div class="own-advice">
      <p>{factsOf(advice).join(' ')}</p>
      <p>
        Recommended for {same ? 'pairs and queries' : 'pairs'}:{' '}
        <strong data-own-pairs={pairs.structure}>{titleOf(pairs, dimensions)}</strong>
        {!same && (
          <>
            ; for queries:{' '}
            <strong data-own-queries={queries.structure}>{titleOf(queries, dimensions)}</strong>
          </>
        )}
        .
      </p>
      <details>
        <summary>Why</summary>
        <p>
          {pairs.reasons.join('; ')}.{!same && ` For queries: ${queries.reasons.join('; ')}.`}
        </p>
      </details>
      <div class="own-buttons">
        <button type="button" class="strong" onClick={leave(() => store.choose({ lab: 'race' }))}>
          Race on these boxes
        </button>
        <button
          type="button"
          class="preset"
          onClick={leave(() => {
            store.choose({ structure: pairs.structure, options: pairs.options });
            codeOpen.value = true;
          })}
        >
          Code
        </button>
        <button
          type="button"
          class="preset"
          onClick={leave(() =>
            store.choose({ structure: queries.structure, options: queries.options }),
          )}
        >
          Show the {titleOf(queries, dimensions)}
        </button>
      </div>
    </div>
  );
}
