/** The playground with the faults of a sample, into the folder that SAPWOOD_PLAYGROUND names. */

import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vite';
import playground from '../../../web/playground/vite.config.ts';
import { faultySources } from './sources-plugin.ts';

export default mergeConfig(playground, {
  root: fileURLToPath(new URL('../../../web/playground', import.meta.url)),
  plugins: [faultySources()],
  worker: { plugins: () => [faultySources()] },
  build: { outDir: process.env.SAPWOOD_PLAYGROUND, emptyOutDir: true },
});
