/** What a run of the scenes of games is asked for. */

import { parseArgs } from 'node:util';
import { games } from 'measuring/games';
import { pick } from '../node/request';

export interface GamesRequest {
  readonly frames: number;
  readonly games: readonly string[];
  /** A tenth of the things. */
  readonly quick: boolean;
  /** Whether record and page are written; a narrowed run only prints. */
  readonly writes: boolean;
}

/** Where the command line leaves the request for the test file. */
export const REQUEST_VARIABLE = 'SAPWOOD_GAMES';

export const USAGE = `npm run bench -- games [--game id,…] [--quick]
  --game   only these: ${games.map(({ id }) => id).join(', ')}
  --quick  a tenth of the things, 60 frames
Without arguments the record and docs/benchmarks/games.md are written anew.`;

/** Reads command line arguments; what is not understood throws with a sentence for the user. */
export function parseGamesRequest(args: readonly string[]): GamesRequest {
  const options = { game: { type: 'string' }, quick: { type: 'boolean', default: false } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const ids = (values.game ?? '').split(',').filter((part) => part !== '');
  pick('game', games, ids);
  const { quick } = values;
  return { frames: quick ? 60 : 240, games: ids, quick, writes: ids.length === 0 && !quick };
}
