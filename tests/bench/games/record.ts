/** Record of a run of the scenes of games: tests/bench/results/games.json. */

import type { GameRow } from 'measuring/games';
import type { Environment } from 'measuring/schema';
import { recordOf } from '../command/record';

export const SCHEMA = 'sapwood-games/1';
export const RECORD = 'tests/bench/results/games.json';

export interface GamesRecord {
  readonly schema: typeof SCHEMA;
  readonly environment: Environment;
  readonly rows: readonly GameRow[];
  /** Sentences about irregularities of this run. */
  readonly remarks?: readonly string[];
}

export const formatRecord = (record: GamesRecord) => `${JSON.stringify(record, null, 1)}\n`;

export const readRecord = (text: string) => recordOf<GamesRecord>(SCHEMA, text);
