/**
 * Addresses of the Bench page: readable `key=value` text behind the #, and back.
 *
 *   bench=1            this page, and the version of the format
 *   preset, scenes, dims, n (from-to), sizes, phases, who, seed
 *   run=...            a result link: two characters for each contender that can do a cell, in the order of the plan
 *   env=...            and the card of the machine that it comes from, parts separated by |
 *
 * A result of a link is a median on a logarithmic scale of 4000 steps over ten decades, exact to 0.3 %.
 */

import type { Environment } from 'measuring';
import { benchCatalogue } from './catalogue.js';
import {
  type Catalogue,
  type Cell,
  type Configuration,
  type ContenderInfo,
  Fault,
  type Link,
  type LoadedRun,
  type PhaseId,
  type Preset,
  type Result,
  type Status,
} from './model.js';
import { conformConfiguration, makePlan, presetConfiguration, refusalOf } from './plan.js';

const FORMAT = '1';
/** A result link is not longer, so that messengers and address bars keep it whole. */
export const MOST_CHARACTERS = 2000;

/** Whether a text behind the # belongs to this page. */
export function isBenchHash(hash: string): boolean {
  return /^#?bench(?![a-z])/.test(hash);
}

const plainly = (text: string) =>
  encodeURIComponent(text)
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
    .replaceAll('%3B', ';')
    .replaceAll('%3D', '=')
    .replaceAll('%7C', '|')
    .replaceAll('%20', '+');

// --- configurations ----------------------------------------------------------------------------

/** Text for behind the #: everything, so that it means the same when presets change. */
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

/** Names in a list that the page does not know. */
function strangers(keys: URLSearchParams, catalogue: Catalogue): string[] {
  const known: Readonly<Record<string, readonly string[]>> = {
    scenes: catalogue.scenes.map(({ id }) => id),
    dims: ['2', '3'],
    phases: catalogue.phases.map(({ id }) => id),
    who: catalogue.contenders.map(({ key }) => key),
  };
  return Object.entries(known).flatMap(([key, names]) =>
    (listOf(keys.get(key)) ?? []).filter((name) => !names.includes(name)),
  );
}

function readConfiguration(keys: URLSearchParams, catalogue: Catalogue): Configuration {
  const preset = (keys.get('preset') ?? 'quick') as Preset;
  const usual = conformConfiguration(presetConfiguration('quick', catalogue), catalogue);
  const base = conformConfiguration({ ...usual, preset }, catalogue);
  const standard = presetConfiguration(base.preset, catalogue);
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
    catalogue,
  );
}

// --- results -----------------------------------------------------------------------------------

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Numbers below this stand for results without a median. */
const FIRST_MEDIAN = 16;
const STEPS_A_DECADE = 400;
const LEAST_MS = 1e-5;
const MOST_STEPS = DIGITS.length ** 2 - 1 - FIRST_MEDIAN;

/** By their number in a link; 0 is a result that the run did not come to. */
const statusCodes: readonly (Status | null)[] = [null, 'wrong', 'failed', 'unsupported', 'skipped'];

function codeOf(result: Result | undefined): number {
  if (!result) return 0;
  const value = result.phase === 'memory' ? bytesAsMs(result.bytes) : result.ms?.median;
  if (result.status !== 'ok' || value === undefined) {
    return Math.max(0, statusCodes.indexOf(result.status === 'ok' ? 'skipped' : result.status));
  }
  const step = Math.round(STEPS_A_DECADE * Math.log10(value / LEAST_MS));
  return FIRST_MEDIAN + Math.min(MOST_STEPS, Math.max(0, step));
}

/** Bytes share the scale: a kilobyte is a millisecond. */
const BYTES_A_MS = 1000;
const bytesAsMs = (bytes: number | null) => (bytes ? bytes / BYTES_A_MS : undefined);

const medianOf = (code: number) =>
  Number((LEAST_MS * 10 ** ((code - FIRST_MEDIAN) / STEPS_A_DECADE)).toPrecision(4));

const encode = (code: number) =>
  DIGITS[Math.floor(code / DIGITS.length)] + DIGITS[code % DIGITS.length];

function decode(text: string): number[] | null {
  if (text.length % 2 !== 0 || !/^[\w-]*$/.test(text)) return null;
  return Array.from({ length: text.length / 2 }, (_, i) => {
    return DIGITS.indexOf(text[2 * i]) * DIGITS.length + DIGITS.indexOf(text[2 * i + 1]);
  });
}

const cellKey = ({ scene, dimensions, n, phase }: Cell, contender: string) =>
  [scene, dimensions, n, phase, contender].join(' ');

/** What a link does not carry. */
const BLANK = {
  ...{ samples: [], sampleCount: 0, operations: 0, calls: 0 },
  ...{ found: null, expected: null },
} as const;

function resultFrom(cell: Cell, contender: string, code: number): Result[] {
  if (code === 0) return [];
  if (code < FIRST_MEDIAN) {
    const status = statusCodes[code] ?? 'skipped';
    return [{ ...cell, ...BLANK, contender, status, ms: null, bytes: null }];
  }
  const value = medianOf(code);
  const ok = { ...cell, ...BLANK, contender, status: 'ok' } as const;
  if (cell.phase === 'memory') return [{ ...ok, ms: null, bytes: Math.round(value * BYTES_A_MS) }];
  return [{ ...ok, ms: { min: value, p25: value, median: value, p75: value }, bytes: null }];
}

// --- the card ----------------------------------------------------------------------------------

/** The parts of `env`, in this order. */
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

// --- links with results ------------------------------------------------------------------------

interface Slot {
  readonly cell: Cell;
  readonly contender: ContenderInfo;
}

/** Every contender in every cell. Whoever cannot do it needs no place in a link. */
function slotsOf(configuration: Configuration, catalogue: Catalogue): Slot[] {
  const chosen = catalogue.contenders.filter(({ key }) => configuration.contenders.includes(key));
  return makePlan(configuration, catalogue).cells.flatMap((cell) =>
    chosen.map((contender) => ({ cell, contender })),
  );
}

const isAble = ({ cell, contender }: Slot) => refusalOf(contender, cell) === null;

/** The configuration with the medians of a run and the card; throws a `Fault` where 2 kB do not hold it. */
export function writeResultLink(run: LoadedRun, configuration: Configuration): string {
  const known = new Map(run.results.map((one) => [cellKey(one, one.contender), one]));
  const codes = slotsOf(configuration, benchCatalogue())
    .filter(isAble)
    .map(({ cell, contender }) => codeOf(known.get(cellKey(cell, contender.key))));
  const head = `${writeLink(configuration)}&env=${plainly(writeCard(run))}&run=`;
  const room = Math.floor((MOST_CHARACTERS - head.length) / 2);
  if (codes.length > room) {
    const text = `This run has ${codes.length.toLocaleString('en')} results`;
    throw new Fault(
      `${text}, and a link holds about ${Math.max(0, room)}: export the JSON instead, or choose less.`,
    );
  }
  return head + codes.map(encode).join('');
}

function readResults(
  text: string,
  configuration: Configuration,
  catalogue: Catalogue,
): Result[] | null {
  const codes = decode(text);
  const slots = slotsOf(configuration, catalogue);
  if (!codes || codes.length !== slots.filter(isAble).length) return null;
  let next = 0;
  return slots.flatMap(({ cell, contender }) => {
    const refusal = refusalOf(contender, cell);
    if (!refusal) return resultFrom(cell, contender.key, codes[next++]);
    return [{ ...cell, ...BLANK, contender: contender.key, ms: null, bytes: null, ...refusal }];
  });
}

function runFromLink(keys: URLSearchParams, configuration: Configuration, catalogue: Catalogue) {
  const text = keys.get('run');
  if (text === null) return { run: null, fault: null };
  const results = readResults(text, configuration, catalogue);
  if (!results) {
    const fault =
      'The results in this link do not fit its choice: the link was cut off or changed.';
    return { run: null, fault };
  }
  const environment = readCard(keys.get('env') ?? '', configuration);
  const { throttled = false } = environment.browser ?? {};
  const chosen = catalogue.contenders.filter(({ key }) => configuration.contenders.includes(key));
  const run: LoadedRun = {
    label: 'From the link',
    results,
    environment,
    marks: { throttled, drift: 1, dropped: 0 },
    configuration,
    versions: {},
    titles: Object.fromEntries(chosen.map(({ key, title }) => [key, title])),
  };
  return { run, fault: null };
}

/** Whatever an address holds; what cannot be read is replaced by the preset, and said in `fault`. */
export function readLink(hash: string, catalogue: Catalogue): Link {
  const keys = new URLSearchParams(hash.replace(/^#/, ''));
  const version = keys.get('bench');
  if (version !== null && version !== '' && version !== FORMAT) {
    const configuration = presetConfiguration('quick', catalogue);
    const fault = `This address is of version “${version.slice(0, 20)}”, which this page does not read.`;
    return { configuration, run: null, fault };
  }
  const configuration = readConfiguration(keys, catalogue);
  const unknown = strangers(keys, catalogue);
  const read = runFromLink(keys, configuration, catalogue);
  if (unknown.length === 0) return { configuration, ...read };
  const names = unknown.slice(0, 3).map((name) => `“${name.slice(0, 40)}”`);
  const fault = `This address names ${names.join(', ')}, which this page does not know.`;
  return { configuration, run: read.run, fault: read.fault ?? fault };
}
