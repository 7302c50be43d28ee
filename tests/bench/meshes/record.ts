/** Record of a run: tests/bench/results/meshes.json. */

import type { Environment } from 'measuring/schema';
import { recordOf } from '../command/record';
import type { MeasuredModel } from './measure';
import type { MoverRow } from './movers';

export const SCHEMA = 'sapwood-meshes/1';
export const RECORD = 'tests/bench/results/meshes.json';

export interface MeshesRecord {
  readonly schema: typeof SCHEMA;
  readonly environment: Environment;
  readonly models: readonly MeasuredModel[];
  readonly movers: readonly MoverRow[];
}

export const formatRecord = (record: MeshesRecord) => `${JSON.stringify(record, null, 1)}\n`;

export const readRecord = (text: string) => recordOf<MeshesRecord>(SCHEMA, text);
