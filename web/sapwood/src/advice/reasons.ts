import type { SceneFigures } from './figures.js';
import { type Bounds, conditionsOf, figureOf, type Rule, type RuleFigure } from './rules.js';

const AXES = 'xyz';

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
  pairs: (value) => `${round(value)} overlapping pairs per box`,
  sizeRatio: (value) => `large boxes are ${round(value)} times as long as median ones`,
  xOverlap: (value) => `${percent(value)} of all pairs overlap on x alone`,
  moved: (value) => `${percent(value)} of the boxes move`,
  distance: (value) => `moved boxes move by ${round(value)} mean sides per frame`,
};

function limits(name: RuleFigure, { above, atMost }: Bounds): string {
  const show = name === 'moved' || name === 'xOverlap' ? percent : round;
  if (above === undefined) return `at most ${show(atMost ?? Infinity)}`;
  return atMost === undefined
    ? `more than ${show(above)}`
    : `more than ${show(above)}, at most ${show(atMost)}`;
}

/** Main advantage of structures, by id. A structure that is not listed gets no such sentence. */
const strengths: Readonly<Record<string, string>> = {
  'brute-force': 'for few boxes, testing all of them is faster than keeping a hierarchy',
  'cluster-split': 'splits groups at the gaps between them and compares boxes within a group',
  'sorted-range': 'sorts one list, which takes little time',
  'sort-and-sweep': 'sorts the boxes and compares each one with those that overlap it on one axis',
  'sweep-and-prune':
    'sorts the boxes of each column and compares each one with the few that follow',
  'spatial-hash': 'finds the lists of neighboring cells by a hash',
  'hash-grid': 'bins boxes of similar size into cells of about that size',
  quadtree: 'splits cells where boxes are dense',
  octree: 'stores each box in the smallest cell that contains it; fast to build and to change',
  'loose-octree': 'computes the cell of a box from its size and center, so that moves are fast',
  'r-tree': 'has few, compact nodes and supports frequent insertion and removal',
  'packed-r-tree': 'has full nodes of neighboring boxes; fast to build and to refit',
  'kd-tree': 'splits at medians, so that it is balanced for all distributions; fast to build',
  'dynamic-tree': 'changes no node when a box moves within its enlarged box',
  'static-tree': 'is built over all boxes at once, with small nodes, and refits moved boxes',
  'scene-pruner': 'combines a tree built over all boxes with a small tree for new ones',
  'sphere-tree': 'has spheres and split planes in 20 bytes per node',
  'wide-tree': 'tests four boxes in one step, so that queries take the fewest steps',
};

const policies: Readonly<Record<Rule['policy'], string>> = {
  rebuild: 'build(boxes) in each frame is faster than moving single boxes',
  refit: 'update(boxes) in each frame keeps the hierarchy and recomputes its bounds',
  incremental: 'moveMany(ids, boxes) in each frame moves only the boxes that changed',
};

/** Returns the conditions of a rule and the advantage of its structure, one sentence each. */
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
