/** Brute-force loops over all boxes, with test counters like an index. */

export class CheckAll {
  #boxes: Float32Array = new Float32Array(0);
  #tests = 0;

  build(boxes: Float32Array): void {
    this.#boxes = boxes;
  }

  counters() {
    return { nodeVisits: 0, itemTests: this.#tests };
  }

  /** Writes the boxes that a circle touches. Returns their number. */
  querySphereInto([x, y]: readonly [number, number], radius: number, out: Uint32Array): number {
    const boxes = this.#boxes;
    let found = 0;
    let tests = 0;
    for (let at = 0; at < boxes.length; at += 4) {
      tests++;
      const dx = Math.max(boxes[at] - x, 0, x - boxes[at + 2]);
      const dy = Math.max(boxes[at + 1] - y, 0, y - boxes[at + 3]);
      if (dx * dx + dy * dy <= radius * radius) out[found++] = at / 4;
    }
    this.#tests = tests;
    return found;
  }

  /** Returns all touching pairs. */
  pairs(): Uint32Array {
    const boxes = this.#boxes;
    const { length } = boxes;
    const found: number[] = [];
    let tests = 0;
    for (let a = 0; a < length; a += 4) {
      const x0 = boxes[a];
      const y0 = boxes[a + 1];
      const x1 = boxes[a + 2];
      const y1 = boxes[a + 3];
      for (let b = a + 4; b < length; b += 4) {
        tests++;
        if (boxes[b] > x1 || boxes[b + 2] < x0 || boxes[b + 1] > y1 || boxes[b + 3] < y0) continue;
        found.push(a / 4, b / 4);
      }
    }
    this.#tests = tests;
    return new Uint32Array(found);
  }
}
