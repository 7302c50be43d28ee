/**
 * Links from a `Question` to a scene in Explore and to a measurement in Bench. They are assembled
 * as text, so that the code of Explore and Bench is not loaded.
 */

import type { Contender, Following } from './measured.js';
import type { Question, Task } from './question.js';

const policies: Readonly<Record<Following, string>> = {
  rebuild: 'rebuild',
  refit: 'refit',
  incremental: 'move',
};

const queries: Readonly<Record<Task, string>> = {
  collisions: 'none',
  neighbors: 'nearest',
  camera: 'frustum',
  rays: 'ray',
  ranges: 'box',
};

/** Maximum number of items in the linked scene, so that the picture stays readable. */
const MAX_WATCHED = 5000;

/** Returns the URL hash of the uniform scene with the structure and query. */
export function watchHash(
  question: Question,
  { following, options, structure }: Contender,
): string {
  const { task, count, dimensions, share } = question;
  const solids = dimensions === 3 ? 'bodies' : 'items';
  const parts = [
    ...['v=1', `structure=${structure}`, `dim=${dimensions}`, 'scene=uniform'],
    `n=${Math.min(count, MAX_WATCHED)}`,
    // moving scenes play, unless reduced motion is preferred
    ...(share > 0 ? ['motion=drift', `moving=${share}`] : ['motion=still', 'play=0']),
    `policy=${policies[following]}`,
    `show=${solids},hierarchy${task === 'collisions' ? ',pairs' : ''}`,
    `q=${queries[task]}`,
    ...Object.entries(options).map(([name, value]) => `o.${name}=${value}`),
  ];
  return parts.join('&');
}

/** Returns the phase of Bench that measures a `Question`; null if there is none. */
function phaseOf({ task, share }: Question): string | null {
  switch (task) {
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

/** Maximum number of structures in a measurement. */
const MAX_MEASURED = 4;

/** Returns the URL hash of a Bench page for this `Question`; null if there is none. */
export function benchHash(question: Question, contenders: readonly Contender[]): string | null {
  const phase = phaseOf(question);
  const ours = contenders.map(({ structure }) => `sapwood:${structure}`);
  if (phase === null || ours.length === 0) return null;
  const { count, dimensions } = question;
  const parts = [
    ...['bench=1', 'preset=quick', 'scenes=uniform', `dims=${dimensions}`],
    ...[`n=${count}-${count}`, 'sizes=1', `phases=${phase}`],
    `who=${ours.slice(0, MAX_MEASURED).join(',')}`,
  ];
  return parts.join('&');
}
