/** A body that turns among others of its kind: which of them each volume takes for neighbors, and at what cost. */

import type { Answer } from './polygons.js';
import { type Sized, type VolumeKind, volumeKinds } from './volumes.js';

const STEPS_A_TURN = 24;

/** A body that turns and bodies at rest, in the plane or in space. */
export interface Setting<V extends Sized> {
  /** Area or volume of the body. */
  readonly size: number;
  /** Volumes of each neighbor, in the order of `volumeKinds`. */
  readonly neighbors: readonly { readonly volumes: readonly V[] }[];
  volumesAt(angle: number): V[];
  /** Of each neighbor, whether it really meets the body. */
  truthAt(angle: number): boolean[];
  volumesMeet(a: V, b: V): Answer;
}

export interface Outcome<V extends Sized = Sized> {
  readonly kind: VolumeKind;
  readonly volume: V;
  /** Of the neighbors: 2 for those that meet the body, 1 for those whose volumes meet only. */
  readonly states: Uint8Array;
  readonly candidates: number;
  readonly falsePositives: number;
  /** Multiplications and comparisons a test. */
  readonly cost: number;
}

/** Means over a whole turn. */
export interface Turn {
  readonly kind: VolumeKind;
  /** Against the size of the body. */
  readonly size: number;
  readonly falsePositives: number;
  readonly cost: number;
}

export class VolumeTrial<V extends Sized> {
  private turnMeans: readonly Turn[] | null = null;

  constructor(readonly setting: Setting<V>) {}

  outcomesAt(angle: number): Outcome<V>[] {
    const { neighbors } = this.setting;
    const truth = this.setting.truthAt(angle);
    return this.setting.volumesAt(angle).map((volume, at) => {
      const states = new Uint8Array(neighbors.length);
      let cost = 0;
      let falsePositives = 0;
      let candidates = 0;
      neighbors.forEach(({ volumes }, i) => {
        const answer = this.setting.volumesMeet(volume, volumes[at]);
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
        size: mean(({ volume }) => volume.size) / this.setting.size,
        falsePositives: mean((outcome) => outcome.falsePositives),
        cost: mean((outcome) => outcome.cost),
      };
    });
  }
}
