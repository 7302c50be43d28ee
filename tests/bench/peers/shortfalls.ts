/**
 * Reasons why targets are not reached. Keys are titles with dimensions, such as `all pairs,
 * clustered, 2D`. The page omits the reason of a reached target. Times are from the machine on
 * which the target was set.
 */

const GRID =
  'The target was set for a slower plain grid (14 ms in 2D, 25 ms in 3D). The grid here has each box in one cell by a counting sort, and tests without branches.';
const SWEEP =
  'The target was set for plain JavaScript that takes up to four times as long. The sweep here distributes boxes to columns, as Sapwood does, but tests one box at a time.';
const LEAVES =
  'The target was set for one query a box, 185 ms. The adapter here makes one query for each leaf, which takes two thirds of the time.';
const REFIT =
  'The target was set for a tree that is rebuilt in each frame. The adapter here refits it, which takes two thirds of the time.';
const RESTS =
  'The adapter refits its tree and keeps the pairs of resting boxes, which no library does itself; Sapwood finds all pairs in each frame. A separate tree of moving boxes helps in 2D only, and takes up to 1.7 times as long in 3D.';
const GRID_FRAME =
  'The search is 2.5 times as fast as that of the plain grid. Where all boxes move, Sapwood also copies and checks the boxes and builds a new layout by size.';
const LINE =
  'Two fifths of the time is the distribution to columns, which a line does not need. Most of the rest is writing two pairs per box.';
const BOXES =
  'The target was set for a native kernel without levels, filters and moves. It takes 35 ns per query in 2D and 106 in 3D, and the native hash grid 73 and 155. WebAssembly takes half as long again. A query with about 20 hits reads four to nine runs, and reading them takes most of the time.';
const NEAREST =
  'The search opens nearly as few nodes as one that is given the distance of the last neighbor in advance (70 compared with 67 in 3D), so the cost of a node decides.';
const RAYS =
  'The target was set for engines that took 75 ms in 2D and 80 ms in 3D. WebAssembly is 5 % slower than the same source compiled natively, which is as fast as Embree.';
const COPY =
  'flatbush copies one buffer without checks. Sapwood compares a checksum, checks every box and id, so that damaged bytes are rejected, and rebuilds links and node boxes.';

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
  '8 nearest neighbors, 2D': NEAREST,
  '8 nearest neighbors, 3D': NEAREST,
  'closest rays, sparse boxes, 2D': RAYS,
  'closest rays, sparse boxes, 3D': RAYS,
  'to bytes and back, 2D': COPY,
};
