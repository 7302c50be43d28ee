/** Simulated GPU memory, for tests of attribute uploads. */
import type * as THREE from 'three';

/**
 * Simulated GPU memory of an attribute. Like a renderer, `upload` copies only the changed ranges.
 */
export class Uploaded {
  readonly attribute: THREE.InstancedBufferAttribute;
  readonly array: Float32Array;
  #version: number;
  /** Number of array elements that were uploaded so far. */
  total = 0;

  constructor(attribute: THREE.InstancedBufferAttribute) {
    this.attribute = attribute;
    this.array = attribute.array.slice() as Float32Array;
    this.#version = attribute.version;
  }

  upload(): void {
    const { array, updateRanges, version } = this.attribute;
    if (version === this.#version) return;
    this.#version = version;
    const ranges = updateRanges.length > 0 ? updateRanges : [{ start: 0, count: array.length }];
    for (const { start, count } of ranges) {
      this.array.set(array.slice(start, start + count), start);
      this.total += count;
    }
    this.attribute.clearUpdateRanges();
  }
}
