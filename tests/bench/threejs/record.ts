/** Record of a run of the three.js benchmark: tests/bench/results/threejs.json. */

import type { Environment } from 'measuring/schema';
import { recordOf } from '../command/record';
import type { CastRow } from './casts';
import type { FrameRow } from './frames';
import type { CullRow } from './instance-sets';
import type { SetUp } from './set-up';

export const SCHEMA = 'sapwood-threejs/3';
export const RECORD = 'tests/bench/results/threejs.json';

export interface ThreejsRecord {
  readonly schema: typeof SCHEMA;
  readonly environment: Environment;
  readonly instances: number;
  /** Milliseconds to create the index or tree of the instances, for each library. */
  readonly instanceSets: readonly { readonly name: string; readonly setUp: number }[];
  readonly culling: readonly CullRow[];
  /** Times of frames in which all instances are in view. */
  readonly frames: readonly FrameRow[];
  readonly casts: readonly CastRow[];
  readonly setUp: SetUp;
}

export const formatRecord = (record: ThreejsRecord) => `${JSON.stringify(record, null, 1)}\n`;

export const readRecord = (text: string) => recordOf<ThreejsRecord>(SCHEMA, text);
