/** The trial in the plane, where all of it can be seen: areas stand for volumes. */

import { Mulberry32 } from 'scenes';
import { type Answer, type Point, polygonsMeet, turned } from './polygons.js';
import type { Setting } from './volume-trial.js';
import { type Body, type Fitted, fitTo, type Volume, volumesAt, volumesMeet } from './volumes.js';

const OTHERS = 240;
/** The others lie in a square of this half side. */
export const FIELD = 3.2;

/** A body at rest. */
export interface Neighbor {
  readonly pieces: readonly (readonly Point[])[];
  readonly volumes: readonly Volume[];
}

function bodiesMeet(a: Neighbor['pieces'], b: Neighbor['pieces']): boolean {
  return a.some((piece) => b.some((other) => polygonsMeet(piece, other).meets));
}

export class PlaneSetting implements Setting<Volume> {
  readonly size: number;
  readonly neighbors: readonly Neighbor[];
  readonly #fitted: Fitted;

  constructor(readonly body: Body) {
    this.size = body.size;
    this.#fitted = fitTo(body);
    // the same neighbors on every visit
    const random = new Mulberry32(7);
    const scale = (points: readonly Point[]) => points.map(([x, y]): Point => [0.3 * x, 0.3 * y]);
    const small: Body = { ...body, pieces: body.pieces.map(scale) };
    const fitted = fitTo(small);
    this.neighbors = Array.from({ length: OTHERS }, () => {
      const by: Point = [FIELD * (2 * random.unit() - 1), FIELD * (2 * random.unit() - 1)];
      const angle = 2 * Math.PI * random.unit();
      return {
        pieces: small.pieces.map((piece) => turned(piece, angle, by)),
        volumes: volumesAt(fitted, angle, by),
      };
    });
  }

  piecesAt(angle: number): Point[][] {
    return this.body.pieces.map((piece) => turned(piece, angle));
  }

  truthAt(angle: number): boolean[] {
    const pieces = this.piecesAt(angle);
    return this.neighbors.map((other) => bodiesMeet(pieces, other.pieces));
  }

  volumesAt(angle: number): Volume[] {
    return volumesAt(this.#fitted, angle, [0, 0]);
  }

  volumesMeet(a: Volume, b: Volume): Answer {
    return volumesMeet(a, b);
  }
}
