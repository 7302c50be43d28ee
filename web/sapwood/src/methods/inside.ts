/** Inspection methods, which only `sapwood/all` includes. */
import * as BLOCK from '../block.js';
import type { IndexState, InspectionCalls } from '../core.js';
import { expected } from '../errors.js';
import { isObject, reading } from '../inputs.js';
import { callMethod, checkedResult, live, requireCapability } from '../state.js';
import { withVisitor } from '../visitor.js';
import type { IndexStats, NodeDump, TreeVisitor } from './inspect.js';
import { readNodes } from './read-nodes.js';

export const inspection: InspectionCalls = { stats, nodes, validate, traverse };

function stats(state: IndexState): IndexStats {
  live(state);
  const { cellX, cellY, cellZ, ...numbers } = callMethod(state, 'stats');
  const all = Object.entries(numbers).filter(([, value]) => !Number.isNaN(value));
  const stats = Object.fromEntries(all) as unknown as IndexStats;
  const cellSides = [cellX, cellY, cellZ].slice(0, state.dimensions);
  if (cellSides.some(Number.isNaN)) return stats;
  return { ...stats, cellSize: Math.max(...cellSides), cellSides };
}

function nodes(state: IndexState): NodeDump {
  live(state);
  const count = checkedResult('nodes', callMethod(state, 'dump'));
  return readNodes(state.core, count, state.dimensions);
}

function validate(state: IndexState): string[] {
  live(state);
  return callMethod(state, 'validate')
    .split('\n')
    .filter((fault) => fault !== '');
}

/** Value that the core passes instead of an id when it visits a node. */
const NODE = 0xffffffff;
/** Position of the level of a node after `BLOCK.visited`. The bounds of the node precede it. */
const LEVEL = 6;

function traverse(state: IndexState, visitor: TreeVisitor): void {
  live(state);
  requireCapability(state, 'traverse', 'traverse');
  const { node, item } = reading('invalid-argument', 'visitor', () => readVisitor(visitor));
  live(state);
  const { core, stride } = state;
  const box = new Float32Array(stride);
  const visit = (id: number): unknown => {
    for (let i = 0; i < stride; i += 1) box[i] = core.number(BLOCK.visited, i);
    if (id >>> 0 !== NODE) return item?.call(visitor, id, box);
    return node?.call(visitor, box, core.number(BLOCK.visited, LEVEL));
  };
  state.visits += 1;
  try {
    checkedResult(
      'traverse',
      withVisitor(visit, () => callMethod(state, 'traverse')),
    );
  } finally {
    state.visits -= 1;
  }
}

function readVisitor(visitor: TreeVisitor): TreeVisitor {
  const { node, item } = isObject(visitor) ? visitor : ({} as TreeVisitor);
  for (const [name, value] of Object.entries({ node, item })) {
    if (value === undefined || typeof value === 'function') continue;
    throw expected('invalid-argument', `visitor.${name}`, 'a function', value);
  }
  if (node !== undefined || item !== undefined)
    return { ...(node && { node }), ...(item && { item }) };
  throw expected('invalid-argument', 'visitor', 'an object with functions node and item', visitor);
}
