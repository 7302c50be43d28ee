/**
 * Instanced boxes on the GPU. Each box has bounds (minimum corner, then maximum corner) and four
 * bytes of marks. Several geometries may share a buffer. Unchanged data is not uploaded again.
 */

import {
  type BufferGeometry,
  DynamicDrawUsage,
  type InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
} from 'three';
import type { Dimensions } from '../state/settings.js';

/**
 * Bytes of marks per box: the palette index (the level of a node), two node traits and an unused
 * byte.
 */
const MARK_BYTES = 4;
const MIN_CAPACITY = 64;

/** Returns whether two arrays of boxes differ. They contain no NaN, which would always differ. */
function differs(a: Float32Array, b: Float32Array): boolean {
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return true;
  return false;
}

/** Schedules an upload for the next rendered frame, merged with pending uploads. */
function send(buffer: InstancedInterleavedBuffer, length: number): void {
  const waiting = buffer.updateRanges.map(({ count }) => count);
  buffer.clearUpdateRanges();
  buffer.addUpdateRange(0, Math.max(length, ...waiting));
  buffer.needsUpdate = true;
}

const feeding = new WeakMap<BufferGeometry, BoxBuffer>();

export class BoxBuffer {
  count = 0;
  private capacity = 0;
  private readonly geometries: InstancedBufferGeometry[] = [];
  private bounds!: InstancedInterleavedBuffer;
  private marks!: InstancedInterleavedBuffer;
  uploads = 0;
  private boundsChanged = false;
  private marksChanged = false;

  constructor(readonly dimensions: Dimensions) {
    this.grow(MIN_CAPACITY);
  }

  private get boundsArray(): Float32Array {
    return this.bounds.array as Float32Array;
  }

  private get markArray(): Uint8Array {
    return this.marks.array as Uint8Array;
  }

  static of(geometry: BufferGeometry): BoxBuffer | undefined {
    return feeding.get(geometry);
  }

  attach(geometry: InstancedBufferGeometry): void {
    this.geometries.push(geometry);
    feeding.set(geometry, this);
    this.setAttributes(geometry);
  }

  /**
   * Sets the number of boxes and grows the buffers if necessary. The caller must then write the
   * boxes.
   */
  resize(count: number): void {
    if (count > this.capacity) this.grow(Math.ceil(count * 1.5));
    this.count = count;
    for (const geometry of this.geometries) geometry.instanceCount = count;
  }

  setMark(i: number, palette: number): void {
    const { markArray } = this;
    const at = i * MARK_BYTES;
    if (markArray[at] === palette) return;
    markArray[at] = palette;
    this.marksChanged = true;
  }

  /** Copies two bytes of node traits for each of the first `count` boxes. */
  setTraits(traits: Uint8Array, count: number): void {
    const { markArray } = this;
    for (let i = 0; i < count; i++) {
      for (let t = 0; t < 2; t++) markArray[i * MARK_BYTES + 1 + t] = traits[2 * i + t];
    }
    this.marksChanged = true;
  }

  setBoxes(boxes: Float32Array): void {
    if (!this.boundsChanged && !differs(this.boundsArray, boxes)) return;
    this.boundsArray.set(boxes);
    this.boundsChanged = true;
  }

  copyBox(i: number, source: Float32Array, from: number): void {
    const stride = 2 * this.dimensions;
    const target = this.boundsArray;
    for (let d = 0; d < stride; d++) {
      const value = source[from + d];
      if (target[i * stride + d] === value) continue;
      target[i * stride + d] = value;
      this.boundsChanged = true;
    }
  }

  /** Must be called after all changes of a frame. */
  upload(): void {
    const { boundsChanged, count, dimensions, marksChanged } = this;
    if (!boundsChanged && !marksChanged) return;
    this.uploads++;
    if (boundsChanged) send(this.bounds, count * 2 * dimensions);
    if (marksChanged) send(this.marks, count * MARK_BYTES);
    this.boundsChanged = this.marksChanged = false;
  }

  /**
   * Makes a geometry draw `count` boxes, starting with box `first`. The attributes are moved to the
   * first box, because WebGL cannot start at a given instance.
   */
  showPart(geometry: InstancedBufferGeometry, first: number, count: number): void {
    const { bounds, dimensions, marks } = this;
    const box = first * 2 * dimensions;
    const mark = first * MARK_BYTES;
    const setAttribute = (
      name: string,
      ...of: ConstructorParameters<typeof InterleavedBufferAttribute>
    ) => geometry.setAttribute(name, new InterleavedBufferAttribute(...of));
    setAttribute('boxMin', bounds, dimensions, box);
    setAttribute('boxMax', bounds, dimensions, box + dimensions);
    setAttribute('mark', marks, 4, mark);
    geometry.instanceCount = count;
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
    for (const geometry of this.geometries) this.setAttributes(geometry);
  }

  private setAttributes(geometry: InstancedBufferGeometry): void {
    // frees the GPU buffers of the replaced attributes
    geometry.dispose();
    this.showPart(geometry, 0, this.count);
  }
}
