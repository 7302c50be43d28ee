/**
 * Parser of command lines for all runs. Invalid arguments throw an error with a message for the
 * user.
 */

import { parseArgs } from 'node:util';

/** Arguments that a command accepts, without the hyphens. */
export interface Known {
  /** Arguments without a value. */
  readonly flags?: readonly string[];
  /**
   * Arguments with a value. Several values are separated by commas, or the argument is repeated.
   */
  readonly texts?: readonly string[];
}

export interface Limits {
  readonly min?: number;
  readonly max?: number;
}

function rangeOf({ min = 1, max }: Limits): string {
  return max === undefined ? `above ${min - 1}` : `from ${min} to ${max}`;
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.replaceAll('_', ''));
}

function wholeOf(name: string, text: string, limits: Limits): number {
  const { min = 1, max = Number.MAX_SAFE_INTEGER } = limits;
  const value = numberOf(text);
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  throw new Error(`--${name}: expected a whole number ${rangeOf(limits)}, found '${text}'`);
}

/**
 * Returns the entries with the given ids, or all entries if no ids are given. Throws for an unknown
 * id.
 */
export function pick<Entry extends { readonly id: string }>(
  what: string,
  all: readonly Entry[],
  ids: readonly string[],
): readonly Entry[] {
  for (const id of ids) {
    if (!all.some((entry) => entry.id === id)) {
      const known = all.map((entry) => entry.id).join(', ');
      throw new Error(`--${what}: expected one of ${known}; found '${id}'`);
    }
  }
  return ids.length === 0 ? all : all.filter((entry) => ids.includes(entry.id));
}

/** Parsed command line. */
export class Arguments {
  constructor(
    private readonly flags: ReadonlySet<string>,
    private readonly texts: ReadonlyMap<string, readonly string[]>,
  ) {}

  get any(): boolean {
    return this.flags.size + this.texts.size > 0;
  }

  has(flag: string): boolean {
    return this.flags.has(flag);
  }

  /** Returns which of the flags is set, if any. Throws if more than one is set. */
  oneOf<Flag extends string>(...flags: readonly Flag[]): Flag | undefined {
    const [first, second] = flags.filter((flag) => this.flags.has(flag));
    if (second === undefined) return first;
    throw new Error(`--${first} and --${second}: expected one of them`);
  }

  list(name: string): readonly string[] {
    return this.texts.get(name) ?? [];
  }

  /** Returns the ids that an argument lists. Throws for an id that is not in `all`. */
  ids<Id extends string>(name: string, all: readonly { readonly id: Id }[]): readonly Id[] {
    const ids = this.list(name);
    pick(name, all, ids);
    return ids as readonly Id[];
  }

  /** Returns undefined if the argument is missing. Throws if there are several values. */
  text(name: string): string | undefined {
    const [first, second] = this.list(name);
    if (second === undefined) return first;
    throw new Error(`--${name}: expected one value, found '${this.list(name).join(',')}'`);
  }

  /** Returns the value of an argument that must be a file name without folder and extension. */
  plainName(name: string): string | undefined {
    const found = this.text(name);
    if (found === undefined || /^[\w-]+$/.test(found)) return found;
    throw new Error(`--${name}: expected a plain name, found '${found}'`);
  }

  whole(name: string, usual: number, limits: Limits = {}): number {
    const found = this.text(name);
    return found === undefined ? usual : wholeOf(name, found, limits);
  }

  wholes(name: string, limits: Limits = {}): readonly number[] {
    return this.list(name).map((text) => wholeOf(name, text, limits));
  }

  /** Returns the value of an argument that must be a positive number, such as seconds. */
  positive(name: string, usual: number): number {
    const found = this.text(name);
    if (found === undefined) return usual;
    const value = numberOf(found);
    if (Number.isFinite(value) && value > 0) return value;
    throw new Error(`--${name}: expected a number above 0, found '${found}'`);
  }

  dimensions(usual: readonly (2 | 3)[] = [2, 3]): readonly (2 | 3)[] {
    const found = this.text('dimensions');
    if (found === undefined) return usual;
    if (found === '2' || found === '3') return [found === '2' ? 2 : 3];
    throw new Error(`--dimensions: expected 2 or 3, found '${found}'`);
  }
}

export function readArguments(args: readonly string[], known: Known): Arguments {
  const { flags = [], texts = [] } = known;
  const options = Object.fromEntries([
    ...flags.map((name) => [name, { type: 'boolean' as const }]),
    ...texts.map((name) => [name, { type: 'string' as const, multiple: true }]),
  ]);
  const { values } = parseArgs({ args: [...args], options });
  const given = new Map<string, unknown>(Object.entries(values));
  const textsOf = (name: string) => given.get(name) as string[];
  return new Arguments(
    new Set(flags.filter((name) => given.has(name))),
    new Map(
      texts
        .filter((name) => given.has(name))
        .map((name) => [name, textsOf(name).flatMap((text) => text.split(',').filter(Boolean))]),
    ),
  );
}
