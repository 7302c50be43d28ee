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
          pairs: { atMost: 1 },
          sizeRatio: { atMost: 1 },
        },
        structure: 'wide-tree',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          pairs: { above: 1 },
          sizeRatio: { atMost: 1 },
        },
        structure: 'sweep-and-prune',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { atMost: 100 },
          sizeRatio: { above: 1 },
        },
        structure: 'brute-force',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 100 },
          sizeRatio: { above: 1 },
        },
        structure: 'sweep-and-prune',
        options: {},
        policy: 'rebuild',
      },
    ],
    moving: [
      {
        when: {
          moved: { atMost: 0.04 },
        },
        structure: 'sweep-and-prune',
        options: {},
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
          moved: { above: 0.04 },
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
        options: { mode: 'kept' },
        policy: 'rebuild',
      },
      {
        when: {
          count: { atMost: 700 },
          sweepTests: { above: 40 },
          sizeRatio: { atMost: 1 },
        },
        structure: 'brute-force',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { atMost: 700 },
          sweepTests: { above: 40 },
          sizeRatio: { above: 1 },
        },
        structure: 'wide-tree',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 700 },
          sweepTests: { atMost: 200 },
          pairs: { atMost: 30 },
        },
        structure: 'wide-tree',
        options: {},
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 700 },
          sweepTests: { atMost: 200 },
          pairs: { above: 30 },
        },
        structure: 'sweep-and-prune',
        options: { mode: 'kept' },
        policy: 'rebuild',
      },
      {
        when: {
          count: { above: 700 },
          sweepTests: { above: 200 },
        },
        structure: 'wide-tree',
        options: {},
        policy: 'rebuild',
      },
    ],
    moving: [
      {
        when: {
          count: { atMost: 500 },
          moved: { atMost: 0.04 },
        },
        structure: 'r-tree',
        options: {},
        policy: 'incremental',
      },
      {
        when: {
          count: { above: 500 },
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
