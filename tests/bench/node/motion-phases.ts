/**
 * Phases that move boxes: frames are played forward and backward on a built index, with or without
 * a query of all pairs in each frame.
 */

import type { PairChanges } from 'sapwood/all';
import { pairsHash } from 'scenes';
import type { Content } from './expectations';
import { compare, type Prepared, pairsCheck, type Stage, settlerOf } from './stage';

/** Cursor that moves through frames forward, then backward: 1, 2, …, last, last - 1, …, 0, 1, … */
class BackAndForth {
  at = 0;
  readonly last: number;
  private step = 1;

  constructor(last: number) {
    this.last = last;
  }

  next(): number {
    this.at += this.step;
    if (this.at === this.last || this.at === 0) this.step = -this.step;
    return this.at;
  }
}

interface Playback {
  readonly content: Content;
  readonly frames: number;
  readonly operations: number;
  readonly apply: (frame: number) => void;
  /** If true, the counters after the last frame are the work of the phase. */
  readonly counted: boolean;
}

function playback(
  stage: Stage,
  { content, frames, operations, apply, counted }: Playback,
): Prepared {
  const { index, work } = stage;
  const cursor = new BackAndForth(frames - 1);
  const check = pairsCheck(stage, content);
  index.build(work.scene.boxes);
  return {
    operations,
    run(calls) {
      for (let i = 0; i < calls; i++) apply(cursor.next());
    },
    verify() {
      do apply(cursor.next());
      while (cursor.at !== cursor.last);
      const work = counted ? index.counters() : null;
      return { work, checks: check() };
    },
  };
}

export function prepareUpdate(stage: Stage, content: 'jitter' | 'motion' | 'tenth'): Prepared {
  const { index, work } = stage;
  const { boxes } = work[content]();
  const settle = settlerOf(stage);
  return playback(stage, {
    content,
    frames: boxes.length,
    operations: work.scene.count,
    apply: (frame) => {
      index.update(boxes[frame]);
      settle();
    },
    counted: false,
  });
}

export function prepareMoves(stage: Stage): Prepared {
  const { index, work } = stage;
  const { ids, moved } = work.tenth();
  const settle = settlerOf(stage);
  return playback(stage, {
    content: 'tenth',
    frames: moved.length,
    operations: ids.length,
    apply: (frame) => {
      index.moveMany(ids, moved[frame]);
      settle();
    },
    counted: false,
  });
}

export function prepareFrameOfMoves(
  stage: Stage,
  find = () => {
    stage.index.pairsView();
  },
): Prepared {
  const { index, work } = stage;
  const { ids, moved } = work.tenth();
  return playback(stage, {
    content: 'tenth',
    frames: moved.length,
    operations: work.scene.count,
    apply: (frame) => {
      index.moveMany(ids, moved[frame]);
      find();
    },
    counted: true,
  });
}

export function prepareFrame(stage: Stage, method: 'update' | 'build'): Prepared {
  const { index, work } = stage;
  const { boxes } = work.motion();
  const pass =
    method === 'update'
      ? (frame: number) => index.update(boxes[frame])
      : (frame: number) => index.build(boxes[frame]);
  return playback(stage, {
    content: 'motion',
    frames: boxes.length,
    operations: work.scene.count,
    apply: (frame) => {
      pass(frame);
      index.pairsView();
    },
    counted: true,
  });
}

/** Set of overlapping pairs, which is updated with the pairs that begin and end. */
export class LivePairs {
  private readonly keys = new Set<number>();
  private readonly count: number;

  constructor(count: number) {
    this.count = count;
  }

  /**
   * Updates the set. For a pair that begins twice or ends without a begin, NaN is added to the set,
   * which makes the hash wrong.
   */
  apply({ begins, ends }: PairChanges): void {
    for (const key of this.keysOf(ends)) {
      if (!this.keys.delete(key)) this.keys.add(Number.NaN);
    }
    for (const key of this.keysOf(begins)) this.keys.add(this.keys.has(key) ? Number.NaN : key);
  }

  hash(): string {
    const flat = [...this.keys].flatMap((key) => [Math.floor(key / this.count), key % this.count]);
    return pairsHash(flat);
  }

  private keysOf(pairs: Uint32Array): number[] {
    return Array.from({ length: pairs.length / 2 }, (_, i) => {
      return pairs[2 * i] * this.count + pairs[2 * i + 1];
    });
  }
}

export function prepareChanges(stage: Stage): Prepared {
  const { work, expected, index } = stage;
  const { ids, moved } = work.tenth();
  const live = new LivePairs(work.scene.count);
  const prepared = prepareFrameOfMoves(stage, () => index.updatePairs());
  live.apply(index.updatePairs());
  for (const boxes of moved) {
    index.moveMany(ids, boxes);
    live.apply(index.updatePairs());
  }
  const followed = expected
    .pairs('tenth')
    .map((one) => compare('changes, tenth', live.hash(), one));
  index.moveMany(ids, moved[0]);
  return {
    ...prepared,
    verify() {
      const { work: done, checks } = prepared.verify();
      return { work: done, checks: [...checks, ...followed] };
    },
  };
}
