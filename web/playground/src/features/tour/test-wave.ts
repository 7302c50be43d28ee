/** Highlights the boxes one after another, as brute force tests them. */

import type { Session } from '../../session/session.js';
import { BoxLines } from '../../stage/box-lines.js';
import type { Stage } from '../../stage/stage.js';

const LOOK = { width: 1.8, halo: 4, glow: 0.4, dash: 0 };
/** Share of boxes highlighted at the same time. */
const LIT_SHARE = 0.06;

export class TestWave {
  private readonly lines: BoxLines;
  private readonly ids: Uint32Array;

  constructor(
    private readonly stage: Stage,
    private readonly session: Session,
  ) {
    const { boxes, source } = session;
    const stride = 2 * source.dimensions;
    // sorted by position, which is easier to follow than by id
    this.ids = Uint32Array.from({ length: source.count }, (_, id) => id).sort(
      (a, b) => boxes[a * stride] - boxes[b * stride],
    );
    this.lines = new BoxLines(source.dimensions, LOOK);
    this.lines.setOrder(5);
    this.lines.setEveryColor(stage.theme.visited, 1);
    stage.add(this.lines);
  }

  /** Highlights the boxes tested at a share of the time, 0 to 1. */
  show(share: number): void {
    const { ids, lines, session, stage } = this;
    const last = Math.round(share * ids.length);
    const first = Math.max(0, last - Math.ceil(LIT_SHARE * ids.length));
    lines.uniforms.viewport.value.copy(stage.size);
    lines.write(session.boxes, ids.subarray(first, last));
  }

  dispose(): void {
    this.stage.remove(this.lines);
    this.lines.dispose();
  }
}
