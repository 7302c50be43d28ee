import { expected, SapwoodError } from './errors.js';
import { type Dimensions, reading } from './inputs.js';
import { rejectUnknown } from './option-names.js';

/**
 * Group of methods that a structure supports.
 *
 * - `dynamic`: `insert`, `move`, `remove`, `setFilter` and their batch forms
 * - `pairs`: overlapping pairs
 * - `box`, `point`, `sphere`, `frustum` (3D only), `ray`, `nearest`: the query with this name
 * - `refit`: `update` keeps the hierarchy and recomputes its boxes
 * - `progressive`: builds in steps of limited work
 * - `serialize`: conversion to bytes and back
 * - `inspect`: `stats`, `nodes`, `validate`, in `sapwood/all`
 * - `traverse`: `traverse`, in `sapwood/all`
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
  | 'inspect'
  | 'traverse';

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

/** Capabilities of every structure whose nodes form a tree. */
export const treeShaped: readonly Capability[] = [...common, 'traverse'];

/** Value of an option. */
export type OptionValue = number | string | boolean | readonly number[];

/** Description of an option, for example to build a form. */
export interface OptionForm {
  /** Name of the option. */
  readonly name: string;
  /** Type of the value. The value of a `'choice'` is one of `choices`. */
  readonly kind: 'number' | 'integer' | 'choice' | 'boolean';
  /** Default value. */
  readonly default: OptionValue;
  /** Minimum of a number or integer. */
  readonly min?: number | undefined;
  /** Maximum of a number or integer. */
  readonly max?: number | undefined;
  /** True if the value may also be an array with one number per axis. */
  readonly perAxis?: boolean | undefined;
  /** Values of a choice. */
  readonly choices?: readonly string[] | undefined;
  /** Values of a choice that require 3D. */
  readonly only3D?: readonly string[] | undefined;
}

/** Description of an option with a sentence about it, in `structures` of `sapwood/all`. */
export interface OptionSpec extends OptionForm {
  /** Sentence about the option. */
  readonly doc: string;
}

/** Describes a number from `min` to `max` with the default `defaultValue`. */
export const number = (
  name: string,
  defaultValue: number,
  min: number,
  max: number,
): OptionForm => ({
  name,
  kind: 'number',
  default: defaultValue,
  min,
  max,
});

/** Describes a number, or an array with a number per axis. */
export const numberPerAxis = (...row: Parameters<typeof number>): OptionForm => ({
  ...number(...row),
  perAxis: true,
});

export const integer = (...row: Parameters<typeof number>): OptionForm => ({
  ...number(...row),
  kind: 'integer',
});

/** Describes a choice; the values `only3D` require 3D. */
export const choice = (
  name: string,
  defaultValue: string,
  choices: readonly string[],
  only3D?: readonly string[],
): OptionForm => ({ name, kind: 'choice', default: defaultValue, choices, only3D });

/** Options of every structure. */
export interface IndexOptions {
  /**
   * Number of dimensions. Default: the number that the entry point supports, or 3 if it supports
   * both.
   */
  dimensions?: Dimensions | undefined;
}

/** Static description of a structure. */
export interface StructureKind {
  /**
   * Id, for example `'dynamic-tree'`, in `structures`, serialized bytes and messages. The id of a
   * structure never changes.
   */
  readonly id: string;
  /** Name of the class. */
  readonly className: string;
  /** Display names, by number of dimensions. */
  readonly titles: Readonly<Record<Dimensions, string>>;
  /** Supported numbers of dimensions, ascending. */
  readonly dimensions: readonly Dimensions[];
  /** Capabilities of the structure. `frustum` requires 3D. */
  readonly capabilities: ReadonlySet<Capability>;
  /** Options, in the order in which they are passed to the core. */
  readonly options: readonly OptionForm[];
  /** Names of options whose values are objects. The class reads these options itself. */
  readonly furtherOptions?: readonly string[] | undefined;
  /**
   * Expands a shorthand value, such as `'auto'`.
   * @param name - Name of the option.
   * @param given - Value as the caller passed it.
   * @returns Value of the option, or undefined if `given` is not a shorthand.
   */
  readonly meant?: (name: string, given: unknown) => unknown;
  /**
   * Returns the first option that conflicts with other options.
   * @param values - Values of all options.
   * @returns Name of the option and its allowed values, or undefined.
   */
  readonly conflict?: (values: Readonly<Record<string, OptionValue>>) =>
    | {
        /** Name of the option. */
        readonly option: string;
        /** Allowed values. */
        readonly allowed: string;
      }
    | undefined;
}

export interface ParsedOptions {
  dimensions: Dimensions;
  values: Readonly<Record<string, OptionValue>>;
}

/** Checks options against their descriptions, and adds defaults. */
export function parseOptions(
  kind: StructureKind,
  supported: readonly Dimensions[],
  options: unknown,
): ParsedOptions {
  const name = `${kind.className} options`;
  return reading('invalid-argument', name, () => readOptions(kind, supported, options));
}

function readOptions(
  kind: StructureKind,
  supported: readonly Dimensions[],
  options: unknown,
): ParsedOptions {
  if (typeof options !== 'object' || options === null) {
    throw expected('invalid-argument', `${kind.className} options`, 'an object', options);
  }
  const given = options as Record<string, unknown>;
  const names = kind.options.map(({ name }) => name);
  const known = ['dimensions', ...names, ...(kind.furtherOptions ?? [])];
  rejectUnknown(`${kind.className} options`, given, known);
  const dimensions = readDimensions(supported, given.dimensions);
  const values: Record<string, OptionValue> = {};
  for (const spec of kind.options) {
    const value = given[spec.name];
    const meant = kind.meant?.(spec.name, value) ?? value;
    values[spec.name] = readOption(inDimensions(spec, dimensions), meant, dimensions);
  }
  const conflict = kind.conflict?.(values);
  if (conflict !== undefined) {
    const { option, allowed } = conflict;
    throw expected('invalid-argument', option, allowed, values[option]);
  }
  return { dimensions, values: Object.freeze(values) };
}

function readDimensions(supported: readonly Dimensions[], value: unknown): Dimensions {
  if (value === undefined) return supported[supported.length - 1];
  if (!(supported as readonly unknown[]).includes(value)) {
    throw expected('invalid-argument', 'dimensions', supported.join(' or '), value);
  }
  return value as Dimensions;
}

function inDimensions(spec: OptionForm, dimensions: Dimensions): OptionForm {
  if (dimensions === 3 || spec.only3D === undefined) return spec;
  return { ...spec, choices: spec.choices?.filter((name) => !spec.only3D!.includes(name)) };
}

function readOption(spec: OptionForm, value: unknown, dimensions: Dimensions): OptionValue {
  if (value === undefined) return spec.default;
  if (accepts(spec, value)) return value as OptionValue;
  if (spec.perAxis && Array.isArray(value)) {
    const sides: unknown[] = Array.from(value);
    if (sides.length === dimensions && sides.every((side) => accepts(spec, side))) {
      return joined(sides as number[]);
    }
  }
  const range = describeRange(spec);
  const allowed = spec.perAxis ? `${range}, or ${dimensions} such numbers` : range;
  throw expected('invalid-argument', spec.name, allowed, value);
}

/** Returns one number if all numbers are equal, otherwise the array. */
function joined(numbers: readonly number[]): OptionValue {
  return numbers.every((one) => one === numbers[0]) ? numbers[0] : Object.freeze(numbers);
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

/** Returns the number of values that encode an option for the core. */
export const codeCount = (spec: OptionForm): number => (spec.perAxis ? 3 : 1);

/**
 * Encodes a value for the core: a choice as its position in `choices`, a boolean as 0 or 1. An
 * option per axis has three values; in 2D, the third value repeats the first.
 */
export function encodeOption(spec: OptionForm, value: OptionValue): number[] {
  if (spec.kind === 'choice') return [spec.choices!.indexOf(value as string)];
  if (!spec.perAxis) return [Number(value)];
  const [x, y = x, z = x] = typeof value === 'object' ? value : [Number(value)];
  return [x, y, z];
}

/**
 * Decodes a value that `encodeOption` encoded.
 * @param codes - Returns the number at a position.
 */
export function decodeOption(
  spec: OptionForm,
  dimensions: Dimensions,
  codes: (at: number) => number,
): OptionValue {
  if (!spec.perAxis) return decodeOne(spec, codes(0));
  return joined(Array.from({ length: dimensions }, (_, axis) => shortest(codes(axis))));
}

function decodeOne(spec: OptionForm, code: number): OptionValue {
  if (spec.kind === 'boolean') return code !== 0;
  if (spec.kind === 'integer') return code;
  if (spec.kind === 'number') return shortest(code);
  const name = spec.choices![code];
  if (name !== undefined) return name;
  throw new SapwoodError(
    'bad-data',
    `deserialize: these bytes are damaged; the option ${spec.name} has the unknown value ${code}`,
  );
}

// The core stores numbers as float32. The shortest decimal that rounds to the same float32 is
// usually the original number.
function shortest(single: number): number {
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return short;
  }
  return single;
}
