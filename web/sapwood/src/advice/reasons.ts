/** Advice in words. */
import type { SceneFigures } from './figures.js';
import { type Bounds, conditionsOf, figureOf, type Rule, type RuleFigure } from './rules.js';

const AXES = 'xyz';

/** Three digits, no more. */
function round(value: number): string {
  const digits = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  return digits.toLocaleString('en', { maximumFractionDigits: 6 });
}

const percent = (share: number) => `${round(100 * share)} %`;

function sweepAxis({ axisOverlap }: SceneFigures): string {
  return AXES[axisOverlap.indexOf(Math.min(...axisOverlap))];
}

const sentences: Readonly<Record<RuleFigure, (value: number, figures: SceneFigures) => string>> = {
  count: (value) => (value === 1 ? '1 box' : `${round(value)} boxes`),
  dimensions: (value) => `${value} dimensions`,
  sweepTests: (value, figures) =>
    `swept along ${sweepAxis(figures)}, each box is compared with ${round(value)} others`,
  pairs: (value) => `${round(value)} overlapping pairs a box`,
  sizeRatio: (value) => `large boxes are ${round(value)} times as long as middling ones`,
  xOverlap: (value) => `${percent(value)} of all pairs overlap on x alone`,
  moved: (value) => `${percent(value)} of the boxes move`,
  distance: (value) => `what moves goes ${round(value)} mean sides a frame`,
};

function limits(name: RuleFigure, { above, atMost }: Bounds): string {
  const show = name === 'moved' || name === 'xOverlap' ? percent : round;
  if (above === undefined) return `at most ${show(atMost ?? Infinity)}`;
  return atMost === undefined
    ? `more than ${show(above)}`
    : `more than ${show(above)}, at most ${show(atMost)}`;
}

/** What each structure is good at; a new one may do without. */
const strengths: Readonly<Record<string, string>> = {
  'brute-force': 'so few that testing all of them, four at once, costs less than any upkeep',
  'cluster-split': 'groups with gaps between them, each compared within itself',
  'sorted-range': 'one sorted list, built in no time',
  'sweep-and-prune': 'one sorted list leaves little to compare, and nothing to keep in shape',
  'hash-grid': 'boxes of about one size fall into cells of about that size',
  quadtree: 'cells that are divided where boxes crowd',
  octree: 'each box in the smallest cell that holds it, cheap to build and to change',
  'loose-octree':
    'the size of a box tells its level and its center its cell: moves cost next to nothing',
  'r-tree': 'few, compact nodes that take what comes and goes',
  'packed-r-tree': 'nodes of neighbors, all full: quick to build, quick to refit, few to visit',
  'kd-tree': 'halved at medians: balanced whatever the boxes are, quick to build',
  'dynamic-tree': 'boxes that move within their fat bounds touch no node',
  'static-tree': 'built over all boxes at once, small nodes, refitted where something moved',
  'scene-pruner': 'a tree built at once, and a small one for what came since',
  'sphere-tree': 'spheres and split planes: 20 bytes a node',
  'wide-tree': 'four boxes a step: the fewest steps to an answer',
};

const policies: Readonly<Record<Rule['policy'], string>> = {
  rebuild: 'build(boxes) each frame costs less than to follow what moves',
  refit: 'update(boxes) each frame: the hierarchy stays, its bounds follow',
  incremental: 'moveMany(ids, boxes) of what has moved',
};

/** Why a rule is met and what speaks for its structure, one sentence each. */
export function reasonsOf(rule: Rule, figures: SceneFigures): readonly string[] {
  const met = conditionsOf(rule).map(([name, bounds]) => {
    const value = figureOf(figures, name);
    const fact = sentences[name](value, figures);
    return name === 'dimensions' ? fact : `${fact}: ${limits(name, bounds)}`;
  });
  const strength = strengths[rule.structure];
  return [
    ...met,
    ...(strength === undefined ? [] : [`${rule.structure}: ${strength}`]),
    ...(figures.motion === undefined ? [] : [policies[rule.policy]]),
  ];
}
