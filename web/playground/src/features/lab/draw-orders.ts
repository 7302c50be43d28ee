/** The orders in which what a camera sees can be drawn. */

import { SphereTree } from 'sapwood/all';
import type { Frustum } from '../../model/frustum.js';

export interface DrawOrder {
  readonly id: 'stored' | 'split-planes' | 'sorted' | 'backwards';
  readonly title: string;
  readonly ids: Uint32Array;
}

/** Of boxes in space. */
export function drawOrders(boxes: Float32Array, { eye, planes }: Frustum): readonly DrawOrder[] {
  const tree = new SphereTree({ dimensions: 3 });
  tree.build(boxes);
  const sorted = tree.queryFrustum(planes, { eye, order: 'front-to-back' });
  const walked = tree.queryFrustum(planes, { eye, order: 'split-planes' });
  tree.dispose();
  return [
    { id: 'stored', title: 'Stored order', ids: sorted.slice().sort() },
    { id: 'split-planes', title: 'By split planes, not sorted', ids: walked },
    { id: 'sorted', title: 'Sorted front to back', ids: sorted },
    { id: 'backwards', title: 'Back to front', ids: sorted.slice().reverse() },
  ];
}
