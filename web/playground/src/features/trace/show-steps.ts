/** What a walk has looked at after so many of its steps. */

import { ENTERED, type NodeWalk, REJECTED, UNSEEN } from './node-walk.js';
import { Step, type Trace } from './trace.js';

/** Leaves in `walk` only what the first `steps` steps of the library's walk have looked at. */
export function showSteps(trace: Trace, steps: number, walk: NodeWalk): void {
  walk.states.fill(UNSEEN);
  walk.tested = 0;
  walk.entered = 0;
  for (let i = 0; i < Math.min(steps, trace.length); i++) {
    const node = trace.nodes[i];
    if (node < 0) continue;
    if (trace.kinds[i] === Step.Dropped) {
      if (walk.states[node] === ENTERED) walk.entered--;
      walk.states[node] = REJECTED;
    }
    const looksAt = trace.kinds[i] < Step.Empty || trace.kinds[i] === Step.Next;
    if (walk.states[node] !== UNSEEN || !looksAt) continue;
    const entered = trace.kinds[i] !== Step.Missed && trace.kinds[i] !== Step.Far;
    walk.states[node] = entered ? ENTERED : REJECTED;
    walk.tested++;
    if (entered) walk.entered++;
  }
}
