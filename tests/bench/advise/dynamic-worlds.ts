/** The advice in the worlds of the dynamic benchmark, which plays them for ten seconds and times every frame. */

import { advise } from 'sapwood/all';
import { RECORD as DYNAMIC, readRecord } from '../dynamic/record';
import { motionKinds, PlayedWorld } from '../dynamic/worlds';
import { readFile } from '../report/document';

export interface DynamicVerdict {
  readonly world: string;
  readonly n: number;
  readonly advised: string;
  /** Median of a frame over that of the fastest, by the dynamic benchmark's record. */
  readonly timed: number;
}

/** Larger worlds take long to make. */
const LARGEST = 10_000;
/** Those that bring about the whole frame and ask for all pairs. */
const policies = ['rebuild', 'refit', 'incremental'];

/** Options are left aside: that record has the defaults only. */
export function judgeDynamic(): DynamicVerdict[] {
  const { worlds, cells } = readRecord(readFile(DYNAMIC));
  return worlds
    .filter(({ n }) => n <= LARGEST)
    .map(({ motion, dimensions, n }) => {
      const kind = motionKinds.find(({ id }) => id === motion)!;
      const world = new PlayedWorld(kind, dimensions, n);
      const boxes = world.start;
      const { pairs } = advise({ boxes, next: world.next().boxes, dimensions });
      const here = cells.filter(
        (cell) =>
          cell.motion === motion &&
          cell.dimensions === dimensions &&
          cell.n === n &&
          policies.includes(cell.policy),
      );
      const least = Math.min(...here.map(({ total }) => total.p50));
      const mine = here.find(
        ({ structure, policy }) => structure === pairs.structure && policy === pairs.policy,
      );
      return {
        world: `${motion}, ${dimensions}D`,
        n,
        advised: `${pairs.structure}, ${pairs.policy}`,
        timed: (mine?.total.p50 ?? Number.NaN) / least,
      };
    });
}
