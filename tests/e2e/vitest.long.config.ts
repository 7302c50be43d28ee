/**
 * Configuration of the long run of the browser tests, which covers every structure, scene and
 * state, and large scenes.
 */

import { mergeConfig } from 'vitest/config';
import short from './vitest.config.js';

export default mergeConfig(short, {
  test: {
    env: { SAPWOOD_TEST_VOLUME: 'full' },
    testTimeout: 1_800_000,
  },
});
