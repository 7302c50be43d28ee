/** Rules: what holds of a scene, and which structure is expected to be the fastest then. */
import type { OptionValue } from '../options.js';
import type { SceneFigures } from './figures.js';

/**
 * How an index follows a scene.
 *
 * - `'rebuild'`: `build(boxes)` in each frame
 * - `'refit'`: `update(boxes)` in each frame
 * - `'incremental'`: `moveMany(ids, boxes)` for items that moved
 */
export type UpdatePolicy = 'rebuild' | 'refit' | 'incremental';

/**
 * Figures that rules ask for; of a scene that stands still without the last two. Packing by x is as good as x separates:
 * only `xOverlap` tells a scene from its mirror image.
 */
export const ruleFigures = [
  'count',
  'dimensions',
  'sweepTests',
  'pairs',
  'sizeRatio',
  'xOverlap',
  'moved',
  'distance',
] as const;
export type RuleFigure = (typeof ruleFigures)[number];

export interface Bounds {
  readonly above?: number;
  readonly atMost?: number;
}

export interface Rule {
  /** All of these hold. */
  readonly when: Readonly<Partial<Record<RuleFigure, Bounds>>>;
  readonly structure: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly policy: UpdatePolicy;
}

/** Every scene meets exactly one rule of a list. */
export interface RuleTable {
  readonly pairs: { readonly still: readonly Rule[]; readonly moving: readonly Rule[] };
  readonly queries: { readonly still: readonly Rule[]; readonly moving: readonly Rule[] };
}

export function figureOf(figures: SceneFigures, name: RuleFigure): number {
  switch (name) {
    case 'xOverlap':
      return figures.axisOverlap[0];
    case 'moved':
      return figures.motion?.moved ?? 0;
    case 'distance':
      return figures.motion?.distance ?? 0;
    default:
      return figures[name];
  }
}

function within(value: number, { above = -Infinity, atMost = Infinity }: Bounds): boolean {
  return value > above && value <= atMost;
}

/** The conditions of a rule, in the order in which they are told. */
export function conditionsOf({ when }: Rule): readonly (readonly [RuleFigure, Bounds])[] {
  return ruleFigures.flatMap((name) => {
    const bounds = when[name];
    return bounds === undefined ? [] : [[name, bounds] as const];
  });
}

/** The rule that a scene meets. */
export function ruleFor(rules: readonly Rule[], figures: SceneFigures): Rule {
  const met = rules.find((rule) =>
    conditionsOf(rule).every(([name, bounds]) => within(figureOf(figures, name), bounds)),
  );
  return met ?? rules[rules.length - 1];
}
