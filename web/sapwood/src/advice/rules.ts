/** Rules that map properties of a scene to the structure that is expected to be fastest. */
import type { OptionValue } from '../options.js';
import type { SceneFigures } from './figures.js';

/**
 * Update of an index in each frame.
 *
 * - `'rebuild'`: `build(boxes)`
 * - `'refit'`: `update(boxes)`
 * - `'incremental'`: `moveMany(ids, boxes)` for items that moved
 */
export type UpdatePolicy = 'rebuild' | 'refit' | 'incremental';

/**
 * Figures that rules compare with bounds. `moved` and `distance` require a second frame. `xOverlap`
 * is the only figure for a fixed axis, because a tree packed by x is fast if few boxes overlap on
 * x.
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
  /** Conditions, which must all hold. */
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

/** Returns conditions in the order of `ruleFigures`. */
export function conditionsOf({ when }: Rule): readonly (readonly [RuleFigure, Bounds])[] {
  return ruleFigures.flatMap((name) => {
    const bounds = when[name];
    return bounds === undefined ? [] : [[name, bounds] as const];
  });
}

export function ruleFor(rules: readonly Rule[], figures: SceneFigures): Rule {
  const met = rules.find((rule) =>
    conditionsOf(rule).every(([name, bounds]) => within(figureOf(figures, name), bounds)),
  );
  return met ?? rules[rules.length - 1];
}
