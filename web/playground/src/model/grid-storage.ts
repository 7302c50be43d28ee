/** How a hash grid keeps its cells, which decides what can be told and drawn of it. */

import type { SpatialIndex } from 'sapwood/all';

type Kept = Pick<SpatialIndex, 'id' | 'options'>;

/** Row after row, each item in the one cell of its least corner: a query looks at cells that it does not touch, too. */
export const keepsRows = ({ id, options }: Kept) =>
  id === 'hash-grid' && options.storage === 'rows';

/** With a list for each cell of the items that touch it: a query looks up the cells that it touches. */
export const keepsLists = ({ id, options }: Kept) =>
  id === 'hash-grid' && options.storage !== 'rows';
