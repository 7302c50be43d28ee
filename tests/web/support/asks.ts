/** Checks that build a subject from a case and query it. */

import type { SpatialIndex } from 'sapwood/all';
import { allCases, type Case } from './cases.js';
import type { Check } from './checks.js';
import type { Subject } from './subjects.js';
import { fullVolume } from './volume.js';

type Ask = (index: SpatialIndex, one: Case) => void;

/** Hash of a name. */
const turnOf = (name: string) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);

function inCases(subject: Subject, cases: readonly Case[], ask: Ask): void {
  for (const one of cases) {
    const index = subject.create();
    try {
      index.build(one.boxes);
      ask(index, one);
    } finally {
      index.dispose();
    }
  }
}

/**
 * Creates checks that build and query the subject once per case. They sample one in `stride` small cases and one in
 * `sceneStride` whole scenes, differently for each check and subject. The full volume runs all cases.
 */
export function asksEveryCase(subject: Subject, stride: number, sceneStride = 1) {
  return (name: string, ask: Ask): Check => ({
    name,
    run: () => {
      const turn = turnOf(subject.name + name);
      const taken = allCases(subject.dimensions).filter(
        ({ isWhole }, i) => fullVolume || (i + turn) % (isWhole ? sceneStride : stride) === 0,
      );
      inCases(subject, taken, ask);
    },
  });
}
