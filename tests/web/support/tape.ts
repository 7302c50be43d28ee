/** Random boxes for suites in which the distribution of the boxes does not matter. */

import type { Dimensions } from 'sapwood/all';
import { Mulberry32 } from 'scenes';

/**
 * Returns boxes on a coarse lattice, so that boxes often touch, coincide or have sides of length 0.
 * One in sixteen boxes has random coordinates and may be large.
 */
export function latticeBoxes(seed: number, count: number, dimensions: Dimensions): Float32Array {
  const random = new Mulberry32(seed);
  const boxes = new Float32Array(count * 2 * dimensions);
  for (let i = 0; i < count; i++) {
    const anywhere = random.below(16) === 0;
    for (let d = 0; d < dimensions; d++) {
      const low = anywhere ? (random.unit() - 0.5) * 100 : random.below(24) - 12;
      const side = anywhere ? random.unit() * 40 : random.below(4) * 0.5;
      boxes[2 * i * dimensions + d] = low;
      boxes[(2 * i + 1) * dimensions + d] = Math.fround(low) + side;
    }
  }
  return boxes;
}
