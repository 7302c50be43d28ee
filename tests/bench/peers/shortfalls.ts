/**
 * Why rows of the table of targets fall short and what was tried, by title and dimensions: `all pairs, clustered, 2D`.
 * Shown only where a row does. Times are those of the machine on which the target was set.
 */

const GRID =
  'The target was set against a slower plain grid, 14 ms in 2D and 25 ms in 3D; the one here has each box in one cell by a counting sort, and tests without branches.';
const SWEEP =
  'The target was set against plain JavaScript that takes up to four times as long; the sweep here deals boxes into columns, as our own does, but tests one box at a time.';
const LEAVES =
  'The target was set against one query a box, 185 ms; the adapter here asks leaf by leaf, which takes two thirds of the time.';
const REFIT =
  'The target was set against a tree that is built anew in each frame; the adapter here refits it, which takes two thirds of the time.';
const RESTS =
  'The adapter refits its tree and keeps the pairs of boxes that rest, which no library offers by itself; ours finds all pairs anew in each frame. A tree of the boxes that move was tried for ours: it pays in 2D from a tenth on, and costs up to 1.7 times as much in 3D.';
const GRID_FRAME =
  'The search is 2.5 times as fast as that of the plain grid; where all boxes move, ours also takes their boxes in, checks them and lays all of them out anew by size.';
const LINE =
  'Two fifths of the time is the way into the columns, which a line does not need; the rest is mostly the writing of two pairs a box, as for everybody.';
const BOXES =
  'The target was set by a kernel without levels, filters and moves, compiled natively: 35 ns a query in 2D where the hash grid takes 73, and 106 against 155 in 3D. WebAssembly adds half of that again. A query of some 20 hits is four to nine runs; their ends are looked up by arithmetic, and what is left is reading them. Tried: the packets of all runs of a query noted first and tested in one loop, a fifth faster natively; as WebAssembly a tenth in 3D and nothing in 2D.';
const NEAREST =
  'The search opens nearly as few nodes as one that knows the distance of the last neighbor beforehand (70 against 67 in 3D), so that what is left is the cost of a node. Tried: a list of all open nodes instead of a stack (in use for trees along curves, where it saves a third), ties by the far corner, a reach in float32.';
const RAYS =
  'The target was set against engines that took 75 ms in 2D and 80 ms in 3D. Against the same source compiled natively we lose 5 %, and natively we are level with Embree. Tried: ray tests without jumps, which made them twice as fast, and a tree by the surface-area heuristic, a third faster than one along a curve.';
const COPY =
  'flatbush copies one buffer and believes what is in it. Ours compares a checksum, looks at every box and id, so that damaged bytes cannot do harm, and makes links and node boxes anew. Tried: a checksum of 32 lanes (four times as fast), boxes checked four at a time, boxes copied once and taken over as they are.';

export const explanations: Readonly<Record<string, string>> = {
  'all pairs from scratch, 3D': LEAVES,
  'all pairs from scratch in plain JavaScript, 2D': GRID,
  'all pairs from scratch in plain JavaScript, 3D': GRID,
  'all pairs, few boxes, 2D': SWEEP,
  'all pairs, few boxes, 3D': SWEEP,
  'all pairs, clustered, 2D': SWEEP,
  'all pairs, clustered, 3D': SWEEP,
  'all pairs, one thin line, 2D': LINE,
  'all pairs, one thin line, 3D': LINE,
  'all pairs, 1 % large boxes, 2D': SWEEP,
  'all pairs, 1 % large boxes, 3D': SWEEP,
  'frame, all move, 3D': REFIT,
  'frame, 10 % move, 2D': RESTS,
  'frame, 10 % move, 3D': RESTS,
  'hash grid against grid, frame, all move, 2D': GRID_FRAME,
  'hash grid against grid, frame, all move, 3D': GRID_FRAME,
  'box queries in a batch, 2D': BOXES,
  'box queries in a batch, 3D': BOXES,
  'single box queries, 2D': BOXES,
  'single box queries, 3D': BOXES,
  '8 nearest points, 2D': NEAREST,
  '8 nearest points, 3D': NEAREST,
  'closest rays, sparse boxes, 2D': RAYS,
  'closest rays, sparse boxes, 3D': RAYS,
  'to bytes and back, 2D': COPY,
};
