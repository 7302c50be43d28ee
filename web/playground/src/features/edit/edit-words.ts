/** What hands have done to the scene, in words. */

import { count } from '../../ui/format.js';
import type { EditSummary } from './edited-source.js';

export function summaryWords({ added, erased, moved }: EditSummary): string {
  const parts = [
    added > 0 && `${count(added)} added`,
    moved > 0 && `${count(moved)} moved`,
    erased > 0 && `${count(erased)} erased`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : 'nothing changed yet';
}
