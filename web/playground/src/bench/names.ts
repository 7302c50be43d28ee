/** What the page calls a contender: a structure of ours by its title, not by its id. */

import { type Subject, subjectLabel } from 'measuring';
import { structures } from 'sapwood/all';

export function contenderTitle(subject: Subject): string {
  const { id, options, side } = subject;
  const entry = structures.find((one) => one.id === id);
  if (side !== 'sapwood' || !entry) return subjectLabel(subject);
  const chosen = Object.entries(options).map(([name, value]) => `, ${name} ${value}`);
  const last = entry.dimensions[entry.dimensions.length - 1];
  return `sapwood ${entry.title(last)}${chosen.join('')}`;
}
