/**
 * Boxes on the GPU, one instance each: bounds as the library writes them (minimum, then maximum corner) and eight
 * bytes of marks. Several geometries may draw the same buffer.
 */

import {
  DynamicDrawUsage,
  type InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
} from 'three';
import type { Dimensions } from '../state/settings.js';

/** Bytes of the marks: palette index (for nodes: the level), 1 for leaves, two unused; four traits of nodes. */
const MARK_BYTES = 8;
const TRAITS_AT = 4;
const SMALLEST = 64;

export class BoxBuffer {
  count = 0;
  private capacity = 0;
  private readonly geometries: InstancedBufferGeometry[] = [];
  private bounds!: InstancedInterleavedBuffer;
  private marks!: InstancedInterleavedBuffer;
  /** How often contents were sent to the GPU. */
  uploads = 0;

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

  /** Copies four traits for each of the first `count` boxes. */
  setTraits(traits: Uint8Array, count: number): void {
    const { markArray } = this;
    for (let i = 0; i < count; i++) {
      for (let t = 0; t < 4; t++) markArray[i * MARK_BYTES + TRAITS_AT + t] = traits[4 * i + t];
    }
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
    this.uploadMarks();
  }

  /** Of what is drawn, the marks only. */
  uploadMarks(): void {
    this.uploads++;
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
    this.marks = new InstancedInterleavedBuffer(marks, MARK_BYTES);
    this.marks.setUsage(DynamicDrawUsage);
    for (const geometry of this.geometries) this.give(geometry);
  }

  private give(geometry: InstancedBufferGeometry): void {
    // frees the buffers of the attributes that are replaced
    geometry.dispose();
    const { bounds, dimensions, marks } = this;
    geometry.setAttribute('boxMin', new InterleavedBufferAttribute(bounds, dimensions, 0));
    geometry.setAttribute('boxMax', new InterleavedBufferAttribute(bounds, dimensions, dimensions));
    geometry.setAttribute('mark', new InterleavedBufferAttribute(marks, 4, 0));
    geometry.setAttribute('traits', new InterleavedBufferAttribute(marks, 4, TRAITS_AT));
    geometry.instanceCount = this.count;
  }
}
