/** docs/benchmarks/published.md and its charts, made from a record. */

import { publishedNames } from 'scenes';
import {
  type Cell,
  type Chart,
  chartLink,
  type Files,
  listText,
  milliseconds,
  pageFiles,
  percent,
  type Table,
  tableText,
  whole,
} from '../report/document';
import { cardOf, formatNumber } from '../report/table';
import { LARGEST_PUBLISHED } from './cases';
import type { Counts, PublishedRecord, StructureCell, VolumeCell } from './record';

export const PAGE = 'docs/benchmarks/published.md';

const OPENING = `# The published benchmark, reproduced

A survey of broad-phase algorithms (magley, *Broad Phase Collision Detection*, 2026) compares brute force, a grid, sweep and prune, a
quadtree, R-trees and a k-d tree in five scenes of up to 2,000 boxes in an area of 800 x 600. Its generator is known exactly, so its
scenes are remade here bit for bit (all 125 of them have its hash), and so is its rule that touching is not overlapping and that the
last pixel belongs to no box. Added are 5,000, 10,000 and 50,000 boxes.

\`npm run bench -- published\` measures everything anew and writes \`tests/bench/results/published.json\`, this page and its charts. Counts
do not depend on the machine, and a test holds them fast; times are of one machine.`;

const CAUTIONS = `## Why its figures cannot be compared with ours

1. Its totals contain the time for *drawing* the structures, for all but brute force and sweep and prune.
2. Queries of its R-tree and bulk-loaded trees test no node above the leaves: every query visits all nodes.
3. Its grid enters a box into the cells of its four corners, so boxes wider than a cell miss each other: 28 % of the pairs of RandomLargeBoxes.
4. The digit of its Hilbert key is not Hilbert's: the curve jumps, 127 times in a 16 x 16 grid.
5. Its sort-tile-recursive slices hold ceil(sqrt(n / k)) items instead of that many pages.
6. Its k-d tree query prunes one side only.

So its programs are kept as counters only (\`web/published\`, plain TypeScript), with what they find; ours are measured too. What makes
the quadtree slow in YLine, which the survey leaves open: its leaves are 50 wide and 37.5 high, so tall boxes cross more of them.`;

const at = (n: number, scene: string) => (cell: { n: number; scene: string }) =>
  cell.n === n && cell.scene === scene;

const fault = ({ missed, duplicated }: Counts): Cell =>
  missed > 0 ? `**${whole(missed)} missed**` : whole(duplicated);

function formsTable({ forms }: PublishedRecord, scene: string): Table {
  const cells = forms.filter(at(LARGEST_PUBLISHED, scene));
  return {
    caption: `As published, ${scene}, n = ${whole(LARGEST_PUBLISHED)}:`,
    header: ['form', 'tests', 'nodes visited', 'pairs found', 'reported again, or missed'],
    rows: cells.map((cell) => [
      cell.form,
      whole(cell.tests),
      whole(cell.visits),
      whole(cell.found),
      fault(cell),
    ]),
  };
}

const spread = ({ median, p95 }: { median: number; p95: number }) =>
  `${milliseconds(median)} (${milliseconds(p95)})`;

function structuresTable(cells: readonly StructureCell[], caption: string): Table {
  return {
    caption,
    header: ['structure', 'build', 'pairs', 'total', 'build / total', 'tests', 'visits', 'KiB'],
    rows: cells.map((cell) => [
      cell.structure,
      spread(cell.build),
      spread(cell.query),
      spread(cell.total),
      percent(cell.build.median / cell.total.median),
      whole(cell.tests),
      whole(cell.visits),
      whole(cell.bytes / 1024),
    ]),
  };
}

const isDefault = ({ structure }: StructureCell) => !structure.includes(' ');

function totalsChart(cells: readonly StructureCell[], scene: string): Chart {
  return {
    name: `published-${scene.toLowerCase()}`,
    title: `${scene}: build and all pairs`,
    x: 'boxes',
    y: 'milliseconds',
    logarithmic: { x: true, y: true },
    series: seriesOf(cells, scene, ({ total }) => total.median),
    marks: [
      { y: 16.7, label: '60 frames a second' },
      { y: 33.3, label: '30' },
    ],
  };
}

function ratioChart(cells: readonly StructureCell[], scene: string): Chart {
  return {
    name: `published-${scene.toLowerCase()}-ratio`,
    title: `${scene}: share of the build in the total`,
    x: 'boxes',
    y: 'build / total',
    logarithmic: { x: true },
    series: seriesOf(cells, scene, ({ build, total }) => build.median / total.median),
  };
}

function seriesOf(
  cells: readonly StructureCell[],
  scene: string,
  y: (cell: StructureCell) => number,
): Chart['series'] {
  const mine = cells.filter((cell) => cell.scene === scene && isDefault(cell));
  const names = [...new Set(mine.map(({ structure }) => structure))];
  return names.map((name) => ({
    name,
    points: mine
      .filter(({ structure }) => structure === name)
      .map((cell) => [cell.n, y(cell)] as const),
  }));
}

/** The fastest structure of each size against brute force. */
function crossoverTable({ structures }: PublishedRecord, scene: string): Table {
  const sizes = [...new Set(structures.map(({ n }) => n))];
  const rows = sizes.flatMap((n) => {
    const cells = structures.filter(at(n, scene));
    const brute = cells.find(({ structure }) => structure === 'brute-force');
    const [best] = [...cells].sort((a, b) => a.total.median - b.total.median);
    if (!brute || !best) return [];
    const factor = brute.total.median / best.total.median;
    return [
      [
        whole(n),
        milliseconds(brute.total.median),
        best.structure,
        milliseconds(best.total.median),
        `${factor.toFixed(1)} ×`,
        percent(brute.total.median / 16.7),
      ],
    ];
  });
  return {
    caption: `${scene}:`,
    header: ['n', 'brute force, ms', 'fastest', 'ms', 'brute force / fastest', 'of 16.7 ms'],
    rows,
  };
}

function volumesTable(volumes: readonly VolumeCell[]): Table {
  return {
    caption: '1,000 shapes of equal area at random angles, all pairs of them:',
    header: [
      'shapes',
      'volume',
      'pairs touch',
      'volumes overlap',
      'of those in vain',
      'a test, ns',
      'after a turn',
    ],
    rows: volumes.map(({ shapes, volume, touching, candidates, nsPerTest }) => [
      shapes,
      volume,
      whole(touching),
      whole(candidates),
      percent(1 - touching / candidates),
      formatNumber(nsPerTest),
      volume === 'box' ? 'made anew from the corners' : 'unchanged',
    ]),
  };
}

function sceneSection(record: PublishedRecord, scene: string): string {
  const cells = record.structures.filter(at(LARGEST_PUBLISHED, scene));
  const [{ found }] = cells;
  const times = `Here, ${scene}, n = ${whole(LARGEST_PUBLISHED)}, ${whole(found)} pairs; milliseconds, median (95th percentile):`;
  const most = Math.max(...record.structures.map(({ n }) => n));
  const large = record.structures.filter(at(most, scene));
  const [first] = large;
  const largeTimes = `The same with n = ${whole(most)}, ${whole(first.found)} pairs:`;
  return [
    `## ${scene}`,
    tableText(formsTable(record, scene)),
    tableText(structuresTable(cells, times)),
    tableText(structuresTable(large, largeTimes)),
    chartLink(totalsChart(record.structures, scene)),
    chartLink(ratioChart(record.structures, scene)),
  ].join('\n\n');
}

function skippedText({ skipped }: PublishedRecord): string {
  const reasons = new Set(skipped.map(({ structure, reason }) => `${structure}: ${reason}.`));
  return reasons.size > 0 ? `Not measured: ${[...reasons].join(' ')}` : '';
}

const honest = (record: PublishedRecord) => [
  'A sample is as many frames as take 2 ms, after a warm-up; 30 samples, fewer (at least 3) where a frame takes long. The structures take turns, sample by sample.',
  'The build contains one point query, because some structures sort only when somebody asks. Of sizes up to 10,000 five scenes of different seeds take turns; counts are their means.',
  `Every structure finds every pair, none twice: of ${whole(record.structures.length)} cells ${whole(record.structures.filter(({ missed, duplicated }) => missed + duplicated > 0).length)} differ from the scenes' own sweep.`,
];

/** What the survey says of small n, against what brute force and the best structure take there. */
function smallSizes({ structures }: PublishedRecord): string[] {
  const bruteAt = (n: number) =>
    structures.filter((one) => one.n === n && one.structure === 'brute-force');
  const slowest = Math.max(...bruteAt(500).map(({ total }) => total.median));
  const beaten = (n: number) =>
    bruteAt(n).filter(({ scene, total }) =>
      structures.some((one) => at(n, scene)(one) && one.total.p95 < total.median),
    ).length;
  return [
    `The survey says that below 500 boxes the choice hardly matters. In absolute terms it does not: brute force takes at most ${milliseconds(slowest)} ms for 500 boxes, ${percent(slowest / 16.7)} of a frame at 60 a second.`,
    `Something is clearly faster than brute force in ${beaten(100)} of 5 scenes at n = 100, ${beaten(500)} at 500, ${beaten(1000)} at 1,000.`,
  ];
}

function volumeConclusions({ volumes }: PublishedRecord): string[] {
  const vain = (shapes: string, volume: string) => {
    const cell = volumes.find((one) => one.shapes.startsWith(shapes) && one.volume === volume);
    return cell ? percent(1 - cell.touching / cell.candidates) : '';
  };
  return [
    `For squares there is little between them (${vain('squares', 'box')} and ${vain('squares', 'circle')} in vain); around sticks the circle lets far more through (${vain('sticks', 'circle')} against ${vain('sticks', 'box')}).`,
    'A circle need not be made anew when its shape turns, and a box must: one pass over its points, or over its corners.',
  ];
}

export function renderPage(record: PublishedRecord): Files {
  const charts = publishedNames.flatMap((scene) => [
    totalsChart(record.structures, scene),
    ratioChart(record.structures, scene),
  ]);
  const text = [
    OPENING,
    cardOf(record.environment),
    listText(honest(record)),
    skippedText(record),
    CAUTIONS,
    ...publishedNames.map((scene) => sceneSection(record, scene)),
    '## From which n does the choice matter?',
    listText(smallSizes(record)),
    ...publishedNames.map((scene) => tableText(crossoverTable(record, scene))),
    '## Box or circle',
    tableText(volumesTable(record.volumes)),
    listText(volumeConclusions(record)),
  ].filter((part) => part !== '');
  return pageFiles(PAGE, `${text.join('\n\n')}\n`, charts);
}
