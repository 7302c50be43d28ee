/**
 * Table of the fastest structure by item count and share of moving items; cells select a `Question`.
 */

import { useMemo } from 'preact/hooks';
import { count } from '../../ui/format.js';
import { structureColor } from '../../ui/structure-colors.js';
import type { Measured } from './measured.js';
import { type Question, shares, shareWords } from './question.js';
import { MAP_SIZES, type MapCell, mapOf } from './recommendation.js';
import { changeQuestion } from './which-state.js';

interface MapProps {
  readonly measured: Measured;
  readonly question: Question;
}

export function WhichMap({ measured, question }: MapProps) {
  const { dimensions, task } = question;
  const rows = useMemo(() => mapOf(measured, question), [measured, dimensions, task]);
  const nearest = nearestSize(question.count);
  const caption =
    'Fastest structure by number of boxes (columns) and share of moving boxes (rows). Choose a cell to see its result; “–” means not measured.';
  return (
    <section class="which-scroll" aria-label="Map">
      <p class="hint">{caption}</p>
      <table class="which-map">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">Moving</span>
            </th>
            {MAP_SIZES.map((n) => (
              <th key={n} scope="col">
                {count(n)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={shares[at]}>
              <th scope="row">{`${shares[at]} %`}</th>
              {row.map((cell) => (
                <Cell
                  key={cell.n}
                  cell={cell}
                  present={cell.share === question.share && cell.n === nearest}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function nearestSize(n: number): number {
  const away = (size: number) => Math.abs(Math.log(size / n));
  return MAP_SIZES.reduce((a, b) => (away(b) < away(a) ? b : a));
}

interface CellProps {
  readonly cell: MapCell;
  readonly present: boolean;
}

function Cell({ cell: { best, n, share }, present }: CellProps) {
  if (!best) {
    return (
      <td class="which-none">
        <span class="visually-hidden">not measured</span>
        <span aria-hidden="true">–</span>
      </td>
    );
  }
  const { title } = best.contender;
  return (
    <td>
      <button
        type="button"
        style={{ '--structure': structureColor(best.contender.structure) }}
        aria-pressed={present}
        aria-label={`${count(n)} boxes, ${shareWords[share]}: ${title}`}
        onClick={() => changeQuestion({ count: n, share })}
      >
        {title}
      </button>
    </td>
  );
}
