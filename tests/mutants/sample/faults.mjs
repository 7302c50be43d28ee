// Stryker's faults in TypeScript, a sample of them: all would take days in a browser.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { filesBelow } from '../../../scripts/stamps.mjs';
import { ROOT } from '../../../scripts/steps.mjs';

/** Words are for people: a test that noticed each of them would be a second copy of the page. */
const OPTIONS = { plugins: null, excludedMutations: ['StringLiteral'], ignorers: [] };
const silent = () => {};
const LOGGER = {
  ...{ trace: silent, debug: silent, info: silent, isDebugEnabled: () => false },
  ...{ warn: console.warn, error: console.error, fatal: console.error },
};
/** Of a text that shows; longer ones are cut. */
const MOST = 60;

/** Written by hand: of what a script makes of one template, tests look at some only. */
const isSource = (path) => /(?<!\.d)\.tsx?$/.test(path) && !path.includes('/generated/');

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();
const short = (text) => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text);

/** Lines and columns of a place are counted from 0. */
function textAt(lines, { start, end }) {
  const text = lines.slice(start.line, end.line + 1);
  text.push(text.pop().slice(0, end.column));
  text[0] = text[0].slice(start.column);
  return text.join('\n');
}

const placeOf = ({ fileName, location: { start, end }, replacement }) =>
  [fileName, start.line, start.column, end.line, end.column, replacement].join(' ');

/**
 * A fault belongs to the sample by what it says, wherever it stands in its file: whoever changes other lines has the
 * same sample as before.
 */
function isDrawn(key, share) {
  const digest = createHash('sha256').update(key).digest();
  return digest.readUInt32BE(0) / 2 ** 32 < share;
}

async function instrument(files) {
  const { mutants, files: instrumented } = await new Instrumenter(LOGGER).instrument(
    files,
    OPTIONS,
  );
  return { mutants: mutants.filter(({ status }) => status !== 'Ignored'), instrumented };
}

/** The faults of the sample, without numbers: { key, path, line, change, place, location }. */
function draw(mutants, linesOf, share) {
  const drawn = [];
  const times = new Map();
  for (const mutant of mutants) {
    const lines = linesOf.get(mutant.fileName);
    const original = oneLine(textAt(lines, mutant.location));
    const change = `${original} → ${oneLine(mutant.replacement)}`;
    const line = oneLine(lines[mutant.location.start.line]);
    const text = `${mutant.fileName}: ${line}: ${change}`;
    const time = (times.get(text) ?? 0) + 1;
    times.set(text, time);
    if (!isDrawn(`${text} ${time}`, share)) continue;
    const shown = `${short(original)} → ${short(oneLine(mutant.replacement))}`;
    const key = `${mutant.fileName}: ${short(line)}: ${shown}${time > 1 ? ` (${time})` : ''}`;
    const { fileName: path, location } = mutant;
    drawn.push({ key, path, line: short(line), change: shown, place: placeOf(mutant), location });
  }
  return drawn;
}

/**
 * A share of the faults below a folder, and the sources that hold them: { faults, sources }. A fault has the number by
 * which its source asks whether it is in force.
 */
export async function sampleOf(folder, share) {
  const paths = filesBelow(folder).filter(isSource);
  const contents = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  const linesOf = new Map([...contents].map(([path, text]) => [path, text.split('\n')]));
  const whole = paths.map((name) => ({ name, mutate: true, content: contents.get(name) }));
  const faults = draw((await instrument(whole)).mutants, linesOf, share);
  const parts = [...new Set(faults.map(({ path }) => path))].map((name) => ({
    name,
    mutate: faults.filter(({ path }) => path === name).map(({ location }) => location),
    content: contents.get(name),
  }));
  const { mutants, instrumented } = await instrument(parts);
  const numbers = new Map(mutants.map((mutant) => [placeOf(mutant), mutant.id]));
  return {
    faults: faults.map(({ key, path, line, change, place }) => {
      return { key, path, line, change, number: numbers.get(place) };
    }),
    sources: instrumented.map(({ name, content }) => ({ path: name, content })),
  };
}
