// The table of deliberate faults: reads it, and checks that it still fits the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/steps.mjs';

const FAULTS = join(ROOT, 'tests/mutants/faults');
const INCLUDE = 'cpp/include/sapwood';

/** Where a file of the table lies: headers are named from the include folder, others from the root. */
const placeOf = (file) => (/^(cpp|web)\//.test(file) ? file : `${INCLUDE}/${file}`);

/** Scores are given by area: the rooms of the core, one each for a structure, the bindings, the package. */
function areaOf(file) {
  const parts = file.split('/');
  if (parts[0] === 'structures') return parts.slice(0, -1).join('/');
  if (parts[0] === 'cpp') return parts[1];
  if (parts[0] === 'web') return parts[1];
  return parts[0];
}

const MARKED = /^([\s\S]*)«([\s\S]*)»([\s\S]*)$/;

/** The place of a fault in its file: the part between « and », or all of the snippet. */
function rangeIn(source, fault) {
  const [, before, marked, after] = fault.code.match(MARKED) ?? ['', '', fault.code, ''];
  const snippet = before + marked + after;
  const at = source.indexOf(snippet);
  const problem =
    at < 0 ? 'is not there' : source.indexOf(snippet, at + 1) >= 0 ? 'is there twice' : '';
  if (problem !== '') throw new Error(`${fault.file}: ${problem}: ${snippet}`);
  const start = at + before.length;
  return { start, end: start + marked.length, original: marked };
}

/** Statements become branches, everything else a choice between two expressions. */
const formOf = (original) => (/;\s*}?\s*$/.test(original) ? 'statement' : 'expression');

/** What becomes one side of a choice must be an expression by itself: nothing cut off, and no bracket or `?` alone. */
function isExpression(side) {
  const count = (mark) => side.replaceAll('::', '').split(mark).length - 1;
  const isCutOff = /^\s*($|[<>=%|^/]|[-+*&] )/.test(side);
  return !isCutOff && ['()', '[]', '{}', '?:'].every(([one, two]) => count(one) === count(two));
}

const KEYS = ['file', 'fault', 'row', 'code', 'with', 'equivalent', 'known'];

/** The entries of a file of the table: a key and its text a line; lines behind a bar go on with the text. */
function entriesOf(text) {
  const entries = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('|')) {
      entries[entries.length - 1][1] += `\n${line.slice(1)}`;
      continue;
    }
    const key = line.split(' ', 1)[0];
    if (KEYS.includes(key)) entries.push([key, line.slice(key.length + 1)]);
    else if (line !== '' && !line.startsWith('#'))
      throw new Error(`not a line of the table: ${line}`);
  }
  return entries;
}

function faultsOf(text) {
  const faults = [];
  let file = '';
  for (const [key, value] of entriesOf(text)) {
    if (key === 'file') file = value;
    else if (key === 'fault') faults.push({ file, why: value });
    else faults[faults.length - 1][key] = value;
  }
  return faults;
}

const isCore = (name) => (name === 'bindings.txt' ? 0 : 1);

/** Every fault with its number, in the order of the files' names. Throws when a snippet is not in its file exactly once. */
export function readTable() {
  const table = [];
  const problems = [];
  // the core first: its faults keep their numbers, and their objects, when others come
  const names = readdirSync(FAULTS).sort((a, b) => isCore(b) - isCore(a) || (a < b ? -1 : 1));
  for (const name of names) {
    for (const fault of faultsOf(readFileSync(join(FAULTS, name), 'utf8'))) {
      try {
        table.push(placed(fault, table.length + 1));
      } catch (error) {
        problems.push(error.message);
      }
    }
  }
  const keys = table.map(({ key }) => key);
  problems.push(...keys.filter((key, i) => keys.indexOf(key) !== i).map((key) => `twice: ${key}`));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return table;
}

function placed(fault, number) {
  const path = placeOf(fault.file);
  const place = rangeIn(readFileSync(join(ROOT, path), 'utf8'), fault);
  const key = `${fault.file}: ${fault.why}`;
  const form = formOf(place.original);
  const sides = [place.original, fault.with ?? ''];
  if (form === 'expression' && !sides.every(isExpression))
    throw new Error(`${key}: not an expression`);
  return {
    ...fault,
    ...place,
    key,
    number,
    path,
    form,
    area: areaOf(fault.file),
  };
}
