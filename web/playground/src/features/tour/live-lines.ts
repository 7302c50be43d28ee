/** Sentences with numbers that are counted while they are read. */

import type { Side } from '../../session/side.js';
import { count } from '../../ui/format.js';

/** What the last query tested, nodes and boxes, against one test for each box. */
export function testsLine({ index, queryCounters: { itemTests, nodeVisits } }: Side): string {
  const tests = nodeVisits + itemTests;
  const boxes = count(index.size);
  if (nodeVisits === 0 && itemTests === index.size)
    return `Every one of ${boxes} boxes was tested.`;
  return `${count(tests)} ${tests === 1 ? 'test' : 'tests'} instead of ${boxes}.`;
}

/** How many boxes the last frame moved in the structure. */
export function replacedLine({ index, replaced }: Side): string {
  return `${count(replaced)} of ${count(index.size)} boxes were re-inserted this frame.`;
}
