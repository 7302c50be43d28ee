/**
 * Reads and writes tapes that once failed: `tests/cpp/regression/*.tape` and
 * `tests/web/regression/*.tape`. C++ and TypeScript suites play all of them. The files contain the
 * names of operations, so they stay valid if the weights of operations change.
 */

import { type OptionSpec, structures } from 'sapwood/all';
import type { Choice } from './checked-queries.js';
import { CHOICE_BYTES, choiceOf } from './fuzz-input.js';
import { byteOf, operations, worlds } from './operations.js';
import { partsOf } from './tape-steps.js';

export interface KeptTape {
  readonly choice: Choice;
  readonly bytes: Uint8Array;
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));

function specsOf(structure: string): readonly OptionSpec[] {
  return structures.find(({ id }) => id === structure)!.options;
}

/** Returns the values of the options as numbers, in the order of the core. */
export function optionNumbers({ structure, options }: Choice): number[] {
  return specsOf(structure).flatMap((spec) => {
    const value = options[spec.name] ?? spec.default;
    if (spec.choices) return [spec.choices.indexOf(value as string)];
    return spec.perAxis ? [value, value, value].map(Number) : [Number(value)];
  });
}

function optionsFrom(structure: string, numbers: readonly number[]): Record<string, unknown> {
  let next = 0;
  const values = specsOf(structure).map((spec) => {
    const number = numbers[next];
    next += spec.perAxis ? 3 : 1;
    if (spec.choices) return [spec.name, spec.choices[number]];
    return [spec.name, spec.kind === 'boolean' ? number === 1 : number];
  });
  return Object.fromEntries(values);
}

/** Returns the text of a tape file. Each line of `comment` becomes a line that starts with #. */
export function keptText(input: Uint8Array, comment: readonly string[]): string {
  const choice = choiceOf(input);
  const { head, steps } = partsOf(input);
  const lines = [
    ...comment.map((line) => `# ${line}`.trimEnd()),
    `structure ${choice.structure}`,
    `dimensions ${choice.dimensions}`,
    `options ${optionNumbers(choice).join(' ')}`.trimEnd(),
    `world ${worlds[head[CHOICE_BYTES] % worlds.length].name}`,
    ...steps.map(({ operation, bytes }) => `${operation.name} ${hex(bytes).join('')}`.trimEnd()),
  ];
  return `${lines.join('\n')}\n`;
}

export function keptTape(text: string): KeptTape {
  const fields: Record<string, string> = {};
  const steps: number[] = [];
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.trim().split(/ +/);
    if (word === '' || word.startsWith('#')) continue;
    const operation = operations.find(({ name }) => name === word);
    if (!operation) fields[word] = rest.join(' ');
    else steps.push(byteOf(operation), ...bytesFrom(rest.join('')));
  }
  const world = worlds.findIndex(({ name }) => name === fields.world);
  if (world < 0) throw new Error(`no world is named ${fields.world}`);
  const numbers = fields.options ? fields.options.split(' ').map(Number) : [];
  const { structure } = fields;
  const options = numbers.length > 0 ? optionsFrom(structure, numbers) : {};
  const dimensions = Number(fields.dimensions) as 2 | 3;
  return { choice: { structure, dimensions, options }, bytes: Uint8Array.from([world, ...steps]) };
}

function bytesFrom(digits: string): number[] {
  return Array.from({ length: digits.length / 2 }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  );
}
