/**
 * Rules from costs: the best tree of at most three questions in a row, each about one figure of the scene against a
 * round number. Every answer takes one candidate. All such trees are tried, so that nothing is guessed; a question that
 * saves too little is not asked, and an answer rests on a few worlds at least, so that the rules stay short and hold
 * elsewhere.
 */

/** One world: its figures, and how many times the least cost each candidate costs there. */
export interface Lesson<Figure extends string> {
  readonly figures: Readonly<Record<Figure, number>>;
  /** In the order of the candidates; Infinity where one cannot be had. */
  readonly ratios: readonly number[];
}

export interface Condition<Figure extends string> {
  readonly figure: Figure;
  readonly atMost?: number;
  readonly above?: number;
}

export interface LearnedRule<Figure extends string> {
  readonly when: readonly Condition<Figure>[];
  /** Position in the list of candidates. */
  readonly take: number;
}

interface Tree<Figure extends string> {
  readonly loss: number;
  readonly rules: readonly LearnedRule<Figure>[];
}

const DEPTH = 3;
/** Worlds that an answer rests on. */
const FEWEST = 3;
/** A question has to save more than this for each world of the list. */
const QUESTION = 0.008;
/** From here on a ratio is a fault, and from there on it must not be: the limit that a test holds is 1.5. */
const FAULT = 1.25;
const LIMIT = 1.4;
const NEVER = 100;
const STEPS = [1, 2, 3, 4, 5, 7];

const roundNumbers = new Map<number, readonly number[]>();

/** The round numbers of a power of ten, each as it is written. */
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

/** 1, 2, 3, 4, 5 and 7 times the powers of ten that divide the values, of those that divide them alike the middle one. */
export function roundNumbersBetween(values: readonly number[]): number[] {
  const positive = values.filter((value) => value > 0);
  if (positive.length === 0) return [];
  // one power below, to part nothing from little
  const first = Math.floor(Math.log10(Math.min(...positive))) - 1;
  const last = Math.ceil(Math.log10(Math.max(...positive)));
  const sorted = Float64Array.from(values).sort();
  const alike = new Map<number, number[]>();
  let below = 0;
  for (let power = first; power <= last; power++) {
    for (const number of roundNumbersOf(power)) {
      // numbers ascend
      while (below < sorted.length && sorted[below] <= number) below++;
      if (below === 0 || below === values.length) continue;
      const numbers = alike.get(below);
      if (numbers) numbers.push(number);
      else alike.set(below, [number]);
    }
  }
  return [...alike.values()].map((numbers) => numbers[numbers.length >> 1]);
}

class Teacher<Figure extends string> {
  private readonly losses: readonly Float64Array[];
  private readonly question: number;
  /** What was learned, by depth and by worlds: questions in another order lead to the same worlds. */
  private readonly known = new Map<string, Tree<Figure>>();

  constructor(
    private readonly lessons: readonly Lesson<Figure>[],
    private readonly figures: readonly Figure[],
  ) {
    this.question = QUESTION * lessons.length;
    this.losses = lessons.map(({ ratios }) => Float64Array.from(ratios, lossOf));
  }

  learn(among: readonly number[], depth: number): Tree<Figure> {
    if (depth === 0) return this.answer(among);
    const key = String.fromCharCode(depth, ...among);
    const known = this.known.get(key) ?? this.tryAll(among, depth);
    this.known.set(key, known);
    return known;
  }

  private tryAll(among: readonly number[], depth: number): Tree<Figure> {
    let best = this.answer(among);
    if (best.loss <= this.question) return best;
    for (const figure of this.figures) {
      const values = among.map((i) => this.lessons[i].figures[figure]);
      for (const number of roundNumbersBetween(values)) {
        const low = among.filter((_, k) => values[k] <= number);
        const high = among.filter((_, k) => values[k] > number);
        if (low.length < FEWEST || high.length < FEWEST) continue;
        const left = this.learn(low, depth - 1);
        if (left.loss + this.question >= best.loss) continue;
        const right = this.learn(high, depth - 1);
        const loss = left.loss + right.loss + this.question;
        if (loss < best.loss - 1e-9) best = { loss, rules: ask(figure, number, left, right) };
      }
    }
    return best;
  }

  /** The candidate that costs least over all of them. */
  private answer(among: readonly number[]): Tree<Figure> {
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

function ask<Figure extends string>(
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

/** The rules for all lessons; each world meets exactly one of them. */
export function learnRules<Figure extends string>(
  lessons: readonly Lesson<Figure>[],
  figures: readonly Figure[],
): readonly LearnedRule<Figure>[] {
  const all = lessons.map((_, i) => i);
  return new Teacher(lessons, figures).learn(all, DEPTH).rules;
}
