/** The tables of docs/benchmarks/browser.md, and its charts. */

import { benchCatalog } from '../../../web/playground/src/bench/catalog';
import type { LoadedRun, PhaseInfo, Result } from '../../../web/playground/src/bench/model';
import {
  type Chart,
  chartLink,
  type Files,
  listText,
  milliseconds,
  pageFiles,
  tableText,
  whole,
} from '../report/document';
import { cardOf } from '../report/table';
import { type Block, blocksOf, fastest, isOurs, ranked, resultOf } from './cells';
import { chartOf } from './chart';

export const PAGE = 'docs/benchmarks/browser.md';

const phasesById: ReadonlyMap<string, PhaseInfo> = new Map(
  benchCatalog().phases.map((phase) => [phase.id, phase]),
);
const titleOf = ({ phase }: Block) => phasesById.get(phase)?.title ?? phase;
const placeOf = ({ scene, dimensions }: Block) => `${scene}, ${dimensions}D`;

function bytesText(bytes: number): string {
  const kib = bytes / 1024;
  return kib < 1024 ? `${kib.toFixed(1)} KiB` : `${(kib / 1024).toFixed(2)} MiB`;
}

function cellText(result: Result | undefined, bold: boolean): string {
  if (!result) return '';
  const { bytes, ms, status } = result;
  if (ms) {
    const mark = bold ? '**' : '';
    const spread = `${milliseconds(ms.p25)}–${milliseconds(ms.p75)}`;
    return `${mark}${milliseconds(ms.median)}${mark} (${spread})`;
  }
  if (status === 'ok') return bytes === null ? 'unknown' : bytesText(bytes);
  return status === 'wrong' || status === 'failed' ? `**${status}**` : '–';
}

/** Omits unsupported contenders. */
function tableOf(block: Block, run: LoadedRun): string {
  const best = new Map(block.sizes.map((n) => [n, fastest(block, n)]));
  const rows = block.contenders
    .map((key) => ({ key, results: block.sizes.map((n) => resultOf(block, key, n)) }))
    .filter(({ results }) => results.some((result) => result && result.status !== 'unsupported'))
    .map(({ key, results }) => {
      const name = run.titles[key] ?? key;
      const cells = results.map((result, i) =>
        cellText(result, Boolean(result && best.get(block.sizes[i])?.has(result))),
      );
      return [isOurs(key) ? `*${name}*` : name, ...cells];
    });
  const per = block.phase === 'memory' ? 'bytes' : 'milliseconds per call';
  return tableText({
    caption: `${placeOf(block)}, ${per}:`,
    header: ['library', ...block.sizes.map((n) => `n = ${whole(n)}`)],
    rows,
  });
}

function notesOf(blocks: readonly Block[], { titles }: LoadedRun): string {
  const reasons = new Map<string, Set<string>>();
  for (const { results } of blocks) {
    for (const { contender, note, status, scene, dimensions, n } of results) {
      if (!note || status === 'unsupported') continue;
      const text = `${titles[contender] ?? contender} ${status}: ${note}`;
      const places = reasons.get(text) ?? new Set();
      reasons.set(text, places.add(`${scene} ${dimensions}D n = ${whole(n)}`));
    }
  }
  return listText([...reasons].map(([text, places]) => `${text} (${[...places].join('; ')})`));
}

const chartName = ({ scene, dimensions, phase }: Block) =>
  `browser-${phase}-${scene}-${dimensions}d`;

const isCharted = ({ phase }: Block) => phasesById.get(phase)?.group === 'frame';

function chartFor(block: Block, run: LoadedRun): Chart | null {
  if (!isCharted(block) || block.sizes.length < 2) return null;
  const chart = chartOf(block, run, `${titleOf(block)}: ${placeOf(block)}`);
  return chart && { ...chart, name: chartName(block) };
}

/**
 * Lists cells in which a library, or plain JavaScript, is faster than all structures of Sapwood.
 */
function lossesText(blocks: readonly Block[], { titles }: LoadedRun): string {
  const losses = blocks.flatMap((block) =>
    block.sizes.flatMap((n) => {
      const [best] = ranked(block, n);
      if (!best || isOurs(best.contender)) return [];
      const name = titles[best.contender] ?? best.contender;
      return [`${titleOf(block)}, ${placeOf(block)}, n = ${whole(n)}: ${name} is the fastest`];
    }),
  );
  if (losses.length === 0) return 'In this run no other library is faster than Sapwood.';
  return ['**Cases in which another library is faster than Sapwood:**', listText(losses)].join(
    '\n\n',
  );
}

/** Function that returns the Markdown that precedes the table of a block, such as a chart. */
type Picture = (block: Block) => string;

function section(own: readonly Block[], run: LoadedRun, picture: Picture): string[] {
  const info = phasesById.get(own[0].phase);
  return [
    `## ${titleOf(own[0])}`,
    info ? `${info.sentence}.` : '',
    ...own.flatMap((block) => [picture(block), tableOf(block, run)]),
    notesOf(own, run),
  ];
}

function droppedText({ marks: { dropped } }: LoadedRun): string {
  if (dropped === 0) return '';
  return `${whole(dropped)} measurements were repeated because the page was hidden or shown meanwhile.`;
}

function versionsTable({ titles, versions }: LoadedRun): string {
  const pinned = Object.entries(versions).filter(([key, version]) => version && !isOurs(key));
  return tableText({
    caption: 'Versions of the libraries:',
    header: ['library', 'version'],
    rows: pinned.map(([key, version]) => [titles[key] ?? key, version]),
  });
}

export function renderTables(run: LoadedRun, picture: Picture = () => ''): string {
  const blocks = blocksOf(run);
  const phases = [...new Set(blocks.map(({ phase }) => phase))];
  const parts = [
    cardOf(run.environment),
    droppedText(run),
    lossesText(blocks, run),
    ...phases.flatMap((phase) =>
      section(
        blocks.filter((block) => block.phase === phase),
        run,
        picture,
      ),
    ),
    versionsTable(run),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

export function renderPage(run: LoadedRun): Files {
  const charts = blocksOf(run).flatMap((block) => chartFor(block, run) ?? []);
  const picture: Picture = (block) => {
    const chart = charts.find(({ name }) => name === chartName(block));
    return chart ? chartLink(chart) : '';
  };
  return pageFiles(PAGE, { results: renderTables(run, picture) }, charts);
}
