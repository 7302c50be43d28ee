/**
 * URLs of the Bench page. The hash consists of readable `key=value` pairs:
 *
 *   bench=1            version of the format; it also selects the Bench page
 *   preset, scenes, dims, n (from-to), sizes, phases, who, seed
 *   run=...            results in plan order: three characters per task and contender, except for
 *                      combinations that cannot be measured
 *   env=...            environment of the run, parts separated by |
 *   libs=...           versions of the libraries in `who`
 *
 * The encoding of a result in three characters is described in link-codes.ts.
 */

import type { Environment } from 'measuring';
import { benchCatalog } from './catalog.js';
import { BLANK, decode, encode, resultFrom, WIDTH } from './link-codes.js';
import {
  type Catalog,
  type Cell,
  type Configuration,
  type ContenderInfo,
  Fault,
  type Link,
  type LoadedRun,
  type PhaseId,
  type Preset,
  type Result,
} from './model.js';
import {
  conformConfiguration,
  efforts,
  isQueryPhase,
  makePlan,
  presetConfiguration,
  skipReasonOf,
} from './plan.js';

const FORMAT = '1';
/**
 * Maximum length of a link with results. Browsers accept longer URLs, but other programs may not.
 */
export const MAX_CHARACTERS = 2048;

const plainly = (text: string) =>
  encodeURIComponent(text)
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
    .replaceAll('%3B', ';')
    .replaceAll('%3D', '=')
    .replaceAll('%7C', '|')
    .replaceAll('%20', '+');

// --- configurations ----------------------------------------------------------------------------

/**
 * Returns hash text that contains all values, so that the meaning of a link does not change when
 * the presets change.
 */
export function writeLink(configuration: Configuration): string {
  const { preset, scenes, dimensions, from, to, sizes, phases, contenders, seed } = configuration;
  const parts: readonly (readonly [key: string, text: string])[] = [
    ['bench', FORMAT],
    ['preset', preset],
    ['scenes', scenes.join(',')],
    ['dims', dimensions.join(',')],
    ['n', `${from}-${to}`],
    ['sizes', String(sizes)],
    ['phases', phases.join(',')],
    ['who', contenders.join(',')],
    ['seed', String(seed)],
  ];
  return parts.map(([key, text]) => `${key}=${plainly(text)}`).join('&');
}

const listOf = (text: string | null) => text?.split(',').filter((part) => part !== '');

function numberOf(text: string | null | undefined, fallback: number): number {
  return text && /^\d{1,10}$/.test(text) ? Number(text) : fallback;
}

function unknownNames(keys: URLSearchParams, catalog: Catalog): string[] {
  const known: Readonly<Record<string, readonly string[]>> = {
    scenes: catalog.scenes.map(({ id }) => id),
    dims: ['2', '3'],
    phases: catalog.phases.map(({ id }) => id),
    who: catalog.contenders.map(({ key }) => key),
  };
  return Object.entries(known).flatMap(([key, names]) =>
    (listOf(keys.get(key)) ?? []).filter((name) => !names.includes(name)),
  );
}

function readConfiguration(keys: URLSearchParams, catalog: Catalog): Configuration {
  const preset = (keys.get('preset') ?? 'quick') as Preset;
  const usual = conformConfiguration(presetConfiguration('quick', catalog), catalog);
  const base = conformConfiguration({ ...usual, preset }, catalog);
  const standard = presetConfiguration(base.preset, catalog);
  const range = keys.get('n')?.match(/^(\d{1,10})-(\d{1,10})$/);
  const dimensions = listOf(keys.get('dims'))?.map(Number) as Configuration['dimensions'];
  return conformConfiguration(
    {
      preset: base.preset,
      scenes: listOf(keys.get('scenes')) ?? standard.scenes,
      dimensions: dimensions ?? standard.dimensions,
      from: numberOf(range?.[1], standard.from),
      to: numberOf(range?.[2], standard.to),
      sizes: numberOf(keys.get('sizes'), standard.sizes),
      phases: (listOf(keys.get('phases')) as PhaseId[] | undefined) ?? standard.phases,
      contenders: listOf(keys.get('who')) ?? standard.contenders,
      seed: numberOf(keys.get('seed'), standard.seed),
    },
    catalog,
  );
}

// --- environment -------------------------------------------------------------------------------

/** Writes the `env` part of a link. `readCard` reads its parts in the same order. */
function writeCard({ environment, marks }: LoadedRun): string {
  const { browser, commit, runtime, os, cpu, cores, simd } = environment;
  const parts = [
    ...[runtime, os, cpu, cores, browser?.tickMs ?? '', browser?.isolated ? 1 : 0, simd],
    ...[environment.package, commit ?? '', environment.date, marks.throttled ? 1 : 0],
  ];
  return parts.map((part) => String(part).replaceAll('|', '/').slice(0, 60)).join('|');
}

function readCard(text: string, { preset, seed }: Configuration): Environment {
  const [runtime, os, cpu, cores, tick, isolated, simd, version, commit, date, throttled] = [
    ...text.split('|').map((part) => part.slice(0, 60)),
    ...new Array<string>(11).fill(''),
  ];
  return {
    ...{ date, preset, package: version, simd, commit: commit || null, runtime, os, cpu },
    ...{ cores: numberOf(cores, 0), calibration: [0, 0], querySeed: seed, rounds: 0, sampleMs: 0 },
    browser: {
      userAgent: '',
      tickMs: Number.isFinite(Number(tick)) ? Number(tick) : 0,
      isolated: isolated === '1',
      throttled: throttled === '1',
      dropped: 0,
    },
  };
}

function librariesOf({ contenders }: Configuration, catalog: Catalog): ContenderInfo[] {
  return catalog.contenders.filter(
    ({ key, side }) => side === 'library' && contenders.includes(key),
  );
}

function writeVersions({ versions }: LoadedRun, configuration: Configuration): string {
  const libraries = librariesOf(configuration, benchCatalog());
  return libraries.map(({ key }) => (versions[key] ?? '').replaceAll(',', '').slice(0, 20)).join();
}

/**
 * Returns the library versions by contender key. The result is empty if their number does not match
 * the selected libraries.
 */
function readVersions(text: string, configuration: Configuration, catalog: Catalog) {
  const libraries = librariesOf(configuration, catalog);
  const list = text.split(',').map((part) => part.slice(0, 20));
  if (list.length !== libraries.length) return {};
  return Object.fromEntries(libraries.map(({ key }, i) => [key, list[i]]));
}

// --- links with results ------------------------------------------------------------------------

const cellKey = ({ scene, dimensions, n, phase }: Cell, contender: string) =>
  [scene, dimensions, n, phase, contender].join(' ');

interface Slot {
  readonly cell: Cell;
  readonly contender: ContenderInfo;
}

/**
 * Returns each combination of a measured task (cell) and a selected contender. Links contain
 * results only for the combinations that `isAble` accepts.
 */
function slotsOf(configuration: Configuration, catalog: Catalog): Slot[] {
  const chosen = catalog.contenders.filter(({ key }) => configuration.contenders.includes(key));
  return makePlan(configuration, catalog).cells.flatMap((cell) =>
    chosen.map((contender) => ({ cell, contender })),
  );
}

const isAble = ({ cell, contender }: Slot) => skipReasonOf(contender, cell) === null;

/** Throws a `Fault` if the link would be too long. */
export function writeResultLink(run: LoadedRun, configuration: Configuration): string {
  const known = new Map(run.results.map((one) => [cellKey(one, one.contender), one]));
  const codes = slotsOf(configuration, benchCatalog())
    .filter(isAble)
    .map(({ cell, contender }) => known.get(cellKey(cell, contender.key)))
    .map(encode);
  const libs = plainly(writeVersions(run, configuration));
  const card = `env=${plainly(writeCard(run))}${libs && `&libs=${libs}`}`;
  const head = `${writeLink(configuration)}&${card}&run=`;
  const room = Math.floor((MAX_CHARACTERS - head.length) / WIDTH);
  if (codes.length > room) {
    const text = `This run has ${codes.length.toLocaleString('en')} results`;
    throw new Fault(
      `${text}, but a link holds about ${Math.max(0, room)}. Save the run as JSON instead, or run a smaller setup.`,
    );
  }
  return head + codes.join('');
}

function readResults(
  text: string,
  configuration: Configuration,
  catalog: Catalog,
): Result[] | null {
  const codes = decode(text);
  const slots = slotsOf(configuration, catalog);
  if (!codes || codes.length !== slots.filter(isAble).length) return null;
  let next = 0;
  return slots.flatMap(({ cell, contender }) => {
    const skipReason = skipReasonOf(contender, cell);
    // links do not contain the number of queries, which only depends on the preset
    const operations = isQueryPhase(cell.phase) ? efforts[configuration.preset].queries : 0;
    if (!skipReason) {
      return resultFrom(cell, contender.key, codes[next++]).map((one) => ({ ...one, operations }));
    }
    return [{ ...cell, ...BLANK, contender: contender.key, ms: null, bytes: null, ...skipReason }];
  });
}

function runFromLink(keys: URLSearchParams, configuration: Configuration, catalog: Catalog) {
  const text = keys.get('run');
  if (text === null) return { run: null, fault: null };
  const results = readResults(text, configuration, catalog);
  if (!results) {
    const fault =
      'The results in this link do not match its setup. The link was cut off or changed.';
    return { run: null, fault };
  }
  const environment = readCard(keys.get('env') ?? '', configuration);
  const { throttled = false } = environment.browser ?? {};
  const chosen = catalog.contenders.filter(({ key }) => configuration.contenders.includes(key));
  const run: LoadedRun = {
    label: 'From the link',
    results,
    environment,
    marks: { throttled, drift: 1, dropped: 0 },
    configuration,
    versions: readVersions(keys.get('libs') ?? '', configuration, catalog),
    titles: Object.fromEntries(chosen.map(({ key, title }) => [key, title])),
  };
  return { run, fault: null };
}

/**
 * Parses a hash. Replaces invalid values by values of the preset; `fault` describes unknown names,
 * invalid results or an unsupported version.
 */
export function readLink(hash: string, catalog: Catalog): Link {
  const keys = new URLSearchParams(hash.replace(/^#/, ''));
  const version = keys.get('bench');
  if (version !== null && version !== '' && version !== FORMAT) {
    const configuration = presetConfiguration('quick', catalog);
    const fault = `This link has version “${version.slice(0, 20)}”, which this page does not support.`;
    return { configuration, run: null, fault };
  }
  const configuration = readConfiguration(keys, catalog);
  const unknown = unknownNames(keys, catalog);
  const read = runFromLink(keys, configuration, catalog);
  if (unknown.length === 0) return { configuration, ...read };
  const names = unknown.slice(0, 3).map((name) => `“${name.slice(0, 40)}”`);
  const fault = `This link contains ${names.join(', ')}, which this page does not support.`;
  return { configuration, run: read.run, fault };
}
