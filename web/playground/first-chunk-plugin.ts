/**
 * Bundles the modules that the Explore page loads at startup into one file. By default, the bundler
 * writes about twenty small files, and small files compress less.
 *
 * Modules that Explore shares with the landing page, Bench or Learn are in separate files, one for
 * each of these pages.
 */

import type { Plugin } from 'vite';

const FIRST = /\/src\/explore\/explore\.ts$/;
const LEARN = /\/src\/learn\/open-learn\.tsx$/;
const LANDING = [/\/src\/main\.ts$/, /\/src\/landing\/open-landing\.ts$/];
const BENCH = /\/src\/bench\/page\/open-bench\.tsx$/;
/**
 * Libraries are in separate files. Their cached copies stay valid when the code of this repository
 * changes.
 */
const LIBRARY = /\/node_modules\//;
const OURS = /\/playground\/src\//;

type Importers = (id: string) => readonly string[];

function reach(from: readonly string[], importedBy: Importers): Set<string> {
  const found = new Set<string>(from);
  for (const id of found) for (const each of importedBy(id)) found.add(each);
  return found;
}

export function firstChunk(): Plugin {
  let first = new Set<string>();
  let learned = new Set<string>();
  let landing = new Set<string>();
  let common = new Set<string>();
  return {
    name: 'first-chunk',
    apply: 'build',
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const imports: Importers = (id) => this.getModuleInfo(id)?.importedIds ?? [];
      const named = (...patterns: RegExp[]) =>
        ids.filter((id) => patterns.some((pattern) => pattern.test(id)));
      const others = reach(named(...LANDING, BENCH), imports);
      const own = [...reach(named(FIRST), imports)].filter((id) => !LIBRARY.test(id));
      first = new Set(own.filter((id) => !others.has(id)));
      landing = new Set([...reach(named(...LANDING), imports)].filter((id) => own.includes(id)));
      common = new Set(own.filter((id) => others.has(id) && OURS.test(id)));
      learned = new Set([...reach(named(LEARN), imports)].filter((id) => first.has(id)));
    },
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'landing', test: (id: string) => landing.has(id) && common.has(id) },
                { name: 'common', test: (id: string) => common.has(id) },
                { name: 'learned', test: (id: string) => learned.has(id) },
                { name: 'explore', test: (id: string) => first.has(id) && !learned.has(id) },
              ],
            },
          },
        },
      },
    }),
  };
}
