/** Description of the user's edits. */

import type { EditSummary } from '../../model/edited-source.js';
import { count } from '../../ui/format.js';

export function summaryWords({ added, erased, moved }: EditSummary): string {
  const parts = [
    added > 0 && `${count(added)} added`,
    moved > 0 && `${count(moved)} moved`,
    erased > 0 && `${count(erased)} erased`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : 'nothing changed yet';
}
