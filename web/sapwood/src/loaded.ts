/** The module that new indices are made in. */
import { Core } from './core.js';
import { SapwoodError } from './errors.js';
import type { RawCore } from './raw.js';

let core: Core | undefined;

/** Whether a module is in place. */
export function installed(): boolean {
  return core !== undefined;
}

/** Puts the module in place, once and for all. */
export function install(raw: RawCore, memory: WebAssembly.Memory): void {
  core = new Core(raw, memory);
}

/** The module; before `init()` an error that says what to do. */
export function requireCore(who: string): Core {
  if (core === undefined) {
    throw new SapwoodError(
      'not-initialised',
      `${who}: the WebAssembly module is not loaded yet; await init() first`,
    );
  }
  return core;
}
