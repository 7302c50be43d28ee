/** The chart of the README, and the block between its markers: the claim at the front door, from a committed run. */

import type { LoadedRun } from '../../../web/playground/src/bench/model';
import { replaceBetween } from '../report/document';
import { renderLineChart } from '../report/line-chart';
import { type Block, blocksOf, isOurs, ranked } from './cells';
import { chartOf } from './chart';
import { PAGE } from './page';

export const README = 'README.md';
export const CHART = 'docs/images/frame-times.svg';

const BEGIN = '<!-- chart: begin -->';
const END = '<!-- chart: end -->';

/** What a game does in each frame: every box has moved, all pairs are wanted. */
const SHOWN = { phase: 'frame', scene: 'uniform', dimensions: 3 } as const;
/** Structures of ours; of the others all are shown. */
const OURS = 3;

function shownBlock(run: LoadedRun): Block {
  const found = blocksOf(run).find(
    ({ phase, scene, dimensions }) =>
      phase === SHOWN.phase && scene === SHOWN.scene && dimensions === SHOWN.dimensions,
  );
  if (found && found.sizes.length > 1) return found;
  throw new Error('the chart of the README shows a run that has the 3D frame of the uniform scene');
}

/** Our fastest ones at the largest size, then everybody else who has a time there or at any size. */
function shownContenders(block: Block): string[] {
  const largest = block.sizes[block.sizes.length - 1];
  const ours = ranked(block, largest).filter(({ contender }) => isOurs(contender));
  const others = block.contenders.filter((contender) => !isOurs(contender));
  return [...ours.slice(0, OURS).map(({ contender }) => contender), ...others];
}

function machineText({ environment }: LoadedRun): string {
  const { commit, cores, cpu, date, package: version, runtime } = environment;
  const ours = `Sapwood ${version}${commit ? ` (${commit})` : ''}`;
  return `${ours}, ${runtime}, ${cpu}, ${cores} cores, ${date.slice(0, 10)}`;
}

export function renderChart(run: LoadedRun): string {
  const block = shownBlock(run);
  const title = 'All overlapping pairs of moving boxes in 3D, each frame, in a browser';
  const chart = chartOf(block, run, title, shownContenders(block));
  if (!chart) throw new Error('the chart of the README needs times');
  return renderLineChart({ ...chart, caption: [machineText(run)] });
}

/** What stands between the markers. */
export function renderBlock(run: LoadedRun): string {
  const { sizes } = shownBlock(run);
  const [most] = sizes.slice(-1);
  const pace = run.marks.throttled ? ' **The machine changed its pace during this run.**' : '';
  return `![Milliseconds a frame against the number of boxes, on logarithmic axes: structures of Sapwood, npm libraries and plain JavaScript](${CHART})

*Every box moves, all pairs are found, up to ${most.toLocaleString('en')} boxes: our ${OURS} fastest structures beside npm libraries and plain JavaScript;
median and quartiles. ${machineText(run)}.${pace}
[All tables, also where others are faster](${PAGE}); press B in the playground to run it on your machine.*`;
}

/** What stands between the markers now. */
export function blockIn(readme: string): string {
  return readme.split(BEGIN)[1]?.split(END)[0]?.trim() ?? `no ${BEGIN} and ${END}`;
}

/** The README with the block of this run; one without markers throws. */
export function withBlock(readme: string, run: LoadedRun): string {
  return replaceBetween(readme, [BEGIN, END], renderBlock(run));
}
