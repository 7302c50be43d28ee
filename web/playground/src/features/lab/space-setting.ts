/** The trial in space: the body turns about an axis that is none of its own. */

import { Mulberry32 } from 'scenes';
import type { Answer } from './polygons.js';
import {
  type FittedSolid,
  fitSolid,
  type SolidBody,
  type SolidVolume,
  solidVolumesAt,
  solidVolumesMeet,
} from './solid-volumes.js';
import { placed, rotationAbout, type Solid, scaled, solidsMeet, type Vec } from './solids.js';
import type { Setting } from './volume-trial.js';

const OTHERS = 400;
/** The others lie in a cube of this half side. */
export const SPACE_FIELD = 2.2;
const SHRUNK = 0.3;
const AXIS: Vec = [1 / 3, 2 / 3, 2 / 3];

/** A body at rest. */
export interface SolidNeighbor {
  readonly pieces: readonly Solid[];
  readonly volumes: readonly SolidVolume[];
}

function shrunk(solid: Solid): Solid {
  return {
    ...solid,
    corners: solid.corners.map((corner) => scaled(corner, SHRUNK)),
    volume: solid.volume * SHRUNK ** 3,
  };
}

function bodiesMeet(a: readonly Solid[], b: readonly Solid[]): boolean {
  return a.some((piece) => b.some((other) => solidsMeet(piece, other).meets));
}

export class SpaceSetting implements Setting<SolidVolume> {
  readonly size: number;
  readonly neighbors: readonly SolidNeighbor[];
  readonly #fitted: FittedSolid;

  constructor(readonly body: SolidBody) {
    this.size = body.size;
    this.#fitted = fitSolid(body);
    // the same neighbors on every visit
    const random = new Mulberry32(7);
    const within = (half: number) => half * (2 * random.unit() - 1);
    const small: SolidBody = { ...body, pieces: body.pieces.map(shrunk) };
    const fitted = fitSolid(small);
    this.neighbors = Array.from({ length: OTHERS }, () => {
      const by: Vec = [within(SPACE_FIELD), within(SPACE_FIELD), within(SPACE_FIELD)];
      const towards: Vec = [within(1), within(1), within(1)];
      const axis = scaled(towards, 1 / Math.hypot(...towards));
      const rotation = rotationAbout(axis, within(Math.PI));
      return {
        pieces: small.pieces.map((piece) => placed(piece, rotation, by)),
        volumes: solidVolumesAt(fitted, rotation, by),
      };
    });
  }

  piecesAt(angle: number): Solid[] {
    const rotation = rotationAbout(AXIS, angle);
    return this.body.pieces.map((piece) => placed(piece, rotation, [0, 0, 0]));
  }

  truthAt(angle: number): boolean[] {
    const pieces = this.piecesAt(angle);
    const [ball] = this.volumesAt(angle);
    return this.neighbors.map(
      // most are nowhere near
      (other) => solidVolumesMeet(ball, other.volumes[0]).meets && bodiesMeet(pieces, other.pieces),
    );
  }

  volumesAt(angle: number): SolidVolume[] {
    return solidVolumesAt(this.#fitted, rotationAbout(AXIS, angle), [0, 0, 0]);
  }

  volumesMeet(a: SolidVolume, b: SolidVolume): Answer {
    return solidVolumesMeet(a, b);
  }
}
