/** Loads the WASM module that the package under test contains. */

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../package/package-folder.js';

const fileOf = (path: string) => pathToFileURL(`${packageFolder}/dist/${path}`);

/** Exports of the module: functions, whose names start with `_`, and Embind classes. */
export type Generated = Readonly<Record<string, unknown>>;

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

/**
 * A structure in 2D or 3D, as the C++ library describes it; see cpp/bindings/modules/lists.cpp.
 */
export interface Listed {
  readonly id: string;
  readonly dimensions: number;
  readonly capabilities: readonly string[];
  /**
   * One line per option: "name kind default min max", where the kind is "number" or "integer", or
   * "name choice default first|second". An option with one value per axis ends with "per-axis".
   */
  readonly options: readonly string[];
}

/** Returns every structure in every dimension from a file that `scripts/build.mjs` writes. */
export function listedStructures(): Listed[] {
  const file = new URL('../../../build/wasm/lists.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * An option, as the C++ library describes it. A default that is not an integer has up to six
 * digits.
 */
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
