/** What a run of the comparison with other libraries is asked for. */

import { parseArgs } from 'node:util';
import { type Cell, workloads } from 'measuring';
import { adapters } from 'peers';
import { pick } from '../node/request';
import { cellsOf, type Preset, presets } from './plan';

export interface PeersRequest {
  readonly preset: Preset;
  readonly rounds: number;
  readonly cells: readonly Cell[];
  /** Ids of adapters; all when empty. */
  readonly peers: readonly string[];
  /** Whether the record and the page in the repository are written; a narrowed run only prints. */
  readonly writes: boolean;
  /** Measures nothing: the page is written anew from the record. */
  readonly pageOnly: boolean;
}

/** Where the command line leaves the request for the test file. */
export const REQUEST_VARIABLE = 'SAPWOOD_PEERS';

export const USAGE = `npm run bench:peers [-- --quick] [--workload id,…] [--peer id,…] [--dimensions 2|3] [--n number,…] [--rounds number]
  --quick       n to 10,000 in about two minutes; without it n to 100,000 in about a quarter of an hour
  --workload    only these: ${workloads.map(({ id }) => id).join(', ')}
  --peer        only these: ${adapters.map(({ id }) => id).join(', ')}
  --dimensions  only 2 or only 3
  --n           only the cells of these sizes
  --page        measures nothing and writes the page anew from the record
  --rounds      times that everybody is measured in a cell; default ${presets.full.rounds}, --quick ${presets.quick.rounds}
Without --workload, --peer, --dimensions and --n the record and docs/benchmarks/peers.md are written anew.`;

function list(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((part) => part !== '');
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text.replaceAll('_', ''));
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name}: expected a whole number above 0, found '${text}'`);
}

function readDimensions(text: string | undefined): readonly (2 | 3)[] {
  if (text === undefined) return [2, 3];
  if (text === '2' || text === '3') return [text === '2' ? 2 : 3];
  throw new Error(`--dimensions: expected 2 or 3, found '${text}'`);
}

const text = { type: 'string' } as const;
const options = {
  quick: { type: 'boolean', default: false },
  page: { type: 'boolean', default: false },
  workload: text,
  peer: text,
  dimensions: text,
  n: text,
  rounds: text,
} as const;

/** Reads command line arguments; what is not understood throws with a sentence for the user. */
export function parsePeersRequest(args: readonly string[]): PeersRequest {
  const { values } = parseArgs({ args: [...args], options });
  const preset = values.quick ? 'quick' : 'full';
  const peers = list(values.peer);
  const chosen = list(values.workload);
  pick('peer', adapters, peers);
  pick('workload', workloads, chosen);
  const sizes = list(values.n).map((one) => wholeNumber('n', one));
  const dimensions = readDimensions(values.dimensions);
  const cells = cellsOf(preset).filter(
    (cell) =>
      dimensions.includes(cell.dimensions) &&
      (chosen.length === 0 || chosen.includes(cell.workload)) &&
      (sizes.length === 0 || sizes.includes(cell.n)),
  );
  if (cells.length === 0) throw new Error('nothing is left to measure: no cell fits all arguments');
  const narrowed = [peers, chosen, sizes].some((part) => part.length > 0) || values.dimensions;
  return {
    preset,
    rounds: values.rounds ? wholeNumber('rounds', values.rounds) : presets[preset].rounds,
    cells,
    peers,
    writes: !narrowed,
    pageOnly: values.page,
  };
}
