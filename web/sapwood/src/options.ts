/** Options of structures: their specifications, and the reading of what a caller passes. */
import { expected, SapwoodError } from './errors.js';
import { reading } from './foreign.js';
import { refuseUnknown } from './option-names.js';

/** 2 or 3: boxes then have 4 or 6 numbers, points 2 or 3. */
export type Dimensions = 2 | 3;

/**
 * What a structure can do. A verb without its capability throws `unsupported`.
 *
 * - `dynamic`: `insert`, `move`, `remove`, `setFilter` and their forms for many
 * - `pairs`: overlapping pairs
 * - `box`, `point`, `sphere`, `frustum` (3D only), `ray`, `nearest`: the queries of that name
 * - `refit`: `update` keeps the hierarchy and corrects its boxes
 * - `progressive`: builds in steps of limited work
 * - `serialize`: goes to bytes and back
 * - `inspect`: `stats`, `nodes` and `validate`, in `sapwood/all`
 */
export type Capability =
  | 'dynamic'
  | 'pairs'
  | 'box'
  | 'point'
  | 'sphere'
  | 'frustum'
  | 'ray'
  | 'nearest'
  | 'refit'
  | 'progressive'
  | 'serialize'
  | 'inspect';

/** What every structure can do. */
export const common: readonly Capability[] = [
  'dynamic',
  'pairs',
  'box',
  'point',
  'sphere',
  'frustum',
  'ray',
  'nearest',
  'serialize',
  'inspect',
];

/** A value of an option: a number, a choice by its name, or a switch. */
export type OptionValue = number | string | boolean;

/** One option of a structure, enough to build a form from. */
export interface OptionForm {
  /** Its name in the object that the constructor takes. */
  readonly name: string;
  /** How a value is read: a number, one without fraction, one of `choices`, or true or false. */
  readonly kind: 'number' | 'integer' | 'choice' | 'boolean';
  /** What is meant when it is left out. */
  readonly default: OptionValue;
  /** Least value, of numbers and integers. */
  readonly min?: number;
  /** Largest value, of numbers and integers. */
  readonly max?: number;
  /** Allowed values of a choice. */
  readonly choices?: readonly string[];
  /** Those of the choices that 2D lacks. */
  readonly only3D?: readonly string[];
}

/** The same with what it is about: registered ones have it, games do without. */
export interface OptionSpec extends OptionForm {
  /** One sentence for people. */
  readonly doc: string;
}

/** An option that is a number from `min` to `max`, and `usual` when it is left out. */
export const number = (name: string, usual: number, min: number, max: number): OptionForm => ({
  name,
  kind: 'number',
  default: usual,
  min,
  max,
});

/** The same without a fraction. */
export const integer = (...row: Parameters<typeof number>): OptionForm => ({
  ...number(...row),
  kind: 'integer',
});

/** An option that is one of some words, of which 2D may lack some. */
export const choice = (
  name: string,
  usual: string,
  choices: readonly string[],
  only3D?: readonly string[],
): OptionForm => ({ name, kind: 'choice', default: usual, choices, only3D });

/** Options that every structure takes. */
export interface IndexOptions {
  /** 2 or 3; when left out 3, or what the entry point is fixed to. */
  dimensions?: Dimensions;
}

/** What is fixed about a structure; beside its class, collected by the registry. */
export interface StructureKind {
  /** Name in `structures`, in serialized bytes and in errors, e.g. `'dynamic-tree'`. It stays. */
  readonly id: string;
  /** Name of the class here, and of the core's class with the dimension behind it. */
  readonly className: string;
  /** Names for people, by the number of dimensions. */
  readonly titles: Readonly<Record<Dimensions, string>>;
  /** Those that it exists in, ascending. */
  readonly dimensions: readonly Dimensions[];
  /** Verbs that it has; `frustum` holds in 3D only. */
  readonly capabilities: ReadonlySet<Capability>;
  /**
   * In the order in which the core reads them. A comment of one line before each is what the
   * registry tells people (scripts/entries.mjs).
   */
  readonly options: readonly OptionForm[];
  /** Options that are no single value; the class reads them itself. */
  readonly furtherOptions?: readonly string[];
  /** Makes the value of an option of what stands for it. */
  readonly meant?: (name: string, given: unknown) => unknown;
  /** Names an option that does not fit the others, each of them being in range, and what would. */
  readonly conflict?: (
    values: Readonly<Record<string, OptionValue>>,
  ) => { readonly option: string; readonly wanted: string } | undefined;
}

export interface ParsedOptions {
  dimensions: Dimensions;
  values: Readonly<Record<string, OptionValue>>;
}

/** Reads options against the specifications. Absent and undefined ones take their default. */
export function parseOptions(
  kind: StructureKind,
  offered: readonly Dimensions[],
  options: unknown,
): ParsedOptions {
  const name = `${kind.className} options`;
  return reading('invalid-argument', name, () => readOptions(kind, offered, options));
}

function readOptions(
  kind: StructureKind,
  offered: readonly Dimensions[],
  options: unknown,
): ParsedOptions {
  if (typeof options !== 'object' || options === null) {
    throw expected('invalid-argument', `${kind.className} options`, 'an object', options);
  }
  const given = options as Record<string, unknown>;
  const names = kind.options.map(({ name }) => name);
  const known = ['dimensions', ...names, ...(kind.furtherOptions ?? [])];
  refuseUnknown(`${kind.className} options`, given, known);
  const dimensions = readDimensions(offered, given.dimensions);
  const values: Record<string, OptionValue> = {};
  for (const spec of kind.options) {
    const value = given[spec.name];
    const meant = kind.meant?.(spec.name, value) ?? value;
    values[spec.name] = readOption(inDimensions(spec, dimensions), meant);
  }
  const conflict = kind.conflict?.(values);
  if (conflict !== undefined) {
    const { option, wanted } = conflict;
    throw expected('invalid-argument', option, wanted, values[option]);
  }
  return { dimensions, values: Object.freeze(values) };
}

function readDimensions(offered: readonly Dimensions[], value: unknown): Dimensions {
  if (value === undefined) return offered[offered.length - 1];
  if (!(offered as readonly unknown[]).includes(value)) {
    throw expected('invalid-argument', 'dimensions', offered.join(' or '), value);
  }
  return value as Dimensions;
}

function inDimensions(spec: OptionForm, dimensions: Dimensions): OptionForm {
  if (dimensions === 3 || spec.only3D === undefined) return spec;
  return { ...spec, choices: spec.choices?.filter((name) => !spec.only3D!.includes(name)) };
}

function readOption(spec: OptionForm, value: unknown): OptionValue {
  if (value === undefined) return spec.default;
  if (accepts(spec, value)) return value as OptionValue;
  throw expected('invalid-argument', spec.name, describeRange(spec), value);
}

function accepts(spec: OptionForm, value: unknown): boolean {
  switch (spec.kind) {
    case 'choice':
      return (spec.choices as readonly unknown[]).includes(value);
    case 'boolean':
      return typeof value === 'boolean';
    default: {
      const { min = -Infinity, max = Infinity } = spec;
      const whole = spec.kind === 'number' || Number.isInteger(value);
      return typeof value === 'number' && value >= min && value <= max && whole;
    }
  }
}

function describeRange(spec: OptionForm): string {
  switch (spec.kind) {
    case 'choice':
      return spec.choices!.map((name) => `'${name}'`).join(' or ');
    case 'boolean':
      return 'true or false';
    default: {
      const noun = spec.kind === 'integer' ? 'an integer' : 'a number';
      return `${noun} in ${spec.min ?? '-Infinity'} .. ${spec.max ?? 'Infinity'}`;
    }
  }
}

/** A value as the core takes it: a choice by its position, a boolean as 0 or 1. */
export function encodeOption(spec: OptionForm, value: OptionValue): number {
  if (spec.kind === 'choice') return spec.choices!.indexOf(value as string);
  return Number(value);
}

/** The inverse of `encodeOption`. */
export function decodeOption(spec: OptionForm, code: number): OptionValue {
  if (spec.kind === 'boolean') return code !== 0;
  if (spec.kind === 'integer') return code;
  if (spec.kind === 'number') return shortest(code);
  const name = spec.choices![code];
  if (name !== undefined) return name;
  throw new SapwoodError(
    'bad-data',
    `deserialize: these bytes are damaged; the option ${spec.name} has no choice ${code}`,
  );
}

// The core keeps float32; the shortest decimal of the same float32 is most often what was given.
function shortest(single: number): number {
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return short;
  }
  return single;
}
