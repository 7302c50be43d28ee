/** Bytes that are forged in one place but have a valid checksum: options, words, and unused bytes. */

import { deserialize, SapwoodError } from 'sapwood/all';
import { headOf, optionsOf, resealed, withWord } from '../support/bytes.js';
import { type Check, describeSuite } from '../support/checks.js';
import { requireSound } from '../support/compare.js';
import { requireRefusal } from '../support/errors.js';
import { allSubjects, type Subject } from '../support/subjects.js';
import { latticeBoxes } from '../support/tape.js';
import { requireEqual, smallIndex } from './serialization.js';

/** Invalid option values: not a number, too large, too many. */
function checkForgedOptions(subject: Subject): void {
  const index = smallIndex(subject);
  const bytes = index.serialize();
  const { at, count } = optionsOf(bytes);
  for (let option = 0; option < count; option++) {
    for (const value of [Number.NaN, -1e300, 1e300]) {
      const forged = bytes.slice();
      new DataView(forged.buffer).setFloat64(at + 8 * option, value, true);
      const call = () => deserialize(resealed(forged));
      requireRefusal(call, 'bad-data', '', `option ${option} is ${value}`);
    }
  }
  for (const more of [1, 17, 3000]) {
    const end = at + 8 * count;
    const forged = [...bytes.subarray(0, end), ...new Uint8Array(8 * more), ...bytes.subarray(end)];
    const call = () => deserialize(withWord(Uint8Array.from(forged), at - 8, count + more));
    requireRefusal(call, 'bad-data', '', `${more} options too many`);
  }
  requireEqual(deserialize(bytes), index, 'after forged options');
  index.dispose();
}

/** Unused bytes between content and tail. */
function checkLeftOver(subject: Subject): void {
  const index = smallIndex(subject);
  const bytes = index.serialize();
  const head = headOf(bytes);
  for (const more of [4, 64]) {
    const forged = [...bytes.subarray(0, head), ...new Uint8Array(more), ...bytes.subarray(head)];
    const call = () => deserialize(resealed(Uint8Array.from(forged)));
    requireRefusal(call, 'bad-data', '', `${more} bytes too many`);
  }
  index.dispose();
}

/** Changes each word of the content: deserialization must throw or return a valid index. */
function checkForgedWords(subject: Subject): void {
  const index = smallIndex(subject);
  const bytes = index.serialize();
  const { at, count } = optionsOf(bytes);
  for (let place = at + 8 * count; place + 4 <= bytes.length; place += 4) {
    const word = new DataView(bytes.buffer).getUint32(place, true);
    for (const forged of [word + 1, word ^ 0x00400000, word ^ 0x80000000]) {
      const where = `word at ${place} of ${bytes.length}: ${word} becomes ${forged >>> 0}`;
      requireRefusedOrSound(withWord(bytes, place, forged), where);
    }
  }
  index.dispose();
}

/** Swaps any two words of a small index: deserialization must throw or return a valid index. */
function checkSwappedWords(subject: Subject): void {
  const index = subject.create();
  index.build(latticeBoxes(3, 3, subject.dimensions));
  const bytes = index.serialize();
  const { at, count } = optionsOf(bytes);
  const words = new DataView(bytes.buffer);
  for (let one = at + 8 * count; one + 4 <= bytes.length; one += 4) {
    for (let other = one + 4; other + 4 <= bytes.length; other += 4) {
      const [a, b] = [words.getUint32(one, true), words.getUint32(other, true)];
      if (a === b) continue;
      const forged = withWord(withWord(bytes, one, b), other, a);
      requireRefusedOrSound(forged, `words at ${one} and ${other} change places`);
    }
  }
  index.dispose();
}

function requireRefusedOrSound(bytes: Uint8Array, where: string): void {
  try {
    const copy = deserialize(bytes);
    requireSound(copy.validate(), () => `${where}: accepted`);
    copy.dispose();
  } catch (error) {
    const refused = error instanceof SapwoodError && error.code === 'bad-data';
    if (!refused) throw new Error(`${where}: ${error}`, { cause: error });
  }
}

function forgedChecks(subject: Subject): Check[] {
  if (!subject.has('serialize')) return [];
  const check = (name: string, look: (subject: Subject) => void): Check => ({
    name,
    run: () => look(subject),
  });
  return [
    check('forged options are refused', checkForgedOptions),
    check('bytes that nobody reads are refused', checkLeftOver),
    check('two words that change places are refused or give a sound index', checkSwappedWords),
    check('any other word of the content is refused or gives a sound index', checkForgedWords),
  ];
}

describeSuite('forged bytes', forgedChecks, allSubjects());
