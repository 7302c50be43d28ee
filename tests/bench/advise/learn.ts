/**
 * Learns rules from costs. The rules are the best decision tree of depth three, found by exhaustive
 * search. Each condition compares one figure of the scene with a round number, and each leaf
 * selects one candidate. A condition must save a minimum cost and a leaf must contain a minimum
 * number of worlds, so that the rules stay short and generalize.
 */

/** Figures of a world, and the cost of each candidate divided by the least cost. */
export interface TrainingWorld<Figure extends string> {
  readonly figures: Readonly<Record<Figure, number>>;
  /**
   * One ratio per candidate, in the order of the candidates. It is Infinity for a candidate that is
   * not available.
   */
  readonly ratios: readonly number[];
}

export interface Condition<Figure extends string> {
  readonly figure: Figure;
  readonly atMost?: number;
  readonly above?: number;
}

export interface LearnedRule<Figure extends string> {
  readonly when: readonly Condition<Figure>[];
  /** Index in the list of candidates. */
  readonly take: number;
}

interface Tree<Figure extends string> {
  readonly loss: number;
  readonly rules: readonly LearnedRule<Figure>[];
}

const DEPTH = 3;
/** Minimum number of worlds in a leaf. */
const MIN_WORLDS = 3;
/** Minimum loss that a condition must save, divided by the number of training worlds. */
const MIN_SAVING = 0.008;
/**
 * Cost ratios above FAULT have a penalty. Ratios above LIMIT have a larger penalty, because a test
 * requires a ratio of at most 1.5.
 */
const FAULT = 1.25;
const LIMIT = 1.4;
const NEVER = 100;
const STEPS = [1, 2, 3, 4, 5, 7];

const roundNumbers = new Map<number, readonly number[]>();

/**
 * Returns the round numbers of a decade, such as 100, 200 and 700 for the power 2. They are parsed
 * from text to avoid rounding errors.
 */
function roundNumbersOf(power: number): readonly number[] {
  const numbers = roundNumbers.get(power) ?? STEPS.map((step) => Number(`${step}e${power}`));
  roundNumbers.set(power, numbers);
  return numbers;
}

function lossOf(ratio: number): number {
  const clipped = Math.min(ratio, NEVER);
  const fault = Math.max(0, Math.log(clipped / FAULT));
  const beyond = Math.max(0, Math.log(clipped / LIMIT));
  return Math.log(clipped) ** 2 + 10 * fault + 50 * beyond;
}

/**
 * Returns round numbers that split the values into two groups. If several round numbers produce the
 * same groups, only the middle one is returned.
 */
export function roundNumbersBetween(values: readonly number[]): number[] {
  const positive = values.filter((value) => value > 0);
  if (positive.length === 0) return [];
  // starts one decade lower, to separate zero from small values
  const first = Math.floor(Math.log10(Math.min(...positive))) - 1;
  const last = Math.ceil(Math.log10(Math.max(...positive)));
  const sorted = Float64Array.from(values).sort();
  const alike = new Map<number, number[]>();
  let below = 0;
  for (let power = first; power <= last; power++) {
    for (const number of roundNumbersOf(power)) {
      // the round numbers are in ascending order, so `below` only increases
      while (below < sorted.length && sorted[below] <= number) below++;
      if (below === 0 || below === values.length) continue;
      const numbers = alike.get(below);
      if (numbers) numbers.push(number);
      else alike.set(below, [number]);
    }
  }
  return [...alike.values()].map((numbers) => numbers[numbers.length >> 1]);
}

class RuleLearner<Figure extends string> {
  private readonly losses: readonly Float64Array[];
  private readonly minSaving: number;
  /**
   * Cache of learned subtrees by depth and set of worlds. The same set can result from the same
   * conditions in a different order.
   */
  private readonly known = new Map<string, Tree<Figure>>();

  constructor(
    private readonly worlds: readonly TrainingWorld<Figure>[],
    private readonly figures: readonly Figure[],
  ) {
    this.minSaving = MIN_SAVING * worlds.length;
    this.losses = worlds.map(({ ratios }) => Float64Array.from(ratios, lossOf));
  }

  learn(among: readonly number[], depth: number): Tree<Figure> {
    if (depth === 0) return this.leafOf(among);
    const key = String.fromCharCode(depth, ...among);
    const known = this.known.get(key) ?? this.tryAll(among, depth);
    this.known.set(key, known);
    return known;
  }

  private tryAll(among: readonly number[], depth: number): Tree<Figure> {
    let best = this.leafOf(among);
    if (best.loss <= this.minSaving) return best;
    for (const figure of this.figures) {
      const values = among.map((i) => this.worlds[i].figures[figure]);
      for (const number of roundNumbersBetween(values)) {
        const low = among.filter((_, k) => values[k] <= number);
        const high = among.filter((_, k) => values[k] > number);
        if (low.length < MIN_WORLDS || high.length < MIN_WORLDS) continue;
        const left = this.learn(low, depth - 1);
        if (left.loss + this.minSaving >= best.loss) continue;
        const right = this.learn(high, depth - 1);
        const loss = left.loss + right.loss + this.minSaving;
        if (loss < best.loss - 1e-9) best = { loss, rules: split(figure, number, left, right) };
      }
    }
    return best;
  }

  private leafOf(among: readonly number[]): Tree<Figure> {
    const sums = new Float64Array(this.losses[among[0]].length);
    for (const i of among) {
      const losses = this.losses[i];
      for (let take = 0; take < sums.length; take++) sums[take] += losses[take];
    }
    let best = 0;
    for (let take = 1; take < sums.length; take++) {
      if (sums[take] < sums[best]) best = take;
    }
    return { loss: sums[best], rules: [{ when: [], take: best }] };
  }
}

function split<Figure extends string>(
  figure: Figure,
  number: number,
  left: Tree<Figure>,
  right: Tree<Figure>,
): LearnedRule<Figure>[] {
  return [
    ...left.rules.map(({ when, take }) => ({ when: [{ figure, atMost: number }, ...when], take })),
    ...right.rules.map(({ when, take }) => ({ when: [{ figure, above: number }, ...when], take })),
  ];
}

/** Returns the learned rules. Exactly one of them applies to each world. */
export function learnRules<Figure extends string>(
  worlds: readonly TrainingWorld<Figure>[],
  figures: readonly Figure[],
): readonly LearnedRule<Figure>[] {
  const all = worlds.map((_, i) => i);
  return new RuleLearner(worlds, figures).learn(all, DEPTH).rules;
}
