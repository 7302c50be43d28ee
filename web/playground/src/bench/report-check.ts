/** Validates the JSON of a run. */

import { type Report, type RowStatus, SCHEMA } from 'measuring';
import { Fault, phaseIds } from './model.js';

type Json = Readonly<Record<string, unknown>>;

const statuses: readonly RowStatus[] = ['ok', 'wrong', 'failed', 'unsupported', 'skipped'];
const MAX_TEXT = 10_000;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown) => typeof value === 'string' && value.length <= MAX_TEXT;
const isNumber = (value: unknown, min = 0): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= min;
const isWhole = (value: unknown, min = 0) => Number.isSafeInteger(value) && isNumber(value, min);
const isOneOf = (value: unknown, choices: readonly unknown[]) => choices.includes(value);
const isListOf = (value: unknown, check: (item: unknown) => boolean) =>
  Array.isArray(value) && value.every(check);
const areTexts = (object: Json, names: readonly string[]) =>
  names.every((name) => isText(object[name]));
const isOptional = (value: unknown, check: (value: unknown) => boolean) =>
  value === undefined || check(value);
const isOption = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/**
 * Returns whether the times of a row are ascending quartiles. They may be null only if the status
 * is not ok, and in the memory phase.
 */
function hasTimes({ ns, phase, status }: Json): boolean {
  if (ns === null) return status !== 'ok' || phase === 'memory';
  if (!isObject(ns) || status !== 'ok') return false;
  const quartiles = [0, ns.min, ns.p25, ns.median, ns.p75] as number[];
  return quartiles.every((value, i) => isNumber(value, quartiles[i - 1]));
}

function isRow(row: unknown): boolean {
  return (
    isObject(row) &&
    areTexts(row, ['scene', 'structure']) &&
    isOneOf(row.dimensions, [2, 3]) &&
    isOneOf(row.phase, phaseIds) &&
    isOneOf(row.status, statuses) &&
    isOptional(row.note, isText) &&
    isWhole(row.n, 1) &&
    isWhole(row.seed) &&
    isWhole(row.calls) &&
    isWhole(row.samples) &&
    isNumber(row.operations) &&
    (row.byteLength === null || isWhole(row.byteLength)) &&
    isObject(row.options) &&
    Object.values(row.options).every(isOption) &&
    hasTimes(row) &&
    isOptional(row.sampleNs, (list) => isListOf(list, (one) => isNumber(one))) &&
    isListOf(row.checks, (one) => isObject(one) && areTexts(one, ['hash', 'expected']))
  );
}

function isBrowser(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value.userAgent) &&
    isNumber(value.tickMs) &&
    isWhole(value.dropped) &&
    typeof value.isolated === 'boolean' &&
    typeof value.throttled === 'boolean'
  );
}

function isEnvironment(value: unknown): boolean {
  return (
    isObject(value) &&
    areTexts(value, ['date', 'preset', 'package', 'simd', 'runtime', 'os', 'cpu']) &&
    (value.commit === null || isText(value.commit)) &&
    isNumber(value.cores) &&
    isListOf(value.calibration, (one) => isNumber(one)) &&
    (value.calibration as unknown[]).length === 2 &&
    isOptional(value.browser, isBrowser)
  );
}

const isLibrary = (value: unknown) =>
  isObject(value) &&
  areTexts(value, ['id', 'title', 'package']) &&
  (value.version === null || isText(value.version));

/**
 * Returns the value as a report if it is a valid run of the Bench page. Otherwise, throws a
 * `Fault`.
 */
export function checkReport(value: unknown, label: string): Report {
  if (!isObject(value) || value.schema !== SCHEMA || !isText(value.configuration)) {
    throw new Fault(`${label} is not a run that was saved by Bench.`);
  }
  const damaged = (what: string) => new Fault(`${label} is damaged: ${what}.`);
  if (!isEnvironment(value.environment)) throw damaged('its environment is not valid');
  if (!isOptional(value.libraries, (list) => isListOf(list, isLibrary)))
    throw damaged('its list of libraries is not valid');
  if (!Array.isArray(value.rows)) throw damaged('it has no results');
  const bad = value.rows.findIndex((row) => !isRow(row));
  if (bad >= 0) throw damaged(`result ${bad + 1} is not valid`);
  return value as unknown as Report;
}
