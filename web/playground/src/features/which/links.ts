/**
 * Where a question leads: to a scene with the structure, and to a measurement in this browser. Addresses as text, so that
 * neither page needs the code of the other.
 */

import type { Contender, Following } from './measured.js';
import type { Ask, Question } from './question.js';

const policies: Readonly<Record<Following, string>> = {
  rebuild: 'rebuild',
  refit: 'refit',
  incremental: 'move',
};

const queries: Readonly<Record<Ask, string>> = {
  collisions: 'none',
  neighbors: 'nearest',
  camera: 'frustum',
  rays: 'ray',
  ranges: 'box',
};

/** More than this is a lot of lines to look at. */
const MOST_TO_WATCH = 5000;

/** The text behind the # of the uniform scene with the structure over it, asked what the question asks. */
export function watchHash(
  question: Question,
  { following, options, structure }: Contender,
): string {
  const { ask, count, dimensions, share } = question;
  const solids = dimensions === 3 ? 'bodies' : 'items';
  const parts = [
    ...['v=1', `structure=${structure}`, `dim=${dimensions}`, 'scene=uniform'],
    `n=${Math.min(count, MOST_TO_WATCH)}`,
    // what moves plays, unless the visitor prefers stillness
    ...(share > 0 ? ['motion=drift', `moving=${share}`] : ['motion=still', 'play=0']),
    `policy=${policies[following]}`,
    `show=${solids},hierarchy${ask === 'collisions' ? ',pairs' : ''}`,
    `q=${queries[ask]}`,
    ...Object.entries(options).map(([name, value]) => `o.${name}=${value}`),
  ];
  return parts.join('&');
}

/** What the Bench page measures of it; null where it has no such work. */
export function phaseOf({ ask, share }: Question): string | null {
  switch (ask) {
    case 'collisions':
      return share === 0 ? 'pairs' : share === 100 ? 'frame' : 'frame-tenth';
    case 'ranges':
      return 'box-queries';
    case 'neighbors':
      return 'nearest';
    case 'rays':
      return 'rays';
    default:
      return null;
  }
}

/** Structures that are measured against each other. */
const MOST_TO_MEASURE = 4;

/** The text behind the # of a Bench page that measures this question; null where it has no such work. */
export function benchHash(question: Question, contenders: readonly Contender[]): string | null {
  const phase = phaseOf(question);
  const ours = contenders.map(({ structure }) => `sapwood:${structure}`);
  if (phase === null || ours.length === 0) return null;
  const { count, dimensions } = question;
  const parts = [
    ...['bench=1', 'preset=quick', 'scenes=uniform', `dims=${dimensions}`],
    ...[`n=${count}-${count}`, 'sizes=1', `phases=${phase}`],
    `who=${ours.slice(0, MOST_TO_MEASURE).join(',')}`,
  ];
  return parts.join('&');
}
