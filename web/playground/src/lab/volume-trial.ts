/** A body that turns among others of its kind: which of them each volume takes for neighbours, and at what cost. */

import { type Point, polygonsMeet, turned } from './polygons.js';
import {
  type Body,
  fitTo,
  type Volume,
  type VolumeKind,
  volumeKinds,
  volumesAt,
  volumesMeet,
} from './volumes.js';

const OTHERS = 240;
/** The others lie in a square of this half side. */
export const FIELD = 3.2;
const STEPS_A_TURN = 24;

/** A body at rest. */
export interface Neighbour {
  readonly pieces: readonly (readonly Point[])[];
  /** In the order of `volumeKinds`. */
  readonly volumes: readonly Volume[];
}

export interface Outcome {
  readonly kind: VolumeKind;
  readonly volume: Volume;
  /** Of the neighbours: 2 for those that meet the body, 1 for those whose volumes meet only. */
  readonly states: Uint8Array;
  readonly candidates: number;
  readonly falsePositives: number;
  /** Multiplications and comparisons a test. */
  readonly cost: number;
}

/** Means over a whole turn. */
export interface Turn {
  readonly kind: VolumeKind;
  /** Against the area of the body. */
  readonly area: number;
  readonly falsePositives: number;
  readonly cost: number;
}

/** Mulberry32: the same neighbours on every visit. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function bodiesMeet(a: Neighbour['pieces'], b: Neighbour['pieces']): boolean {
  return a.some((piece) => b.some((other) => polygonsMeet(piece, other).meets));
}

export class VolumeTrial {
  readonly neighbours: readonly Neighbour[];
  private readonly fitted;
  private turnMeans: readonly Turn[] | null = null;

  constructor(readonly body: Body) {
    this.fitted = fitTo(body);
    const next = random(7);
    const scale = (points: readonly Point[]) => points.map(([x, y]): Point => [0.3 * x, 0.3 * y]);
    const small: Body = { ...body, pieces: body.pieces.map(scale) };
    const fitted = fitTo(small);
    this.neighbours = Array.from({ length: OTHERS }, () => {
      const by: Point = [FIELD * (2 * next() - 1), FIELD * (2 * next() - 1)];
      const angle = 2 * Math.PI * next();
      return {
        pieces: small.pieces.map((piece) => turned(piece, angle, by)),
        volumes: volumesAt(fitted, angle, by),
      };
    });
  }

  piecesAt(angle: number): Point[][] {
    return this.body.pieces.map((piece) => turned(piece, angle));
  }

  outcomesAt(angle: number): Outcome[] {
    const pieces = this.piecesAt(angle);
    const truth = this.neighbours.map((other) => bodiesMeet(pieces, other.pieces));
    return volumesAt(this.fitted, angle, [0, 0]).map((volume, at) => {
      const states = new Uint8Array(this.neighbours.length);
      let cost = 0;
      let falsePositives = 0;
      let candidates = 0;
      this.neighbours.forEach(({ volumes }, i) => {
        const answer = volumesMeet(volume, volumes[at]);
        cost += answer.cost;
        if (!answer.meets) return;
        candidates++;
        states[i] = truth[i] ? 2 : 1;
        if (!truth[i]) falsePositives++;
      });
      const { kind } = volume;
      return { kind, volume, states, candidates, falsePositives, cost: cost / states.length };
    });
  }

  /** Made when it is first asked for. */
  get turn(): readonly Turn[] {
    this.turnMeans ??= this.wholeTurn();
    return this.turnMeans;
  }

  private wholeTurn(): readonly Turn[] {
    const all = Array.from({ length: STEPS_A_TURN }, (_, i) =>
      this.outcomesAt((2 * Math.PI * i) / STEPS_A_TURN),
    );
    return volumeKinds.map((kind, at) => {
      const mean = (of: (outcome: Outcome) => number) =>
        all.reduce((sum, outcomes) => sum + of(outcomes[at]), 0) / all.length;
      return {
        kind,
        area: mean(({ volume }) => volume.area) / this.body.area,
        falsePositives: mean((outcome) => outcome.falsePositives),
        cost: mean((outcome) => outcome.cost),
      };
    });
  }
}
