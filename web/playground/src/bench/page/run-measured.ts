/** A run of the Bench page as numbers that "Which structure?" can be answered from. */

import { subjectOf } from 'measuring';
import { phaseOf } from '../../features/which/links.js';
import type { Contender, Measured, Series } from '../../features/which/measured.js';
import type { Question } from '../../features/which/question.js';
import type { LoadedRun } from '../model.js';
import { groupBy, isTimed, type Timed } from '../verdict.js';

/** What a run measures as the question means it: queries over what moves are more than its queries. */
function phaseIn({ ask, share, ...rest }: Question): string | null {
  if (ask === 'collisions') return share === 1 ? null : phaseOf({ ask, share, ...rest });
  return share === 0 ? phaseOf({ ask, share, ...rest }) : null;
}

function contenderOf(key: string, title: string): Contender {
  const { id, options, side } = subjectOf(key);
  const ours = side === 'sapwood';
  return {
    key,
    title: ours ? title.replace(/^sapwood /, '') : title,
    structure: ours ? id : null,
    options: ours ? options : {},
    following: null,
  };
}

export function measuredRun(
  run: LoadedRun,
  titleOf: (key: string, dimensions: Question['dimensions']) => string,
): Measured {
  const timed = run.results.filter(isTimed);
  return {
    origin: `in “${run.label}”, ${run.environment.runtime}`,
    series(question) {
      const phase = phaseIn(question);
      const mine = timed.filter(
        (one) =>
          one.phase === phase && one.dimensions === question.dimensions && one.scene === 'uniform',
      );
      return [...groupBy(mine, ({ contender }) => contender)].map(
        ([key, results]): Series => ({
          contender: contenderOf(key, titleOf(key, question.dimensions)),
          points: results.sort((a, b) => a.n - b.n).map(pointOf),
        }),
      );
    },
  };
}

const pointOf = ({ ms, n }: Timed) => ({ n, ms: ms.median, band: { p25: ms.p25, p75: ms.p75 } });
