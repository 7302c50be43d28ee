/** Serialized indices: round trips, damaged bytes, and forged options with a valid checksum. */

import { deserialize, SapwoodError, type SpatialIndex } from 'sapwood/all';
import { headLength, optionsOf, resealed, withWord } from '../support/bytes.js';
import { fullCase } from '../support/cases.js';
import { type Check, describeSuite } from '../support/checks.js';
import { require, requireValid } from '../support/compare.js';
import { hideStacks, requireError } from '../support/errors.js';
import { stateOf } from '../support/state.js';
import { allSubjects, type Subject, variantSubjects } from '../support/subjects.js';
import { latticeBoxes } from '../support/tape.js';

const FLIPS = [1, 0x80, 0xff];
/**
 * This suite damages every seventh byte; tests/cpp/conformance/serialization_suite.hpp damages all
 * bytes.
 */
const STRIDE = 7;

function smallIndex(subject: Subject): SpatialIndex {
  const index = subject.create();
  index.build(latticeBoxes(3, 9, subject.dimensions));
  if (subject.has('dynamic')) {
    index.remove(4);
    index.setFilter(2, { category: 2, mask: 5 });
  }
  return index;
}

function requireEqual(copy: SpatialIndex, original: SpatialIndex, where: string): void {
  requireValid(copy.validate(), () => where);
  require(copy.id === original.id, () => `${where}: came back as ${copy.id}`);
  const options = JSON.stringify(copy.options);
  require(options === JSON.stringify(original.options), () => `${where}: options ${options}`);
  require(stateOf(copy) === stateOf(original), () => `${where}: the copy differs`);
}

function checkRoundTrip(subject: Subject): void {
  const { boxes } = fullCase('exponential', subject.dimensions);
  const original = subject.create();
  original.build(boxes);
  const copy = deserialize(original.serialize());
  requireEqual(copy, original, 'exponential');
  original.dispose();
  copy.dispose();
}

function checkSmallSizes(subject: Subject): void {
  for (const count of [0, 1, 2, 5]) {
    const original = subject.create();
    original.build(latticeBoxes(count, count, subject.dimensions));
    const copy = deserialize(original.serialize());
    requireEqual(copy, original, `${count} items`);
    original.dispose();
    copy.dispose();
  }
}

function checkContinues(subject: Subject): void {
  const original = smallIndex(subject);
  const copy = deserialize(original.serialize());
  const boxes = latticeBoxes(8, 3, subject.dimensions);
  for (const index of [original, copy]) {
    if (subject.has('dynamic')) index.insertMany(boxes);
    else index.build(boxes);
  }
  requireEqual(copy, original, 'after more changes');
  original.dispose();
  copy.dispose();
}

function checkForms(subject: Subject): void {
  const original = smallIndex(subject);
  const bytes = original.serialize();
  const wide = new Uint8Array(bytes.length + 20);
  wide.set(bytes, 7);
  for (const form of [bytes.slice().buffer, wide.subarray(7, 7 + bytes.length)]) {
    const copy = deserialize(form as ArrayBuffer);
    requireEqual(copy, original, 'another form');
    copy.dispose();
  }
  original.dispose();
}

/**
 * Requires that the bytes are rejected with the error `bad-data`, or that they restore the original
 * index.
 */
function requireRejected(bytes: Uint8Array, original: string, where: string): void {
  let copy: SpatialIndex;
  try {
    copy = deserialize(bytes);
  } catch (error) {
    if (error instanceof SapwoodError && error.code === 'bad-data') return;
    throw new Error(`${where}: expected bad-data, caught ${error}`, { cause: error });
  }
  require(stateOf(copy) === original, () => `${where}: another index was accepted`);
  copy.dispose();
}

function checkTruncated(subject: Subject): void {
  const index = smallIndex(subject);
  const bytes = index.serialize();
  for (let length = 0; length < bytes.length; length += STRIDE) {
    const where = `the first ${length} of ${bytes.length} bytes`;
    const call = () => deserialize(bytes.slice(0, length));
    requireError(call, 'bad-data', '', where);
  }
  const longer = () => deserialize(Uint8Array.from([...bytes, 0]));
  requireError(longer, 'bad-data', '', 'one byte more');
  index.dispose();
}

function checkFlipped(subject: Subject): void {
  const index = smallIndex(subject);
  const state = stateOf(index);
  const bytes = index.serialize();
  for (let at = 0; at < bytes.length; at += STRIDE) {
    const damaged = bytes.slice();
    damaged[at] ^= FLIPS[at % FLIPS.length];
    requireRejected(damaged, state, `byte ${at} of ${bytes.length}`);
  }
  require(stateOf(index) === state, () => 'the index has changed');
  index.dispose();
}

const NO_BYTES = [null, undefined, 5, 'SAPW', {}, [1, 2], new Float32Array(8)];

function checkNoBytes(): void {
  for (const value of NO_BYTES) {
    const call = () => deserialize(value as never);
    requireError(call, 'bad-data', 'bytes', `deserialize(${value})`);
  }
}

function checkForgedOptions(subject: Subject): void {
  const index = smallIndex(subject);
  const bytes = index.serialize();
  const { at, count } = optionsOf(bytes);
  for (let option = 0; option < count; option++) {
    for (const value of [Number.NaN, -1e300, 1e300]) {
      const forged = bytes.slice();
      new DataView(forged.buffer).setFloat64(at + 8 * option, value, true);
      const call = () => deserialize(resealed(forged));
      requireError(call, 'bad-data', '', `option ${option} is ${value}`);
    }
  }
  for (const more of [1, 17, 3000]) {
    const end = at + 8 * count;
    const forged = [...bytes.subarray(0, end), ...new Uint8Array(8 * more), ...bytes.subarray(end)];
    const call = () => deserialize(withWord(Uint8Array.from(forged), at - 8, count + more));
    requireError(call, 'bad-data', '', `${more} options too many`);
  }
  requireEqual(deserialize(bytes), index, 'after forged options');
  index.dispose();
}

function checkLeftOver(subject: Subject): void {
  const index = smallIndex(subject);
  const bytes = index.serialize();
  const head = headLength(bytes);
  for (const more of [4, 64]) {
    const forged = [...bytes.subarray(0, head), ...new Uint8Array(more), ...bytes.subarray(head)];
    const call = () => deserialize(resealed(Uint8Array.from(forged)));
    requireError(call, 'bad-data', '', `${more} bytes too many`);
  }
  index.dispose();
}

function serializationChecks(subject: Subject): Check[] {
  if (!subject.has('serialize')) return [];
  const check = (name: string, look: (subject: Subject) => void): Check => ({
    name,
    run: () => look(subject),
  });
  const checkWithoutStacks = (name: string, look: (subject: Subject) => void) =>
    check(name, () => {
      const restoreStacks = hideStacks();
      try {
        look(subject);
      } finally {
        restoreStacks();
      }
    });
  // the serialized options must include values that differ from their defaults
  const roundTrip = check('a deserialized index equals the original', checkRoundTrip);
  if (subject.isVariant) return [roundTrip];
  return [
    roundTrip,
    check('an index with no, one or a few items can be serialized', checkSmallSizes),
    check('a copy and the original stay equal after equal changes', checkContinues),
    check('bytes may be an ArrayBuffer or a view of a part of it', checkForms),
    checkWithoutStacks('truncated bytes are rejected', checkTruncated),
    checkWithoutStacks('flipped bytes are rejected or make no difference', checkFlipped),
    check('a value that is not bytes is rejected', checkNoBytes),
    check('forged options are rejected', checkForgedOptions),
    check('unused bytes are rejected', checkLeftOver),
  ];
}

describeSuite('bytes', serializationChecks, [...allSubjects(), ...variantSubjects()]);
