/** What the page calls a contender: a structure of ours by its title, not by its id. */

import { type Subject, subjectLabel, subjectOf } from 'measuring';
import { type Dimensions, structures } from 'sapwood/all';

/** Of a structure of ours, by the key of a run that may come from elsewhere; null for others. */
export function titleOfKey(key: string, dimensions?: Dimensions): string | null {
  const subject = subjectOf(key);
  const known = structures.some(({ id }) => id === subject.id);
  return subject.side === 'sapwood' && known ? contenderTitle(subject, dimensions) : null;
}

/** With the name that the structure has in a dimension: without one, in the highest that it has. */
export function contenderTitle(subject: Subject, dimensions?: Dimensions): string {
  const { id, options, side } = subject;
  const entry = structures.find((one) => one.id === id);
  if (side !== 'sapwood' || !entry) return subjectLabel(subject);
  const chosen = Object.entries(options).map(([name, value]) => `, ${name} ${value}`);
  const last = entry.dimensions[entry.dimensions.length - 1];
  return `sapwood ${entry.title(dimensions ?? last)}${chosen.join('')}`;
}
