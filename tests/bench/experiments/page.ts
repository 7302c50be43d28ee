/**
 * Renders docs/benchmarks/hierarchies.md and its charts from the experiments.
 */

import { chartLink, type Files, listText, pageFiles, tableText } from '../report/document';
import { clusterCapacity } from './cluster-capacity';
import { cullingOrder } from './culling-order';
import { deadSpace } from './dead-space';
import type { Experiment, Findings } from './experiment';
import { hilbertPrecision } from './hilbert-precision';
import { itemSpheres } from './item-spheres';
import { looseAgainstStrict } from './loose-against-strict';
import { marginFromSizes } from './margin-from-sizes';
import { peanoPacking } from './peano-packing';
import { progressiveBuild } from './progressive-build';
import { quadtreeCapacity } from './quadtree-capacity';
import { quadtreeSpace } from './quadtree-space';
import { queryStack } from './query-stack';
import { removal } from './removal';
import { sweepGrowth } from './sweep-growth';
import { tileMerging } from './tile-merging';
import { treeStrategies } from './tree-strategies';

export const PAGE = 'docs/benchmarks/hierarchies.md';

export const experiments: readonly Experiment[] = [
  looseAgainstStrict,
  progressiveBuild,
  cullingOrder,
  deadSpace,
  peanoPacking,
  clusterCapacity,
  marginFromSizes,
  treeStrategies,
  removal,
  tileMerging,
  quadtreeSpace,
  quadtreeCapacity,
  hilbertPrecision,
  sweepGrowth,
  queryStack,
  itemSpheres,
];

function section({ title, question }: Experiment, { tables, charts = [], conclusions }: Findings) {
  return [
    `## ${title}`,
    question,
    ...tables.map(tableText),
    ...charts.map(chartLink),
    listText(conclusions),
  ].join('\n\n');
}

export function renderExperiments(): Files {
  const findings = experiments.map((experiment) => experiment.run());
  const sections = experiments.map((experiment, i) => section(experiment, findings[i]));
  const charts = findings.flatMap((one) => one.charts ?? []);
  return pageFiles(PAGE, { experiments: sections }, charts);
}
