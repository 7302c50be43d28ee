import * as BLOCK from '../block.js';
import type { Core } from '../core.js';
import type { OwnedFloat32Array } from '../owned.js';
import type { NodeDump } from './inspect.js';

export function readNodes(core: Core, count: number, dimensions: number): NodeDump {
  core.refresh();
  const word = (part: number) => core.word(BLOCK.dump + part) >>> 2;
  const words = (part: number, length: number) => core.u32.slice(word(part), word(part) + length);
  const kinds = core.word(BLOCK.dump + 5);
  const spheres = optionalNumbers(core, BLOCK.spheres);
  const cells = optionalNumbers(core, BLOCK.cells);
  return {
    count,
    bounds: core.f32.slice(word(0), word(0) + count * 2 * dimensions),
    level: words(1, count),
    // the core stores 0xffffffff for "no parent", which becomes -1
    parent: new Int32Array(words(2, count).buffer),
    firstItem: words(3, count),
    itemCount: words(4, count),
    kind: core.u8.slice(kinds, kinds + count),
    items: words(6, core.word(BLOCK.dump + 7)),
    ...(spheres && { spheres }),
    ...(cells && { cells }),
  };
}

/** Returns an array of node data, or undefined if the structure does not have such data. */
function optionalNumbers(core: Core, slot: number): OwnedFloat32Array | undefined {
  const start = core.word(slot) >>> 2;
  const count = core.word(slot + 1);
  return count === 0 ? undefined : core.f32.slice(start, start + count);
}
