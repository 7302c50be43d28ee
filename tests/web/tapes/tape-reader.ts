/**
 * Reads the arguments of operations from the bytes of a tape. After the end of the tape, all bytes
 * are zero.
 *
 * The bytes alone determine how many bytes an argument has. Its value may also depend on the items
 * of the index, for example "the corner of the third item". tests/cpp/support/tape_reader.hpp reads
 * tapes in the same way.
 */

import type { ItemFilter } from 'sapwood/all';
import type { Model } from '../support/model.js';
import {
  type ArgumentSpec,
  type Operation,
  operationOfByte,
  type World,
  worlds,
} from './operations.js';

const LARGEST = Math.fround(1e18);
const LARGEST_FLOAT = 2 ** 128 - 2 ** 104;

export interface Edit {
  readonly kind: number;
  readonly at: number;
  readonly value: number;
  readonly from: number;
}

export interface Damage {
  /** Whether the header gets the correct length and checksum after the edits. */
  readonly resealed: boolean;
  readonly edits: readonly Edit[];
}

/** Value of an argument. Only the member for the kind of the argument is set. */
export interface Argument {
  number: number;
  /** Id of an item; -1 if the index is empty. */
  id: number;
  point: Float32Array;
  box: Float32Array;
  boxes: Float32Array;
  filter: ItemFilter | undefined;
  length: number;
  planes: Float32Array;
  damage: Damage;
}

export interface ByteSource {
  byte(): number;
}

class TapeBytes implements ByteSource {
  at = 0;

  constructor(readonly bytes: Uint8Array) {}

  byte(): number {
    return this.at < this.bytes.length ? this.bytes[this.at++] : 0;
  }
}

export class GeneratedBytes implements ByteSource {
  constructor(private state: number) {}

  byte(): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return this.state >>> 24;
  }
}

const floats = new DataView(new ArrayBuffer(4));

export class TapeReader {
  readonly world: World;
  private readonly source: TapeBytes;
  private origin: Float32Array;

  /** The first byte chooses the world, from which coordinates come. */
  constructor(
    bytes: Uint8Array,
    private readonly model: Model,
  ) {
    this.source = new TapeBytes(bytes);
    this.world = worlds[this.source.byte() % worlds.length];
    this.origin = new Float32Array(model.dimensions);
  }

  get done(): boolean {
    return this.source.at >= this.source.bytes.length;
  }

  /** Number of bytes that were read from the tape. */
  get position(): number {
    return this.source.at;
  }

  operation(): Operation {
    return operationOfByte[this.source.byte()];
  }

  read({ kind, max }: ArgumentSpec): Argument {
    const { source } = this;
    switch (kind) {
      case 'number':
        return { number: this.word() % max } as Argument;
      case 'item':
        return { id: this.item() } as Argument;
      case 'point':
        return { point: this.point(source) } as Argument;
      case 'box':
        return { box: this.box(source) } as Argument;
      case 'boxes':
        return { boxes: this.boxes(source, source.byte() % (max + 1)) } as Argument;
      case 'swarm':
        return { boxes: this.swarm(max) } as Argument;
      case 'filter':
        return { filter: this.filter() } as Argument;
      case 'mask':
        return { filter: this.mask() } as Argument;
      case 'place':
        this.origin = this.place();
        return { point: this.origin } as Argument;
      case 'room':
        return { box: this.room() } as Argument;
      case 'radius':
        return { length: this.length(LARGEST_FLOAT) } as Argument;
      case 'reach':
        return { length: this.length(Infinity) } as Argument;
      case 'direction':
        return { point: this.direction() } as Argument;
      case 'frustum':
        return { planes: this.frustum() } as Argument;
      case 'damage':
        return { damage: this.damage() } as Argument;
    }
  }

  private get dimensions(): number {
    return this.model.dimensions;
  }

  private word(): number {
    const high = this.source.byte();
    return (high << 8) | this.source.byte();
  }

  private isFlat(axis: number): boolean {
    switch (this.world.flat) {
      case 'none':
        return false;
      case 'plane':
        return axis === this.dimensions - 1;
      case 'line':
        return axis > 0;
      case 'point':
        return true;
    }
  }

  private coordinate(source: ByteSource, axis: number): number {
    const { numbers, levels, step, offset } = this.world;
    if (this.isFlat(axis)) return offset;
    const first = source.byte();
    switch (numbers) {
      case 'steps': {
        const steps = (first % levels) - Math.floor(levels / 2);
        if (steps === 0 && offset === 0) return first < 128 ? 0 : -0;
        return offset + steps * step;
      }
      case 'fraction':
        return (first - 128 + source.byte() / 256) * step;
      case 'scales':
        return ((first - 128) / 128) * 2 ** ((source.byte() % levels) - Math.floor(levels / 2));
      case 'bits': {
        floats.setUint8(0, first);
        for (let i = 1; i < 4; i++) floats.setUint8(i, source.byte());
        const value = floats.getFloat32(0);
        return Math.abs(value) <= LARGEST ? value : first - 128;
      }
    }
  }

  private point(source: ByteSource): Float32Array {
    const at = new Float32Array(this.dimensions);
    for (let axis = 0; axis < at.length; axis++) at[axis] = this.coordinate(source, axis);
    return at;
  }

  private around(a: Float32Array, b: Float32Array): Float32Array {
    const low = a.map((value, axis) => (b[axis] < value ? b[axis] : value));
    const high = a.map((value, axis) => (b[axis] < value ? value : b[axis]));
    return Float32Array.from([...low, ...high]);
  }

  private box(source: ByteSource): Float32Array {
    const low = this.point(source);
    const { sides, step } = this.world;
    if (sides === 'any') return this.around(low, this.point(source));
    const side = Math.fround(step);
    return this.around(low, sides === 'step' ? low.map((value) => value + side) : low);
  }

  private boxes(source: ByteSource, count: number): Float32Array {
    const stride = 2 * this.dimensions;
    const list = new Float32Array(count * stride);
    for (let i = 0; i < count; i++) list.set(this.box(source), i * stride);
    return list;
  }

  private swarm(max: number): Float32Array {
    const count = this.source.byte() % (max + 1);
    return this.boxes(new GeneratedBytes(this.word()), count);
  }

  private item(): number {
    const choice = this.word();
    const live = this.model.ids();
    return live.length === 0 ? -1 : live[choice % live.length];
  }

  private itemBox(): Float32Array {
    const id = this.item();
    return id < 0 ? new Float32Array(2 * this.dimensions) : this.model.box(id);
  }

  private place(): Float32Array {
    const kind = this.source.byte() % 4;
    if (kind < 2) return this.point(this.source);
    const near = this.itemBox();
    const corner = kind === 2 ? this.source.byte() : 0;
    return Float32Array.from({ length: this.dimensions }, (_, axis) => {
      const low = near[axis];
      const high = near[this.dimensions + axis];
      if (kind === 3) return Math.fround(0.5 * low) + Math.fround(0.5 * high);
      return ((corner >> axis) & 1) !== 0 ? high : low;
    });
  }

  private room(): Float32Array {
    const kind = this.source.byte() % 4;
    if (kind < 2) {
      const a = this.place();
      return this.around(a, this.place());
    }
    if (kind === 2) return this.itemBox();
    const { dimensions } = this;
    return Float32Array.from({ length: 2 * dimensions }, (_, i) =>
      i < dimensions ? -LARGEST : LARGEST,
    );
  }

  private length(unbounded: number): number {
    const kind = this.source.byte() % 5;
    if (kind === 0) return 0;
    if (kind === 2) return unbounded;
    if (kind === 3) return Math.abs(Math.fround(this.coordinate(this.source, 0)));
    const near = this.itemBox();
    const far = kind === 4 ? this.itemBox() : near;
    return Math.abs(Math.fround(far[this.dimensions] - near[0]));
  }

  private direction(): Float32Array {
    const kind = this.source.byte() % 6;
    let direction = new Float32Array(this.dimensions);
    if (kind === 0) {
      const choice = this.source.byte();
      direction[choice % this.dimensions] = choice < 128 ? 1 : -1;
    } else if (kind === 1) {
      direction = Float32Array.from(this.point(this.source));
    } else {
      const target = this.place();
      const scale = Math.fround(kind === 4 ? 1e-30 : kind === 5 ? 1e12 : 1);
      direction.forEach((_, axis) => {
        direction[axis] = Math.fround(target[axis] - this.origin[axis]) * scale;
      });
    }
    if (direction.every((part) => part === 0)) direction[this.dimensions - 1] = -2;
    return direction;
  }

  /**
   * Returns the planes of a box, or six planes through random points that have a common point
   * inside.
   */
  private frustum(): Float32Array {
    const planes = new Float32Array(24);
    if (this.source.byte() % 2 === 0) {
      const walls = this.room();
      for (let plane = 0; plane < 2 * this.dimensions; plane++) {
        const axis = plane >> 1;
        const low = plane % 2 === 0;
        planes[4 * plane + axis] = low ? 1 : -1;
        planes[4 * plane + 3] = low ? -walls[axis] : walls[this.dimensions + axis];
      }
      return planes;
    }
    const inside = this.place();
    for (let plane = 0; plane < 6; plane++) {
      this.readPlane(planes.subarray(4 * plane, 4 * plane + 4), inside);
    }
    return planes;
  }

  private readPlane(plane: Float32Array, inside: Float32Array): void {
    const through = this.place();
    let constant = 0;
    let side = 0;
    for (let axis = 0; axis < this.dimensions; axis++) {
      plane[axis] = (this.source.byte() - 128) / 128;
      constant -= plane[axis] * through[axis];
      side += plane[axis] * inside[axis];
    }
    plane[3] = constant;
    if (side + constant >= 0) return;
    plane.forEach((number, i) => {
      plane[i] = -number;
    });
  }

  /** Returns the filter of an item, or undefined for the default filter. */
  private filter(): ItemFilter | undefined {
    const kind = this.source.byte() % 8;
    if (kind < 5) return undefined;
    return { category: 1 << (kind % 3), mask: kind === 7 ? 2 : 0xffffffff };
  }

  /** Returns the filter of a query, or undefined to accept all items. */
  private mask(): ItemFilter | undefined {
    const kind = this.source.byte() % 4;
    if (kind < 2) return undefined;
    const category = kind === 3 ? this.source.byte() : 0xffffffff;
    return { category, mask: this.source.byte() };
  }

  private damage(): Damage {
    const resealed = this.source.byte() % 4 !== 0;
    const count = 1 + (this.source.byte() % 3);
    const edits = Array.from({ length: count }, () => {
      const kind = this.source.byte() % 5;
      const at = this.word();
      const value = this.source.byte();
      return { kind, at, value, from: this.word() };
    });
    return { resealed, edits };
  }
}
