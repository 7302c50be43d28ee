import type { RuleTable } from './rules.js';

/**
 * The rules. Made by `npm run bench -- advise` from the measurements in tests/bench/results/advise.json, and held to
 * them by a test: measure anew instead of editing.
 */
export const ruleTable: RuleTable = {
  pairs: {
    still: [
      {
        when: {
          count: { atMost: 400 },
        },
        structure: 'brute-force',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 400, atMost: 7000 },
          sizeRatio: { atMost: 1 },
        },
        structure: 'sweep-and-prune',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 7000 },
          sizeRatio: { atMost: 1 },
        },
        structure: 'packed-r-tree',
        options: { axes: 'by-spread' },
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 400, atMost: 10000 },
          sizeRatio: { above: 1 },
        },
        structure: 'sweep-and-prune',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 10000 },
          sizeRatio: { above: 1 },
        },
        structure: 'packed-r-tree',
        options: {},
        policy: 'rebuild',
      },
    ],
    moving: [
      {
        when: {
          sweepTests: { atMost: 70 },
          moved: { atMost: 0.4 },
        },
        structure: 'packed-r-tree',
        options: { axes: 'by-spread' },
        policy: 'incremental',
      },
      {
        when: {
          count: { atMost: 400 },
          sweepTests: { atMost: 70 },
          moved: { above: 0.4 },
        },
        structure: 'brute-force',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 400 },
          sweepTests: { atMost: 70 },
          moved: { above: 0.4 },
        },
        structure: 'sweep-and-prune',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          dimensions: { atMost: 2 },
          sweepTests: { above: 70 },
        },
        structure: 'packed-r-tree',
        options: { axes: 'by-spread' },
        policy: 'incremental',
      },
      {
        when: {
          dimensions: { above: 2 },
          sweepTests: { above: 70 },
          pairs: { atMost: 1 },
        },
        structure: 'packed-r-tree',
        options: {},
        policy: 'incremental',
      },
      {
        when: {
          dimensions: { above: 2 },
          sweepTests: { above: 70 },
          pairs: { above: 1 },
        },
        structure: 'sweep-and-prune',
        options: {},
        policy: 'rebuild',
      },
    ],
  },
  queries: {
    still: [
      {
        when: {
          count: { atMost: 40 },
          sweepTests: { atMost: 40 },
        },
        structure: 'kd-tree',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 40, atMost: 700 },
          sweepTests: { atMost: 40 },
        },
        structure: 'sweep-and-prune',
        options: { mode: 'sort' },
        policy: 'rebuild',
      },
      {
        when: {
          count: { atMost: 700 },
          sweepTests: { above: 40 },
          pairs: { atMost: 10 },
        },
        structure: 'brute-force',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { atMost: 700 },
          sweepTests: { above: 40 },
          pairs: { above: 10 },
        },
        structure: 'sweep-and-prune',
        options: { mode: 'sort' },
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 700 },
          pairs: { atMost: 0.7 },
          sizeRatio: { atMost: 1 },
        },
        structure: 'cluster-split',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 700 },
          pairs: { atMost: 0.7 },
          sizeRatio: { above: 1 },
        },
        structure: 'packed-r-tree',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 700 },
          pairs: { above: 0.7, atMost: 30 },
        },
        structure: 'packed-r-tree',
        options: { axes: 'by-spread' },
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 700 },
          pairs: { above: 30 },
        },
        structure: 'sweep-and-prune',
        options: { mode: 'sort' },
        policy: 'rebuild',
      },
    ],
    moving: [
      {
        when: {
          dimensions: { atMost: 2 },
          moved: { atMost: 0.04 },
        },
        structure: 'r-tree',
        options: {},
        policy: 'incremental',
      },
      {
        when: {
          dimensions: { atMost: 2 },
          moved: { above: 0.04, atMost: 0.4 },
        },
        structure: 'packed-r-tree',
        options: { axes: 'by-spread' },
        policy: 'incremental',
      },
      {
        when: {
          count: { atMost: 400 },
          dimensions: { atMost: 2 },
          moved: { above: 0.4 },
        },
        structure: 'brute-force',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 400 },
          dimensions: { atMost: 2 },
          moved: { above: 0.4 },
        },
        structure: 'static-tree',
        options: {},
        policy: 'refit',
      },
      {
        when: {
          dimensions: { above: 2 },
          sweepTests: { atMost: 50 },
        },
        structure: 'sweep-and-prune',
        options: { mode: 'sort' },
        policy: 'incremental',
      },
      {
        when: {
          dimensions: { above: 2 },
          sweepTests: { above: 50 },
          distance: { atMost: 10 },
        },
        structure: 'packed-r-tree',
        options: {},
        policy: 'incremental',
      },
      {
        when: {
          dimensions: { above: 2 },
          sweepTests: { above: 50 },
          distance: { above: 10 },
        },
        structure: 'r-tree',
        options: {},
        policy: 'incremental',
      },
    ],
  },
};
