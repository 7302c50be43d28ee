/**
 * The generated module itself, without the package around it.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const packageFolder =
  process.env.SAPWOOD_PACKAGE ?? fileURLToPath(new URL('../../../web/sapwood', import.meta.url));

const fileOf = (path: string) => pathToFileURL(`${packageFolder}/dist/${path}`);

/** Plain exports with a leading `_`, and classes. */
export type Generated = Readonly<Record<string, unknown>>;

/** An instance of the module under test. */
export async function loadModule(): Promise<Generated> {
  const { default: createCore } = await import(fileOf('wasm/all/emscripten.mjs').href);
  const compiled = new WebAssembly.Module(readFileSync(fileOf('wasm/all/core.wasm')));
  return createCore({
    instantiateWasm(imports: WebAssembly.Imports, done: (...made: unknown[]) => void) {
      const instance = new WebAssembly.Instance(compiled, imports);
      done(instance, compiled);
      return instance.exports;
    },
  });
}

/** Entry of the library for one structure in one dimension; see cpp/bindings/modules/lists.cpp. */
export interface Listed {
  readonly id: string;
  readonly dimensions: number;
  readonly capabilities: readonly string[];
  /** Lines of "name number default least most", also with "per-axis", or "name choice default first|second". */
  readonly options: readonly string[];
}

/** Every structure and dimension of the library; `scripts/build.mjs` makes the file for the tests. */
export function listedStructures(): Listed[] {
  const file = new URL('../../../build/wasm/lists.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** An option as the library lists it; numbers have six digits there. */
export interface ListedOption {
  readonly name: string;
  readonly kind: string;
  readonly default: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly perAxis?: true | undefined;
  readonly choices?: readonly string[];
}

export function listedOptions({ options }: Listed): ListedOption[] {
  return options.map((line) => {
    const [name, kind, usual, ...rest] = line.split(' ');
    if (kind === 'choice') return { name, kind, default: usual, choices: rest[0].split('|') };
    const perAxis = rest[2] === 'per-axis' || undefined;
    return { name, kind, default: usual, min: Number(rest[0]), max: Number(rest[1]), perAxis };
  });
}
