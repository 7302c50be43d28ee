/**
 * Options of every structure: values outside their range throw, and values inside are stored
 * unchanged.
 */

import { type Dimensions, type OptionSpec, type StructureEntry, structures } from 'sapwood/all';
import { type Check, describeSuite } from '../support/checks.js';
import { require } from '../support/compare.js';
import { requireError } from '../support/errors.js';
import { allSubjects, choicesOf, type Subject } from '../support/subjects.js';

const NO_OPTIONS = [null, 'options', 5, true];
const NO_DIMENSIONS = [4, 1, 0, -3, 2.5, '3', null, Number.NaN, {}, true];
const NO_CHOICES = ['', 'no such choice', 0, null, {}, ['none']];
const NO_NUMBERS = ['1', null, Number.NaN, {}, [1], true, 1n];

function entryOf(subject: Subject): StructureEntry {
  return structures.find(({ id }) => id === subject.id)!;
}

/**
 * Returns the double next to a limit and outside of it. `sign` is 1 for an upper limit and -1 for a
 * lower limit.
 */
function beyond(limit: number, sign: number): number {
  return limit === 0 ? sign * Number.MIN_VALUE : limit + sign * Math.abs(limit) * 2 ** -52;
}

/**
 * Returns invalid values of a per-axis option: too few numbers, too many, or an element that is not
 * a number.
 */
function noSides(dimensions: Dimensions): unknown[] {
  const sides = Array<unknown>(dimensions).fill(1);
  return [[], sides.slice(1), [...sides, 1], ...NO_NUMBERS.map((no) => [no, ...sides.slice(1)])];
}

function badValues(option: OptionSpec, dimensions: Dimensions): unknown[] {
  const { kind, min, max, choices } = option;
  const allowed = choicesOf(option, dimensions);
  switch (kind) {
    case 'boolean':
      return [0, 1, 'true', null];
    case 'choice':
      return [...NO_CHOICES, ...choices!.filter((choice) => !allowed.includes(choice))];
    default:
      return [
        ...NO_NUMBERS,
        ...(option.perAxis ? noSides(dimensions) : []),
        ...(min === undefined ? [] : [beyond(min, -1), -Infinity]),
        ...(max === undefined ? [] : [beyond(max, 1), Infinity]),
        ...(kind === 'integer' ? [0.5 + Number(min ?? 0)] : []),
      ];
  }
}

function goodValues(option: OptionSpec, dimensions: Dimensions): unknown[] {
  const { kind, choices, min, max, default: usual } = option;
  if (kind === 'boolean') return [true, false];
  if (choices) return choicesOf(option, dimensions);
  return [usual, min, max].filter((value) => value !== undefined);
}

function checkUnknown(subject: Subject): void {
  const { create } = entryOf(subject);
  const { dimensions } = subject;
  const wrong = { dimensions, margins: 1 };
  requireError(() => create(wrong), 'invalid-argument', 'margins', 'an unknown option');
  for (const options of NO_OPTIONS) {
    const call = () => create(options as never);
    requireError(call, 'invalid-argument', 'options', `options ${options}`);
  }
  for (const value of NO_DIMENSIONS) {
    const call = () => create({ dimensions: value as never });
    requireError(call, 'invalid-argument', 'dimensions', `dimensions ${value}`);
  }
}

function checkValuesOutOfRange(subject: Subject): void {
  const { create, options } = entryOf(subject);
  for (const option of options) {
    for (const value of badValues(option, subject.dimensions)) {
      const call = () => create({ dimensions: subject.dimensions, [option.name]: value });
      requireError(call, 'invalid-argument', option.name, `${option.name} ${String(value)}`);
    }
  }
}

function checkValuesInRange(subject: Subject): void {
  const { create, options } = entryOf(subject);
  for (const option of options) {
    for (const value of goodValues(option, subject.dimensions)) {
      const index = create({ dimensions: subject.dimensions, [option.name]: value });
      const kept = index.options[option.name];
      const expected = typeof value === 'number' ? [value, Math.fround(value)] : [value];
      require(expected.includes(kept), () => `${option.name}: ${value} became ${kept}`);
      index.dispose();
    }
  }
}

function checkDefaults(subject: Subject): void {
  const { create, id, options } = entryOf(subject);
  const index = create({ dimensions: subject.dimensions });
  require(index.id === id && index.dimensions === subject.dimensions, () => `made ${index.id}`);
  require(Object.isFrozen(index.options), () => 'options can be written');
  for (const { name, default: usual } of options) {
    require(index.options[name] === usual, () => `${name}: ${index.options[name]}`);
  }
  require(create().dimensions === 3, () => 'the default is not 3D');
  index.dispose();
}

function optionChecks(subject: Subject): Check[] {
  const check = (name: string, look: (subject: Subject) => void): Check => ({
    name,
    run: () => look(subject),
  });
  return [
    check('unknown options and dimensions throw an error that names them', checkUnknown),
    check('values outside their range throw an error that names the option', checkValuesOutOfRange),
    check('values inside their range are stored unchanged', checkValuesInRange),
    check('defaults equal the specification', checkDefaults),
  ];
}

describeSuite('options', optionChecks, allSubjects());
