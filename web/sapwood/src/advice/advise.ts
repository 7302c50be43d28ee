import type { SpatialIndex } from '../generated/structures.js';
import type { OptionValue } from '../options.js';
import { structures } from '../registry.js';
import { figuresOf, type SceneFigures } from './figures.js';
import { reasonsOf } from './reasons.js';
import { type Rule, ruleFor, type UpdatePolicy } from './rules.js';
import { readSample, type SceneSample } from './scene-sample.js';
import { ruleTable } from './table.js';

/** A structure for a scene. */
export interface Advice {
  /** Its id in the registry. */
  readonly structure: string;
  /** Those that differ from their defaults; for `create` of the registry or the class. */
  readonly options: Readonly<Record<string, OptionValue>>;
  /** How to follow the boxes from frame to frame; `'rebuild'` where no second frame was given. */
  readonly policy: UpdatePolicy;
  /** What holds of the scene, what speaks for the structure, one sentence each. */
  readonly reasons: readonly string[];
  /** An empty index of that structure with these options, in the dimensions of the sample. */
  create(): SpatialIndex;
}

/** Advice for both things that an index is asked for, and the figures behind it. */
export interface SceneAdvice {
  /** All overlapping pairs of each frame. */
  readonly pairs: Advice;
  /** Ranges, rays and neighbors. */
  readonly queries: Advice;
  /** The figures that the advice follows from. */
  readonly sample: SceneFigures;
}

/**
 * Looks at the boxes of a scene, and at the next frame if there is one, and says which structure with which options is
 * expected to be the fastest: for all pairs, and for queries.
 *
 * The rules are few and their thresholds measured (docs/choosing.md). The same boxes always get the same advice. Needs no
 * `init()`, only `create()` does. One pass over the boxes and some sorting of 2,048 of them: about a millisecond.
 *
 * Errors: `invalid-box` for a box that could not be built; `invalid-argument` for a wrong length, for a second frame of
 * other length, for anything unknown in the sample, and for `dimensions` that are left out where the number of numbers
 * would fit both.
 */
export function advise(sample: SceneSample): SceneAdvice {
  const read = readSample(sample);
  const figures = Object.freeze(figuresOf(read));
  const motion = figures.motion === undefined || figures.motion.moved === 0 ? 'still' : 'moving';
  return Object.freeze({
    pairs: adviceOf(ruleFor(ruleTable.pairs[motion], figures), figures),
    queries: adviceOf(ruleFor(ruleTable.queries[motion], figures), figures),
    sample: figures,
  });
}

function adviceOf(rule: Rule, figures: SceneFigures): Advice {
  const { structure, options, policy } = rule;
  const { dimensions } = figures;
  return Object.freeze({
    structure,
    options,
    policy,
    reasons: reasonsOf(rule, figures),
    create() {
      const entry = structures.find(({ id }) => id === structure);
      return entry!.create({ dimensions, ...options });
    },
  });
}
