/** Converts triangles, lines and points to items. The box of an item contains its vertices. */

import { BoxList, FileError, type OwnBoxes } from '../../model/own-data.js';

export type Point = readonly [x: number, y: number, z: number];
type Corners = 1 | 2 | 3;

const nouns: Readonly<Record<Corners, readonly [one: string, more: string]>> = {
  3: ['triangle', 'triangles'],
  2: ['line', 'lines'],
  1: ['point', 'points'],
};

export class CornerBoxes {
  private readonly list = new BoxList(3);
  /** Vertices of the triangles whose boxes are in `list`, nine numbers per triangle. */
  private readonly triangles: number[] = [];
  private readonly counts: Record<Corners, number> = { 1: 0, 2: 0, 3: 0 };

  /**
   * Adds an item of one to three vertices. Error messages call the item `place`; the default is its
   * kind and number.
   */
  add(corners: readonly Point[], place?: string): void {
    const kind = corners.length as Corners;
    const number = ++this.counts[kind];
    const low = [...corners[0]];
    const high = [...corners[0]];
    for (const corner of corners) {
      for (let d = 0; d < 3; d++) {
        // the conditions are negated so that NaN is stored, which the list then rejects
        if (!(corner[d] >= low[d])) low[d] = corner[d];
        if (!(corner[d] <= high[d])) high[d] = corner[d];
      }
    }
    const isKept = this.list.add([...low, ...high], place ?? `The ${nouns[kind][0]} ${number}`);
    if (isKept && kind === 3) for (const corner of corners) this.triangles.push(...corner);
  }

  get boxes(): OwnBoxes {
    const words = ([3, 2, 1] as const)
      .filter((kind) => this.counts[kind] > 0)
      .map((kind) => {
        const count = this.counts[kind];
        return `${count.toLocaleString('en')} ${nouns[kind][count === 1 ? 0 : 1]}`;
      });
    if (words.length === 0) throw new FileError('The file has no triangles, lines or points.');
    const isPoints = this.counts[2] + this.counts[3] === 0;
    return {
      ...this.list.boxes,
      ...(this.counts[3] > 0 && { triangles: Float32Array.from(this.triangles) }),
      noun: isPoints ? 'points' : undefined,
      interpretation: isPoints ? '3D points' : `3D bounds of ${words.join(', ')}`,
    };
  }
}
