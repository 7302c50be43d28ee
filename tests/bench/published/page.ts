/** Generates the tables and charts of docs/benchmarks/published.md. */

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
import { updatedTables } from './volumes-section';

export const PAGE = 'docs/benchmarks/published.md';

const at = (n: number, scene: string) => (cell: { n: number; scene: string }) =>
  cell.n === n && cell.scene === scene;

const fault = ({ missed, duplicated }: Counts): Cell =>
  missed > 0 ? `**${whole(missed)} missed**` : whole(duplicated);

function formsTable({ forms }: PublishedRecord, scene: string): Table {
  const cells = forms.filter(at(LARGEST_PUBLISHED, scene));
  return {
    caption: `As published, ${scene}, n = ${whole(LARGEST_PUBLISHED)}:`,
    header: ['form', 'tests', 'nodes visited', 'pairs found', 'duplicates, or missed'],
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
    title: `${scene}: share of the build in the total time`,
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
    header: [
      'n',
      'brute force, ms',
      'fastest',
      'ms',
      'brute force ÷ fastest',
      'brute force, share of 16.7 ms',
    ],
    rows,
  };
}

function volumesTable(volumes: readonly VolumeCell[]): Table {
  return {
    caption: 'All pairs of 1,000 shapes of equal area at random angles:',
    header: [
      'shapes',
      'volume',
      'touching pairs',
      'overlapping volumes',
      'false positives',
      'ns a test',
      'after a rotation',
    ],
    rows: volumes.map(({ shapes, volume, touching, candidates, nsPerTest }) => [
      shapes,
      volume,
      whole(touching),
      whole(candidates),
      percent(1 - touching / candidates),
      formatNumber(nsPerTest),
      volume === 'box' ? 'recomputed from the corners' : 'unchanged',
    ]),
  };
}

function sceneSection(record: PublishedRecord, scene: string): string {
  const cells = record.structures.filter(at(LARGEST_PUBLISHED, scene));
  const [{ found }] = cells;
  const times = `Sapwood, ${scene}, n = ${whole(LARGEST_PUBLISHED)}, ${whole(found)} pairs; milliseconds, median (95th percentile):`;
  const maxN = Math.max(...record.structures.map(({ n }) => n));
  const large = record.structures.filter(at(maxN, scene));
  const [first] = large;
  const largeTimes = `The same with n = ${whole(maxN)}, ${whole(first.found)} pairs:`;
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

function correctText({ structures }: PublishedRecord): string {
  const wrong = structures.filter(({ missed, duplicated }) => missed + duplicated > 0);
  return `Every structure must find every pair exactly once: of ${whole(structures.length)} measurements ${whole(wrong.length)} differ from the reference.`;
}

function smallSizes({ structures }: PublishedRecord): string[] {
  const bruteAt = (n: number) =>
    structures.filter((one) => one.n === n && one.structure === 'brute-force');
  const slowest = Math.max(...bruteAt(500).map(({ total }) => total.median));
  const beaten = (n: number) =>
    bruteAt(n).filter(({ scene, total }) =>
      structures.some((one) => at(n, scene)(one) && one.total.p95 < total.median),
    ).length;
  return [
    `The survey claims that below 500 boxes the choice hardly matters. In absolute terms this is true: brute force takes at most ${milliseconds(slowest)} ms for 500 boxes, ${percent(slowest / 16.7)} of a frame at 60 frames a second.`,
    `Another structure is clearly faster than brute force in ${beaten(100)} of 5 scenes at n = 100, in ${beaten(500)} at 500, and in ${beaten(1000)} at 1,000.`,
  ];
}

function volumesText({ volumes }: PublishedRecord): string {
  const vain = (shapes: string, volume: string) => {
    const cell = volumes.find((one) => one.shapes.startsWith(shapes) && one.volume === volume);
    return cell ? percent(1 - cell.touching / cell.candidates) : '';
  };
  return `For squares boxes and circles have similar shares of false positives (${vain('squares', 'box')} and ${vain('squares', 'circle')}). For sticks circles have far more than boxes (${vain('sticks', 'circle')} and ${vain('sticks', 'box')}).`;
}

export function renderPage(record: PublishedRecord): Files {
  const charts = publishedNames.flatMap((scene) => [
    totalsChart(record.structures, scene),
    ratioChart(record.structures, scene),
  ]);
  const blocks = {
    environment: cardOf(record.environment),
    checks: [correctText(record), skippedText(record)],
    scenes: publishedNames.map((scene) => sceneSection(record, scene)),
    'brute force': [
      listText(smallSizes(record)),
      ...publishedNames.map((scene) => tableText(crossoverTable(record, scene))),
    ],
    volumes: [tableText(volumesTable(record.volumes)), volumesText(record)],
    updated: updatedTables(),
  };
  return pageFiles(PAGE, blocks, charts);
}
