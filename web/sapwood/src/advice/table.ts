import type { RuleTable } from './rules.js';

/**
 * The rules. Made by `npm run bench -- advise` from the measurements in
 * tests/bench/results/advise.json, and checked by a test: measure again instead of editing.
 */
export const ruleTable: RuleTable = {
  pairs: {
    still: [
      {
        when: {
          count: { atMost: 100 },
        },
        structure: 'brute-force',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 100 },
          pairs: { atMost: 0.7 },
        },
        structure: 'hash-grid',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 100 },
          pairs: { above: 0.7, atMost: 30 },
        },
        structure: 'sweep-and-prune',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 100 },
          pairs: { above: 30 },
        },
        structure: 'sorted-range',
        options: {},
        policy: 'rebuild',
      },
    ],
    moving: [
      {
        when: {
          count: { atMost: 400 },
          moved: { atMost: 0.04 },
        },
        structure: 'sweep-and-prune',
        options: { mode: 'kept' },
        policy: 'incremental',
      },
      {
        when: {
          count: { atMost: 400 },
          pairs: { atMost: 1 },
          moved: { above: 0.04 },
        },
        structure: 'wide-tree',
        options: {},
        policy: 'incremental',
      },
      {
        when: {
          count: { atMost: 400 },
          pairs: { above: 1 },
          moved: { above: 0.04 },
        },
        structure: 'sweep-and-prune',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 400 },
          sweepTests: { atMost: 30 },
        },
        structure: 'sweep-and-prune',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 400 },
          sweepTests: { above: 30 },
        },
        structure: 'sweep-and-prune',
        options: {},
        policy: 'incremental',
      },
    ],
  },
  queries: {
    still: [
      {
        when: {
          count: { atMost: 700 },
          pairs: { atMost: 7 },
          sizeRatio: { atMost: 1 },
        },
        structure: 'packed-r-tree',
        options: { packing: 'nearest-x' },
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 700 },
          pairs: { atMost: 7 },
          sizeRatio: { atMost: 1 },
        },
        structure: 'wide-tree',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { atMost: 70 },
          pairs: { atMost: 7 },
          sizeRatio: { above: 1 },
        },
        structure: 'kd-tree',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 70 },
          pairs: { atMost: 7 },
          sizeRatio: { above: 1 },
        },
        structure: 'wide-tree',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { atMost: 7000 },
          pairs: { above: 7 },
          xOverlap: { atMost: 0.1 },
        },
        structure: 'packed-r-tree',
        options: { packing: 'nearest-x' },
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 7000 },
          pairs: { above: 7 },
          xOverlap: { atMost: 0.1 },
        },
        structure: 'wide-tree',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          pairs: { above: 7 },
          xOverlap: { above: 0.1, atMost: 0.7 },
        },
        structure: 'wide-tree',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          pairs: { above: 7 },
          xOverlap: { above: 0.7 },
        },
        structure: 'sweep-and-prune',
        options: {},
        policy: 'rebuild',
      },
    ],
    moving: [
      {
        when: {
          count: { atMost: 1000 },
          dimensions: { atMost: 2 },
          moved: { atMost: 0.04 },
        },
        structure: 'hash-grid',
        options: {},
        policy: 'incremental',
      },
      {
        when: {
          count: { atMost: 1000 },
          dimensions: { above: 2 },
          moved: { atMost: 0.04 },
        },
        structure: 'packed-r-tree',
        options: { packing: 'hilbert' },
        policy: 'incremental',
      },
      {
        when: {
          count: { above: 1000 },
          moved: { atMost: 0.04 },
        },
        structure: 'wide-tree',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          moved: { above: 0.04 },
        },
        structure: 'wide-tree',
        options: {},
        policy: 'refit',
      },
    ],
  },
};
