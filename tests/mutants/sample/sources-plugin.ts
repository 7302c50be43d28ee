/** Gives sources with their faults instead of those of the project: SAPWOOD_FAULTS names their folder. */

import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export function faultySources(): Plugin {
  const folder = process.env.SAPWOOD_FAULTS ?? '';
  return {
    name: 'faulty-sources',
    enforce: 'pre',
    load(id) {
      const [path, query = ''] = id.split('?');
      const faulty = join(folder, relative(root, path));
      if (!path.startsWith(root) || query.includes('raw') || !existsSync(faulty)) return null;
      return readFileSync(faulty, 'utf8');
    },
  };
}
