/** Inspection methods. Only `sapwood/all` includes them. */
import * as BLOCK from '../block.js';
import type { IndexState, Inspection } from '../core.js';
import type { OwnedFloat32Array } from '../owned.js';
import { callMethod, checked, live } from '../state.js';
import type { IndexStats, NodeDump } from './inspect.js';

export const inspection: Inspection = { stats, nodes, validate };

function stats(state: IndexState): IndexStats {
  live(state);
  const all = Object.entries(callMethod(state, 'stats'));
  return Object.fromEntries(
    all.filter(([, value]) => !Number.isNaN(value)),
  ) as unknown as IndexStats;
}

function nodes(state: IndexState): NodeDump {
  live(state);
  const count = checked('nodes', callMethod(state, 'dump'));
  state.core.refresh();
  const word = (part: number) => state.core.word(BLOCK.dump + part) >>> 2;
  const words = (part: number, length: number) =>
    state.core.u32.slice(word(part), word(part) + length);
  const kinds = state.core.word(BLOCK.dump + 5);
  const spheres = optionalNumbers(state, BLOCK.spheres);
  const cells = optionalNumbers(state, BLOCK.cells);
  return {
    count,
    bounds: state.core.f32.slice(word(0), word(0) + count * state.stride),
    level: words(1, count),
    // "no parent" is 0xffffffff there and -1 here: the same bits
    parent: new Int32Array(words(2, count).buffer),
    firstItem: words(3, count),
    itemCount: words(4, count),
    kind: state.core.u8.slice(kinds, kinds + count),
    items: words(6, state.core.word(BLOCK.dump + 7)),
    ...(spheres && { spheres }),
    ...(cells && { cells }),
  };
}

/** Returns numbers of a dump that only some structures provide. */
function optionalNumbers({ core }: IndexState, slot: number): OwnedFloat32Array | undefined {
  const start = core.word(slot) >>> 2;
  const count = core.word(slot + 1);
  return count === 0 ? undefined : core.f32.slice(start, start + count);
}

function validate(state: IndexState): string[] {
  live(state);
  return callMethod(state, 'validate')
    .split('\n')
    .filter((fault) => fault !== '');
}
