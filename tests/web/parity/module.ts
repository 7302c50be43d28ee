/**
 * The generated module itself, without the package around it.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RawCore } from '../../../web/sapwood/src/raw.js';

const packageFolder =
  process.env.SAPWOOD_PACKAGE ?? fileURLToPath(new URL('../../../web/sapwood', import.meta.url));

const fileOf = (path: string) => pathToFileURL(`${packageFolder}/dist/${path}`);

type Raw = typeof import('../../../web/sapwood/src/raw.js');

/** The package's own table of raw names. */
export const loadRaw = (): Promise<Raw> => import(fileOf('raw.js').href);

/** An instance of the module under test. */
export async function loadModule(): Promise<RawCore> {
  const { default: createCore } = await import(fileOf('wasm/core.mjs').href);
  const compiled = new WebAssembly.Module(readFileSync(fileOf('wasm/core.wasm')));
  return createCore({
    instantiateWasm(imports: WebAssembly.Imports, done: (...made: unknown[]) => void) {
      const instance = new WebAssembly.Instance(compiled, imports);
      done(instance, compiled);
      return instance.exports;
    },
  });
}

/** What the module says of one structure in one dimension. */
export interface Listed {
  readonly id: string;
  readonly dimensions: number;
  readonly capabilities: readonly string[];
  readonly className: string;
}

/** Lines of "id dimensions capability capability ...|ClassName". */
export function listedStructures(core: RawCore): Listed[] {
  return core
    .structureList()
    .trim()
    .split('\n')
    .map((line) => {
      const [description, className] = line.split('|');
      const [id, dimensions, ...capabilities] = description.split(' ');
      return { id, dimensions: Number(dimensions), capabilities, className };
    });
}

/** An option as the module lists it; numbers have six digits there. */
export interface ListedOption {
  readonly name: string;
  readonly kind: string;
  readonly default: string;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
}

/** Lines of "name number default least most" or "name choice default first|second". */
export function listedOptions(core: RawCore, className: string): ListedOption[] {
  return core
    .optionList(className)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name, kind, usual, ...rest] = line.split(' ');
      if (kind === 'choice') return { name, kind, default: usual, choices: rest[0].split('|') };
      return { name, kind, default: usual, min: Number(rest[0]), max: Number(rest[1]) };
    });
}
