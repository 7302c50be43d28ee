/** What a query has done with the nodes of a picture, after so many steps of its walk. */

import { WalkStep } from 'sapwood/all';
import { isVisit, type Trace } from './trace.js';

export const UNSEEN = 0;
export const REJECTED = 1;
export const ENTERED = 2;

export interface NodeStates {
  /** UNSEEN, REJECTED or ENTERED for each node of the dump. */
  states: Uint8Array;
  tested: number;
  entered: number;
}

/** As nothing was looked at. */
export function forgetSteps(count: number, walk: NodeStates): void {
  if (walk.states.length < count) walk.states = new Uint8Array(2 * count);
  else walk.states.fill(UNSEEN);
  walk.tested = 0;
  walk.entered = 0;
}

/** Leaves in `walk` what the first `steps` steps have looked at. */
export function showSteps(trace: Trace, steps: number, walk: NodeStates): void {
  forgetSteps(trace.walked.links.dump.count, walk);
  for (let i = 0; i < Math.min(steps, trace.length); i++) {
    const node = trace.nodes[i];
    const kind = trace.kinds[i];
    if (node < 0) continue;
    if (kind === WalkStep.Dropped) {
      if (walk.states[node] === ENTERED) walk.entered--;
      walk.states[node] = REJECTED;
    }
    if (walk.states[node] !== UNSEEN || !(isVisit(kind) || kind === WalkStep.Next)) continue;
    const entered = kind !== WalkStep.Missed;
    walk.states[node] = entered ? ENTERED : REJECTED;
    walk.tested++;
    if (entered) walk.entered++;
  }
}
