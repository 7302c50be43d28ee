/**
 * Boxes on the GPU, one instance each: bounds as the library writes them (minimum, then maximum corner) and four
 * bytes of marks. Several geometries may draw the same buffer. What is written again as it was is not sent again.
 */

import {
  type BufferGeometry,
  DynamicDrawUsage,
  type InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
} from 'three';
import type { Dimensions } from '../state/settings.js';

/** Bytes of the marks: palette index (for nodes: the level), two traits of nodes, one unused. */
const MARK_BYTES = 4;
const SMALLEST = 64;

/** Float32 values that were not numbers would never be equal; boxes have none. */
function differs(a: Float32Array, b: Float32Array): boolean {
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return true;
  return false;
}

/** With the next picture, together with what has not gone yet. */
function send(buffer: InstancedInterleavedBuffer, length: number): void {
  const waiting = buffer.updateRanges.map(({ count }) => count);
  buffer.clearUpdateRanges();
  buffer.addUpdateRange(0, Math.max(length, ...waiting));
  buffer.needsUpdate = true;
}

/** Which buffer a geometry draws. */
const feeding = new WeakMap<BufferGeometry, BoxBuffer>();

export class BoxBuffer {
  count = 0;
  private capacity = 0;
  private readonly geometries: InstancedBufferGeometry[] = [];
  private bounds!: InstancedInterleavedBuffer;
  private marks!: InstancedInterleavedBuffer;
  /** How often contents were sent to the GPU. */
  uploads = 0;
  private boundsChanged = false;
  private marksChanged = false;

  constructor(readonly dimensions: Dimensions) {
    this.grow(SMALLEST);
  }

  private get boundsArray(): Float32Array {
    return this.bounds.array as Float32Array;
  }

  private get markArray(): Uint8Array {
    return this.marks.array as Uint8Array;
  }

  /** The buffer that the geometry draws, if it draws one. */
  static of(geometry: BufferGeometry): BoxBuffer | undefined {
    return feeding.get(geometry);
  }

  attach(geometry: InstancedBufferGeometry): void {
    this.geometries.push(geometry);
    feeding.set(geometry, this);
    this.give(geometry);
  }

  /** Makes room for `count` boxes and draws that many; contents are then the caller's to write. */
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

  /** Copies two traits for each of the first `count` boxes. */
  setTraits(traits: Uint8Array, count: number): void {
    const { markArray } = this;
    for (let i = 0; i < count; i++) {
      for (let t = 0; t < 2; t++) markArray[i * MARK_BYTES + 1 + t] = traits[2 * i + t];
    }
    this.marksChanged = true;
  }

  /** Copies all boxes, of which there are `count`. */
  setBoxes(boxes: Float32Array): void {
    if (!this.boundsChanged && !differs(this.boundsArray, boxes)) return;
    this.boundsArray.set(boxes);
    this.boundsChanged = true;
  }

  /** Copies the box that starts at `from` of `source` into place i. */
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

  /** To be called after writing; sends what is drawn and has changed. */
  upload(): void {
    const { boundsChanged, count, dimensions, marksChanged } = this;
    if (!boundsChanged && !marksChanged) return;
    this.uploads++;
    if (boundsChanged) send(this.bounds, count * 2 * dimensions);
    if (marksChanged) send(this.marks, count * MARK_BYTES);
    this.boundsChanged = this.marksChanged = false;
  }

  /** Draws `count` boxes from `first` on: WebGL knows no first instance, so the attributes begin there. */
  showPart(geometry: InstancedBufferGeometry, first: number, count: number): void {
    const { bounds, dimensions, marks } = this;
    const box = first * 2 * dimensions;
    const mark = first * MARK_BYTES;
    const give = (name: string, ...of: ConstructorParameters<typeof InterleavedBufferAttribute>) =>
      geometry.setAttribute(name, new InterleavedBufferAttribute(...of));
    give('boxMin', bounds, dimensions, box);
    give('boxMax', bounds, dimensions, box + dimensions);
    give('mark', marks, 4, mark);
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
    for (const geometry of this.geometries) this.give(geometry);
  }

  private give(geometry: InstancedBufferGeometry): void {
    // frees the buffers of the attributes that are replaced
    geometry.dispose();
    this.showPart(geometry, 0, this.count);
  }
}
