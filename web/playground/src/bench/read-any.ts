/** Whatever run a file holds: of this page, or of another runner. */

import type { LoadedRun } from './model.js';
import { isOther, readOther } from './other-runners.js';
import { parseRun, readParsed } from './record.js';

/** Throws a `Fault` with a plain sentence. */
export function readAnyRun(text: string, label: string): LoadedRun {
  const value = parseRun(text, label);
  return isOther(value) ? readOther(value, label) : readParsed(value, label);
}
