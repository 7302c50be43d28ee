/**
 * Published broad-phase algorithms, including their faults, for teaching and for comparisons by
 * number of operations.
 */

export * from './boxes.js';
export * from './corner-grid.js';
export * from './hilbert-key.js';
export * from './kd-tree.js';
export * from './left-scan.js';
export * from './packed-tree.js';
export * from './pair-search.js';
export * from './peano-key.js';
export * from './pooled-tree.js';
export * from './quadtree.js';
export * from './quadtree-figure.js';
export * from './r-tree.js';
export * from './sweep-and-prune.js';
export * from './tree-query.js';
