/** Other ways to look at the same results: against a baseline, and what the build alone takes. */

import type { BuildShare, Result, SpeedUp } from './model.js';
import { cellKey, groupBy, isLevel, isTimed, type Timed } from './verdict.js';

/** Everybody but the baseline, in the cells that the baseline has, too. */
export function speedUps(results: readonly Result[], baseline: string): SpeedUp[] {
  const cells = groupBy(results.filter(isTimed), cellKey);
  return [...cells.values()].flatMap((own) => {
    const base = own.find(({ contender }) => contender === baseline);
    if (!base) return [];
    return own
      .filter((result) => result !== base)
      .map(({ scene, dimensions, n, phase, contender, ms }) => ({
        ...{ scene, dimensions, n, phase, contender },
        times: base.ms.median / ms.median,
        level: isLevel(base.ms, ms),
      }));
  });
}

const shareKey = ({ scene, dimensions, n, contender }: Timed) =>
  [scene, dimensions, n, contender].join(' ');

/** For whoever has both phases in a scene and size; a build that takes longer than build and pairs is all of it. */
export function buildShares(results: readonly Result[]): BuildShare[] {
  const both = groupBy(results.filter(isTimed), shareKey);
  return [...both.values()].flatMap((own) => {
    const build = own.find(({ phase }) => phase === 'build');
    const pairs = own.find(({ phase }) => phase === 'pairs');
    if (!build || !pairs || pairs.ms.median === 0) return [];
    const { scene, dimensions, n, contender } = build;
    const share = Math.min(1, build.ms.median / pairs.ms.median);
    return [{ scene, dimensions, n, contender, share }];
  });
}
