/** Display names of contenders. */

import { type Subject, subjectLabel, subjectOf } from 'measuring';
import { type Dimensions, structures } from 'sapwood/all';

/**
 * Returns the title of a structure, given its key. Returns null for other libraries and unknown
 * structures.
 */
export function titleOfKey(key: string, dimensions?: Dimensions): string | null {
  const subject = subjectOf(key);
  const known = structures.some(({ id }) => id === subject.id);
  return subject.side === 'sapwood' && known ? contenderTitle(subject, dimensions) : null;
}

/**
 * A structure may have different names in 2D and 3D; by default, the name in its highest dimension
 * is used.
 */
export function contenderTitle(subject: Subject, dimensions?: Dimensions): string {
  const { id, options, side } = subject;
  const entry = structures.find((one) => one.id === id);
  if (side !== 'sapwood' || !entry) return subjectLabel(subject);
  const chosen = Object.entries(options).map(([name, value]) => `, ${name} ${value}`);
  const last = entry.dimensions[entry.dimensions.length - 1];
  return `sapwood ${entry.title(dimensions ?? last)}${chosen.join('')}`;
}
