/** What a run in the browser is asked for. */

import { parseArgs } from 'node:util';
import { benchCatalogue } from '../../../web/playground/src/bench/catalogue';
import {
  type Configuration,
  limits,
  type Preset,
  phaseIds,
  presets,
} from '../../../web/playground/src/bench/model';
import { conformConfiguration, presetConfiguration } from '../../../web/playground/src/bench/plan';
import { pick } from '../node/request';

export interface BrowserRequest {
  readonly configuration: Configuration;
  /** Name of another output in tests/bench/results, without ending; null: none but the record. */
  readonly output: string | null;
  /** Whether the record, its page and the chart of the README are written; a quick or a narrowed run leaves them. */
  readonly writes: boolean;
  /** Measures nothing: pages and charts are written anew from the record. */
  readonly pageOnly: boolean;
}

/** Where the command line leaves the request for the test file. */
export const REQUEST_VARIABLE = 'SAPWOOD_BROWSER';

const catalogue = benchCatalogue();
const { contenders, scenes } = catalogue;

export const USAGE = `npm run bench:browser [-- --quick | --full] [--scene id,…] [--contender key,…] [--phase id,…]
             [--dimensions 2|3] [--from n] [--to n] [--sizes number] [--seed number] [--output name] [--page]
  --quick       about 20 seconds; --full as long as it takes; without them about two minutes
  --scene       only these: ${scenes.map(({ id }) => id).join(', ')}
  --contender   only these: ${contenders
    .filter(({ hidden, variantOf }) => !hidden && variantOf === null)
    .map(({ key }) => key)
    .join(', ')}; with options: 'sapwood:wide-tree;build=morton'
  --phase       only these: ${phaseIds.join(', ')}
  --dimensions  only 2 or only 3
  --from --to   smallest and largest n, ${limits.least} to ${limits.most}; --sizes: how many of them
  --seed        of the scenes and of the random order
  --output      tests/bench/results/<name>.json instead of the record
  --page        measures nothing and writes the page and the chart of the README anew from the record
The standard and the full run write tests/bench/results/browser.json, its page and the chart of the README; others only print.`;

function list(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((part) => part !== '');
}

/** Those of `all` that were named, or `usual` where none was; an unknown one throws. */
function chosen<Id extends string>(
  name: string,
  text: string | undefined,
  all: readonly Id[],
  usual: readonly Id[],
): readonly Id[] {
  const wanted = list(text);
  if (wanted.length === 0) return usual;
  return pick(
    name,
    all.map((id) => ({ id })),
    wanted,
  ).map(({ id }) => id);
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text.replaceAll('_', ''));
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`--${name}: expected a whole number from ${least} to ${most}, found '${text}'`);
}

function readDimensions(text: string | undefined, usual: Configuration['dimensions']) {
  if (text === undefined) return usual;
  if (text === '2' || text === '3') return [text === '2' ? 2 : 3] as const;
  throw new Error(`--dimensions: expected 2 or 3, found '${text}'`);
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  ...{ quick: flag, full: flag, page: flag },
  ...{ scene: text, contender: text, phase: text, dimensions: text },
  ...{ from: text, to: text, sizes: text, seed: text, output: text },
} as const;

function presetOf({ quick, full }: { quick: boolean; full: boolean }): Preset {
  if (quick && full) throw new Error('--quick, --full: expected one of them');
  const [first, usual, last] = presets;
  if (quick) return first;
  return full ? last : usual;
}

/** Reads command line arguments; what is not understood throws with a sentence for the user. */
export function parseBrowserRequest(args: readonly string[]): BrowserRequest {
  const { values } = parseArgs({ args: [...args], options });
  const { quick, full, page, output, ...narrowing } = values;
  if (output !== undefined && !/^[\w-]+$/.test(output)) {
    throw new Error(`--output: expected a plain name, found '${output}'`);
  }
  const sceneIds = scenes.map(({ id }) => id);
  const keys = contenders.map(({ key }) => key);
  const usual = presetConfiguration(presetOf(values), catalogue);
  const { least, most, sizes, seed } = limits;
  const number = (name: 'from' | 'to' | 'sizes' | 'seed', low: number, high: number) => {
    const given = values[name];
    return given === undefined ? usual[name] : wholeNumber(name, given, low, high);
  };
  const wanted: Configuration = {
    ...usual,
    scenes: chosen('scene', values.scene, sceneIds, usual.scenes),
    dimensions: readDimensions(values.dimensions, usual.dimensions),
    contenders: chosen('contender', values.contender, keys, usual.contenders),
    phases: chosen('phase', values.phase, phaseIds, usual.phases),
    ...{ from: number('from', least, most), to: number('to', least, most) },
    ...{ sizes: number('sizes', 1, sizes), seed: number('seed', 0, seed) },
  };
  const narrowed = Object.values(narrowing).some((value) => value !== undefined);
  return {
    configuration: conformConfiguration(wanted, catalogue),
    output: output ?? null,
    writes: output === undefined && !narrowed && !quick,
    pageOnly: page,
  };
}
