import type { SpatialIndex } from '../generated/structures.js';
import type { OptionValue } from '../options.js';
import { structures } from '../registry.js';
import { figuresOf, type SceneFigures } from './figures.js';
import { reasonsOf } from './reasons.js';
import { type Rule, ruleFor, type UpdatePolicy } from './rules.js';
import { readSample, type SceneSample } from './scene-sample.js';
import { ruleTable } from './table.js';

/** Recommended structure for a scene. */
export interface Advice {
  /** Id of the structure, as in `structures`. */
  readonly structure: string;
  /** Options that differ from their defaults. */
  readonly options: Readonly<Record<string, OptionValue>>;
  /**
   * How to update the index in each frame. Always `'rebuild'` if the sample has no second frame.
   */
  readonly policy: UpdatePolicy;
  /** Properties of the scene that lead to this structure, one sentence each. */
  readonly reasons: readonly string[];
  /**
   * Creates an empty index of the recommended structure, with `options` and the dimensions of the
   * sample.
   * @returns New index. Dispose of it after use.
   * @throws SapwoodError `not-initialized`, `out-of-memory`
   */
  create(): SpatialIndex;
}

/** Recommended structures for pairs and for queries. */
export interface SceneAdvice {
  /** Structure for all overlapping pairs of each frame. */
  readonly pairs: Advice;
  /** Structure for region, ray and nearest-neighbor queries. */
  readonly queries: Advice;
  /** Figures of the scene, on which the advice is based. */
  readonly sample: SceneFigures;
}

/**
 * Recommends the structures and options that are expected to be fastest for a scene: one structure
 * for all overlapping pairs, and one for queries. The same boxes always get the same advice;
 * `docs/choosing.md` lists the rules and the measured thresholds. Does not require `init()`. A call
 * takes about a millisecond, because it reads the boxes once and sorts a sample of at most 2,048
 * boxes.
 * @param sample - Boxes of a frame, and of the next frame if items move.
 * @returns Advice for pairs and for queries, with the figures of the scene.
 * @throws SapwoodError `invalid-box` for an invalid box
 * @throws SapwoodError `invalid-argument` for a wrong length, an unknown property, or ambiguous
 * dimensions
 * @example
 * ```ts
 * const boxes = [0, 0, 1, 1, 4, 0, 5, 1];
 * const { queries } = advise({ boxes, dimensions: 2 });
 * console.log(queries.create().size); // 0
 * ```
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
