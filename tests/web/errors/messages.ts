/** All error messages of the package with calls that cause them. docs/errors.md explains the codes. */

import { arrays, functions, options, values } from './arguments.js';
import type { Row } from './causes.js';
import { memory, receivers, staging, support, tracing } from './indices.js';
import { loading } from './loading.js';
import { meshes } from './meshes.js';
import { movers } from './movers.js';
import { scenes } from './three.js';
import { bytes, worlds } from './worlds.js';

/** The rows of `loading` come first, because they need modules that are not loaded yet. */
export const rows: readonly Row[] = [
  ...[...loading, ...values, ...arrays, ...options, ...receivers, ...staging, ...worlds],
  ...[...bytes, ...support, ...memory, ...functions, ...movers, ...tracing, ...meshes],
  ...scenes,
];
