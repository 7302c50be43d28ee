/**
 * Tests a rotating shape against small static shapes, with several kinds of bounding volumes.
 * Counts the overlapping volumes and the cost of the tests.
 */

import { Mulberry32 } from 'scenes';
import { type Point, polygonsMeet, turned } from './polygons.js';
import {
  type Fitted,
  fitTo,
  type Shape,
  type Volume,
  type VolumeKind,
  volumeKinds,
  volumesAt,
  volumesMeet,
} from './volumes.js';

const NEIGHBORS = 240;
/** Scale of the small shapes relative to the rotating shape. */
const SMALL = 0.3;
/** Half the side of the square that contains the centers of the small shapes. */
const FIELD = 3.2;
const STEPS_PER_TURN = 24;

interface Neighbor {
  readonly pieces: Shape['pieces'];
  readonly volumes: readonly Volume[];
}

export interface Outcome {
  readonly kind: VolumeKind;
  readonly volume: Volume;
  /**
   * Test result for each small shape: 2 if it overlaps the rotating shape, 1 if only the bounding
   * volumes overlap, and 0 if the volumes are disjoint.
   */
  readonly states: Uint8Array;
  readonly candidates: number;
  readonly falsePositives: number;
  /** Mean number of multiplications and comparisons per test. */
  readonly cost: number;
}

interface TurnMeans {
  readonly kind: VolumeKind;
  /** Area of the bounding volume divided by the area of the shape. */
  readonly size: number;
  readonly falsePositives: number;
  readonly cost: number;
}

function shapesMeet(a: Shape['pieces'], b: Shape['pieces']): boolean {
  return a.some((piece) => b.some((other) => polygonsMeet(piece, other).meets));
}

export class RotatingShape {
  readonly neighbors: readonly Neighbor[];
  private readonly fitted: Fitted;

  constructor(readonly shape: Shape) {
    this.fitted = fitTo(shape);
    const random = new Mulberry32(7);
    const scale = (points: readonly Point[]) =>
      points.map(([x, y]): Point => [SMALL * x, SMALL * y]);
    const small: Shape = { ...shape, pieces: shape.pieces.map(scale) };
    const fitted = fitTo(small);
    this.neighbors = Array.from({ length: NEIGHBORS }, () => {
      const by: Point = [FIELD * (2 * random.unit() - 1), FIELD * (2 * random.unit() - 1)];
      const angle = 2 * Math.PI * random.unit();
      const pieces = small.pieces.map((piece) => turned(piece, angle, by));
      return { pieces, volumes: volumesAt(fitted, angle, by) };
    });
  }

  piecesAt(angle: number): Point[][] {
    return this.shape.pieces.map((piece) => turned(piece, angle));
  }

  truthAt(angle: number): boolean[] {
    const pieces = this.piecesAt(angle);
    return this.neighbors.map((other) => shapesMeet(pieces, other.pieces));
  }

  outcomesAt(angle: number): Outcome[] {
    const truth = this.truthAt(angle);
    return volumesAt(this.fitted, angle, [0, 0]).map((volume, at) => {
      const states = new Uint8Array(NEIGHBORS);
      let cost = 0;
      let candidates = 0;
      let falsePositives = 0;
      this.neighbors.forEach(({ volumes }, i) => {
        const test = volumesMeet(volume, volumes[at]);
        cost += test.cost;
        if (!test.meets) return;
        candidates++;
        states[i] = truth[i] ? 2 : 1;
        if (!truth[i]) falsePositives++;
      });
      const { kind } = volume;
      return { kind, volume, states, candidates, falsePositives, cost: cost / NEIGHBORS };
    });
  }

  fullTurn(): readonly TurnMeans[] {
    const all = Array.from({ length: STEPS_PER_TURN }, (_, i) =>
      this.outcomesAt((2 * Math.PI * i) / STEPS_PER_TURN),
    );
    return volumeKinds.map((kind, at) => {
      const mean = (of: (outcome: Outcome) => number) =>
        all.reduce((sum, outcomes) => sum + of(outcomes[at]), 0) / all.length;
      return {
        kind,
        size: mean(({ volume }) => volume.size) / this.shape.size,
        falsePositives: mean((outcome) => outcome.falsePositives),
        cost: mean((outcome) => outcome.cost),
      };
    });
  }
}
