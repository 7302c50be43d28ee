/** `npm run bench:browser`: drives the Bench page and writes its record and its page. */

import { benchCatalog } from '../../../web/playground/src/bench/catalog';
import { type Configuration, limits, phaseIds } from '../../../web/playground/src/bench/model';
import { conformConfiguration, presetConfiguration } from '../../../web/playground/src/bench/plan';
import type { Arguments } from '../command/arguments';
import { defineRun } from '../command/run';
import { type Files, readFile } from '../report/document';
import { describeMachine } from '../report/machine';
import { measureInBrowser } from './drive';
import { renderPage, renderTables } from './page';
import { faultsOf, RECORD, readBrowserRun, withMachine } from './record';

/**
 * Timeout of a run. It is long, because the time estimate of the page is rough and the machine may
 * be busy.
 */
const TIMEOUT_MS = 3_600_000;

const catalog = benchCatalog();
const { contenders, scenes } = catalog;

const USAGE = `npm run bench:browser -- [arguments]
  --quick       about 20 seconds; --full as long as it takes; without them about two minutes
  --scene       only these: ${scenes.map(({ id }) => id).join(', ')}
  --contender   only these: ${contenders
    .filter(({ hidden, variantOf }) => !hidden && variantOf === null)
    .map(({ key }) => key)
    .join(', ')}; with options: 'sapwood:wide-tree;build=morton'
  --phase       only these: ${phaseIds.join(', ')}
  --dimensions  only 2 or only 3
  --from --to   smallest and largest n, ${limits.min} to ${limits.max}; --sizes: how many of them
  --seed        of the scenes and of the random order`;

/**
 * Returns the ids that the argument `name` lists, or the ids of the preset (`usual`) if the
 * argument is missing.
 */
function chosen<Id extends string>(
  args: Arguments,
  name: string,
  all: readonly Id[],
  usual: readonly Id[],
): readonly Id[] {
  const known = all.map((id) => ({ id }));
  const ids = args.ids(name, known);
  return ids.length > 0 ? all.filter((id) => ids.includes(id)) : usual;
}

function parse(args: Arguments): Configuration {
  const preset = args.oneOf('quick', 'full') ?? 'standard';
  const usual = presetConfiguration(preset, catalog);
  const { min, max, sizes, seed } = limits;
  const keys = contenders.map(({ key }) => key);
  const ids = scenes.map(({ id }) => id);
  const wanted: Configuration = {
    ...usual,
    scenes: chosen(args, 'scene', ids, usual.scenes),
    dimensions: args.dimensions(usual.dimensions),
    contenders: chosen(args, 'contender', keys, usual.contenders),
    phases: chosen(args, 'phase', phaseIds, usual.phases),
    from: args.whole('from', usual.from, { min, max }),
    to: args.whole('to', usual.to, { min, max }),
    sizes: args.whole('sizes', usual.sizes, { max: sizes }),
    seed: args.whole('seed', usual.seed, { min: 0, max: seed }),
  };
  return conformConfiguration(wanted, catalog);
}

async function measure(configuration: Configuration): Promise<string> {
  const machine = describeMachine();
  const text = await measureInBrowser(configuration, {
    timeoutMs: TIMEOUT_MS,
    onProgress: (line) => console.log(line),
  });
  return withMachine(text, machine);
}

function filesOf(text: string): Files {
  const run = readBrowserRun(text);
  return new Map([[RECORD, text], ...renderPage(run)]);
}

export const run = defineRun({
  usage: USAGE,
  known: {
    flags: ['quick', 'full'],
    texts: ['scene', 'contender', 'phase', 'dimensions', 'from', 'to', 'sizes', 'seed'],
  },
  parse,
  measure,
  recorded: () => readFile(RECORD),
  files: filesOf,
  summary: (text) => renderTables(readBrowserRun(text)),
  faults: (text) => faultsOf(readBrowserRun(text)),
});
