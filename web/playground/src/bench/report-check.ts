/** Takes apart what somebody dropped on the page, and says in one sentence what is wrong with it. */

import { type Environment, type Report, type RowStatus, SCHEMA } from 'measuring';
import { Fault, phaseIds } from './model.js';

const statuses: readonly RowStatus[] = ['ok', 'wrong', 'failed', 'unsupported', 'skipped'];

export type Json = Readonly<Record<string, unknown>>;

/** Where in the file, and its name for the sentence. */
export class Place {
  constructor(
    private readonly label: string,
    private readonly path = '',
  ) {}

  at(name: string | number): Place {
    const step = typeof name === 'number' ? `[${name}]` : `${this.path && '.'}${name}`;
    return new Place(this.label, `${this.path}${step}`);
  }

  fail(expected: string, found: unknown): never {
    const text = (JSON.stringify(found) ?? 'nothing').slice(0, 60);
    const where = this.path ? `, ${this.path}` : '';
    throw new Fault(`${this.label} is damaged${where}: expected ${expected}, found ${text}.`);
  }

  object(value: unknown): Json {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
    return this.fail('an object', value);
  }

  list(value: unknown): readonly unknown[] {
    return Array.isArray(value) ? value : this.fail('a list', value);
  }

  /** A list of objects, each of them judged at its own place. */
  each(value: unknown, check: (entry: Json, place: Place) => void): void {
    this.list(value).forEach((entry, i) => {
      const place = this.at(i);
      check(place.object(entry), place);
    });
  }

  text(value: unknown, most = 2000): string {
    if (typeof value === 'string' && value.length <= most) return value;
    return this.fail('a text', value);
  }

  /** Some texts of an object. */
  texts(object: Json, names: readonly string[], most?: number): void {
    for (const name of names) this.at(name).text(object[name], most);
  }

  dimensions(value: unknown): void {
    if (value !== 2 && value !== 3) this.fail('2 or 3', value);
  }

  oneOf(value: unknown, choices: readonly string[]): void {
    if (!choices.some((choice) => choice === value)) {
      this.fail(`one of ${choices.join(', ')}`, value);
    }
  }

  number(value: unknown, least = 0): number {
    if (typeof value === 'number' && Number.isFinite(value) && value >= least) return value;
    return this.fail(`a number of at least ${least}`, value);
  }

  whole(value: unknown, least = 0): number {
    return Number.isSafeInteger(value) && (value as number) >= least
      ? (value as number)
      : this.fail(`a whole number of at least ${least}`, value);
  }

  optional<Value>(value: unknown, read: (value: unknown) => Value): Value | undefined {
    return value === undefined ? undefined : read(value);
  }
}

function checkTimes(row: Json, place: Place): void {
  const { ns, samples, sampleNs, status, byteLength, phase } = row;
  place.at('samples').whole(samples);
  if (ns !== null) {
    const quartiles = place.at('ns').object(ns);
    const [min, p25, median, p75] = ['min', 'p25', 'median', 'p75'].map((name) =>
      place.at('ns').at(name).number(quartiles[name]),
    );
    const ordered = min <= p25 && p25 <= median && median <= p75;
    if (!ordered) place.at('ns').fail('ascending quartiles', ns);
    if (status !== 'ok') place.at('ns').fail(`no samples for the status ${status}`, ns);
  } else if (status === 'ok' && phase !== 'memory') place.at('ns').fail('times', ns);
  const kept = place.optional(sampleNs, (list) => place.at('sampleNs').list(list)) ?? [];
  const strange = kept.findIndex((sample) => !(Number.isFinite(sample) && (sample as number) >= 0));
  if (strange >= 0) place.at('sampleNs').at(strange).number(kept[strange]);
  if (byteLength !== null) place.at('byteLength').whole(byteLength);
}

function checkOptions(value: unknown, place: Place): void {
  for (const [name, option] of Object.entries(place.object(value))) {
    if (!['string', 'number', 'boolean'].includes(typeof option)) {
      place.at(name).fail('a string, a number, true or false', option);
    }
  }
}

/** Whose phases a file has: those of this page, or any. */
type Phases = 'own' | 'any';

function checkRow(row: Json, place: Place, phases: Phases): void {
  place.at('scene').text(row.scene, 100);
  place.at('dimensions').dimensions(row.dimensions);
  place.at('n').whole(row.n, 1);
  place.at('seed').whole(row.seed);
  place.at('structure').text(row.structure, 100);
  checkOptions(row.options, place.at('options'));
  if (phases === 'any') place.at('phase').text(row.phase, 100);
  else place.at('phase').oneOf(row.phase, phaseIds);
  place.at('status').oneOf(row.status, statuses);
  place.optional(row.note, (note) => place.at('note').text(note));
  place.at('operations').number(row.operations);
  place.at('calls').whole(row.calls);
  checkTimes(row, place);
  place.at('checks').each(row.checks, (check, at) => at.texts(check, ['hash', 'expected']));
}

export function checkEnvironment(value: unknown, place: Place): Environment {
  const card = place.object(value);
  place.texts(card, ['date', 'preset', 'package', 'simd', 'runtime', 'os', 'cpu']);
  if (card.commit !== null) place.at('commit').text(card.commit);
  place.at('cores').number(card.cores);
  const calibration = place.at('calibration').list(card.calibration);
  for (const i of [0, 1]) place.at('calibration').at(i).number(calibration[i]);
  const browser = place.optional(card.browser, (one) => place.at('browser').object(one));
  if (browser) {
    place.at('browser').at('userAgent').text(browser.userAgent);
    place.at('browser').at('tickMs').number(browser.tickMs);
    place.at('browser').at('dropped').whole(browser.dropped);
    for (const name of ['isolated', 'throttled']) {
      if (typeof browser[name] !== 'boolean') {
        place.at('browser').at(name).fail('true or false', browser[name]);
      }
    }
  }
  return card as unknown as Environment;
}

function checkLibrary(library: Json, place: Place): void {
  place.texts(library, ['id', 'title', 'package']);
  if (library.version !== null) place.at('version').text(library.version);
}

export const schemaOf = (value: unknown): unknown =>
  (value as { readonly schema?: unknown } | null)?.schema;

/** A report that this page wrote, or one of any runner; anything else throws a `Fault`. */
export function checkReport(value: unknown, label: string, phases: Phases): Report {
  const place = new Place(label);
  const report = place.object(value);
  if (report.schema !== SCHEMA) {
    const found = (JSON.stringify(report.schema) ?? 'none').slice(0, 60);
    throw new Fault(
      `${label} is not a benchmark run: expected schema "${SCHEMA}", found ${found}.`,
    );
  }
  if (phases === 'any') {
    place.at('phases').each(report.phases, (phase, at) => at.texts(phase, ['id', 'title']));
  } else if (report.configuration === undefined) {
    throw new Fault(
      `${label} was saved by another program, which measures different work than Bench.`,
    );
  } else place.at('configuration').text(report.configuration, 10_000);
  checkEnvironment(report.environment, place.at('environment'));
  place.optional(report.libraries, (list) => place.at('libraries').each(list, checkLibrary));
  place.at('rows').each(report.rows, (row, at) => checkRow(row, at, phases));
  return report as unknown as Report;
}
