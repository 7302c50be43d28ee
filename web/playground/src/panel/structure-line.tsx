/** What the chosen structure is and when to take it; of both where two are compared. */

import { structureGuides } from '../model/structure-guide.js';
import { usePage } from './page.js';

export function StructureLine() {
  const { store } = usePage();
  const guide = structureGuides[store.field('structure').value];
  if (!guide) return null;
  return (
    <p class="hint structure-line">
      {guide.what} <em>{guide.take}</em>
    </p>
  );
}
