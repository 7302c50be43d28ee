/** Rules: what holds of a scene, and which structure is expected to be the fastest then. */
import type { OptionValue } from '../options.js';
import type { SceneFigures } from './figures.js';

/**
 * Update of an index from frame to frame.
 *
 * - `'rebuild'`: `build(boxes)` in each frame
 * - `'refit'`: `update(boxes)` in each frame
 * - `'incremental'`: `moveMany(ids, boxes)` for items that moved
 */
export type UpdatePolicy = 'rebuild' | 'refit' | 'incremental';

/**
 * Figures that rules compare. The last two require a second frame. `xOverlap` is the only figure
 * that depends on the axis: packing by x is good if the boxes are separate on x.
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

/** Lists of rules by purpose and motion. Exactly one rule of a list matches a scene. */
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

/** Returns the conditions of a rule in the order of `ruleFigures`. */
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
