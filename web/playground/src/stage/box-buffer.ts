/**
 * Boxes on the GPU, one instance each: bounds as the library writes them (minimum, then maximum corner) and four
 * bytes of marks. Several geometries may draw the same buffer.
 */

import {
  DynamicDrawUsage,
  InstancedBufferAttribute,
  type InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
} from 'three';
import type { Dimensions } from '../state/settings.js';

/** Bytes of a mark: palette index (for nodes: the level), 1 for leaves, two unused. */
const MARK_BYTES = 4;
const SMALLEST = 64;

export class BoxBuffer {
  count = 0;
  private capacity = 0;
  private readonly geometries: InstancedBufferGeometry[] = [];
  private bounds!: InstancedInterleavedBuffer;
  private marks!: InstancedBufferAttribute;

  constructor(readonly dimensions: Dimensions) {
    this.grow(SMALLEST);
  }

  get boundsArray(): Float32Array {
    return this.bounds.array as Float32Array;
  }

  get markArray(): Uint8Array {
    return this.marks.array as Uint8Array;
  }

  attach(geometry: InstancedBufferGeometry): void {
    this.geometries.push(geometry);
    this.give(geometry);
  }

  /** Makes room for `count` boxes and draws that many; contents are then the caller's to write. */
  resize(count: number): void {
    if (count > this.capacity) this.grow(Math.ceil(count * 1.5));
    this.count = count;
    for (const geometry of this.geometries) geometry.instanceCount = count;
  }

  setMark(i: number, palette: number, leaf: number): void {
    this.markArray[i * MARK_BYTES] = palette;
    this.markArray[i * MARK_BYTES + 1] = leaf;
  }

  /** Copies the box that starts at `from` of `source` into place i. */
  copyBox(i: number, source: Float32Array, from: number): void {
    const stride = 2 * this.dimensions;
    const target = this.boundsArray;
    for (let d = 0; d < stride; d++) target[i * stride + d] = source[from + d];
  }

  /** To be called after writing; uploads what is drawn. */
  upload(): void {
    this.bounds.clearUpdateRanges();
    this.bounds.addUpdateRange(0, this.count * 2 * this.dimensions);
    this.bounds.needsUpdate = true;
    this.marks.clearUpdateRanges();
    this.marks.addUpdateRange(0, this.count * MARK_BYTES);
    this.marks.needsUpdate = true;
  }

  dispose(): void {
    for (const geometry of this.geometries) geometry.dispose();
  }

  private grow(capacity: number): void {
    const stride = 2 * this.dimensions;
    const marks = new Uint8Array(capacity * MARK_BYTES);
    this.capacity = capacity;
    this.bounds = new InstancedInterleavedBuffer(new Float32Array(capacity * stride), stride);
    this.bounds.setUsage(DynamicDrawUsage);
    this.marks = new InstancedBufferAttribute(marks, MARK_BYTES);
    this.marks.setUsage(DynamicDrawUsage);
    for (const geometry of this.geometries) this.give(geometry);
  }

  private give(geometry: InstancedBufferGeometry): void {
    // frees the buffers of the attributes that are replaced
    geometry.dispose();
    const { bounds, dimensions } = this;
    geometry.setAttribute('boxMin', new InterleavedBufferAttribute(bounds, dimensions, 0));
    geometry.setAttribute('boxMax', new InterleavedBufferAttribute(bounds, dimensions, dimensions));
    geometry.setAttribute('mark', this.marks);
    geometry.instanceCount = this.count;
  }
}
