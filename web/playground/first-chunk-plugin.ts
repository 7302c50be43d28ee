/**
 * Puts what Explore opens with into one file. Left alone, the bundler makes a file for each set of modules that the
 * same late parts use: twenty small ones, which pack worse. What other pages open with too stays apart.
 */

import type { Plugin } from 'vite';

const FIRST = /\/src\/explore\.ts$/;
const OTHERS = [
  /\/src\/main\.ts$/,
  /\/src\/bench\/page\/open-bench\.tsx$/,
  /\/src\/learn\/open-learn\.tsx$/,
];
/** Files of libraries are kept by browsers when ours have changed. */
const LIBRARY = /\/node_modules\//;

type Importers = (id: string) => readonly string[];

function reach(from: readonly string[], importedBy: Importers): Set<string> {
  const found = new Set<string>(from);
  for (const id of found) for (const each of importedBy(id)) found.add(each);
  return found;
}

export function firstChunk(): Plugin {
  let first = new Set<string>();
  return {
    name: 'first-chunk',
    apply: 'build',
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const imports: Importers = (id) => this.getModuleInfo(id)?.importedIds ?? [];
      const named = (...patterns: RegExp[]) =>
        ids.filter((id) => patterns.some((pattern) => pattern.test(id)));
      const others = reach(named(...OTHERS), imports);
      const own = [...reach(named(FIRST), imports)].filter((id) => !others.has(id));
      first = new Set(own.filter((id) => !LIBRARY.test(id)));
    },
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: 'explore', test: (id: string) => first.has(id) }],
            },
          },
        },
      },
    }),
  };
}
