/**
 * Bytes of an index: the round trip, damage of every byte, and forged bytes whose checksum is right.
 */

import { deserialize, SapwoodError, type SpatialIndex } from 'sapwood/all';
import { Mulberry32 } from 'scenes';
import { payloadStart, resealed } from '../support/bytes.js';
import { type Case, fullCase } from '../support/cases.js';
import type { Check } from '../support/checks.js';
import { require, requireSequence, requireSet, requireSound } from '../support/compare.js';
import { hideStacks, requireRefusal } from '../support/errors.js';
import { stateOf } from '../support/state.js';
import type { Subject } from '../support/subjects.js';
import { latticeBoxes } from '../support/tape.js';
import { allVerbs, offers } from '../support/verbs.js';
import { volume } from '../support/volume.js';

const SCENES = ['uniform', 'identical', 'exponential', 'denormal'];
const VARIANT_SCENES = ['identical', 'exponential'];
const FORGERIES = volume(600, 100);
/** Bytes of one structure differ by its options in a few words. */
const VARIANT_FORGERIES = volume(600, 25);
/** Of the bytes of a variant one in so many is tried. */
const VARIANT_STRIDE = volume(1, 3);
const FLIPS = [1, 0x80, 0xff];
const FORGE_SEED = 2024;

/** A few items; where removal exists, with a gap and a filter. */
export function smallIndex(subject: Subject): SpatialIndex {
  const index = subject.create();
  index.build(latticeBoxes(3, 9, subject.dimensions));
  if (subject.has('dynamic')) {
    index.remove(4);
    index.setFilter(2, { category: 2, mask: 5 });
  }
  return index;
}

export function requireEqual(copy: SpatialIndex, original: SpatialIndex, where: string): void {
  requireSound(copy.validate(), () => where);
  require(copy.id === original.id, () => `${where}: came back as ${copy.id}`);
  const options = JSON.stringify(copy.options);
  require(options === JSON.stringify(original.options), () => `${where}: options ${options}`);
  require(stateOf(copy) === stateOf(original), () => `${where}: the copy differs`);
}

function requireAnswers(copy: SpatialIndex, one: Case): void {
  for (const { query, answer } of one.boxAnswers()) {
    requireSet(copy.queryBox(query), answer, () => `${one.name}, box [${query}]`);
  }
  for (const { query, answer } of one.nearestAnswers()) {
    const nearest = copy.nearest(query, 5).ids;
    requireSequence(nearest, answer.ids.subarray(0, 5), () => `${one.name}, point [${query}]`);
  }
}

function checkRoundTrip(subject: Subject): void {
  for (const scene of subject.isVariant ? volume(SCENES, VARIANT_SCENES) : SCENES) {
    const one = fullCase(scene, subject.dimensions);
    const original = subject.create();
    original.build(one.boxes);
    const copy = deserialize(original.serialize());
    requireEqual(copy, original, one.name);
    requireAnswers(copy, one);
    original.dispose();
    copy.dispose();
  }
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

/** The copy goes on as the original would have: the same ids, the same content. */
function checkGoesOn(subject: Subject): void {
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

/** Also as an ArrayBuffer, and from the middle of a larger buffer at an odd place. */
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

/** Refused as bad data; accepted only where the result is the same index. */
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

const strideOf = ({ isVariant }: Subject) => (isVariant ? VARIANT_STRIDE : 1);

function checkTruncated(subject: Subject): void {
  const index = smallIndex(subject);
  const bytes = index.serialize();
  for (let length = 0; length < bytes.length; length += strideOf(subject)) {
    const where = `the first ${length} of ${bytes.length} bytes`;
    const call = () => deserialize(bytes.slice(0, length));
    requireRefusal(call, 'bad-data', '', where);
  }
  const longer = () => deserialize(Uint8Array.from([...bytes, 0]));
  requireRefusal(longer, 'bad-data', '', 'one byte more');
  index.dispose();
}

function checkFlipped(subject: Subject): void {
  const index = smallIndex(subject);
  const state = stateOf(index);
  const bytes = index.serialize();
  for (let at = 0; at < bytes.length; at += strideOf(subject)) {
    for (const flip of volume(FLIPS, [FLIPS[at % FLIPS.length]])) {
      const damaged = bytes.slice();
      damaged[at] ^= flip;
      requireRejected(damaged, state, `byte ${at} ^ ${flip} of ${bytes.length}`);
    }
  }
  require(stateOf(index) === state, () => 'the index has changed');
  index.dispose();
}

const NO_BYTES = [null, undefined, 5, 'SAPW', {}, [1, 2], new Float32Array(8)];

function checkNoBytes(): void {
  for (const value of NO_BYTES) {
    const call = () => deserialize(value as never);
    requireRefusal(call, 'bad-data', 'bytes', `deserialize(${value})`);
  }
}

/** What a forger might write in place of a word: limits, small numbers, other words of the payload. */
function forgedWord(random: Mulberry32, payload: DataView): number {
  const words = [0, 1, 2, 7, 0xff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x7fc00000];
  const choice = random.below(words.length + 3);
  if (choice < words.length) return words[choice];
  const at = 4 * random.below(Math.floor(payload.byteLength / 4));
  return choice === words.length ? random.next() : payload.getUint32(at, true);
}

function forge(bytes: Uint8Array, random: Mulberry32): Uint8Array {
  const forged = bytes.slice();
  const payload = new DataView(forged.buffer, payloadStart);
  const edits = 1 + random.below(3);
  for (let i = 0; i < edits; i++) {
    const at = 4 * random.below(Math.floor(payload.byteLength / 4));
    if (random.below(3) === 0) payload.setUint8(at + random.below(4), random.below(256));
    else payload.setUint32(at, forgedWord(random, payload), true);
  }
  const cut = random.below(8) === 0 ? 4 * random.below(8) : 0;
  return resealed(forged.subarray(0, Math.max(payloadStart, forged.length - cut)));
}

/** An index from forged bytes need not be the original, but it must be sound, answer and change. */
function requireUsable(index: SpatialIndex, subject: Subject, where: string): void {
  requireSound(index.validate(), () => `${where}: accepted`);
  const { id, dimensions } = index;
  require(id === subject.id && dimensions === subject.dimensions, () => `${where}: became ${id}`);
  const live = index.ids();
  require(live.length === index.size, () => `${where}: ${live.length} ids, size ${index.size}`);
  const found = index.nearest(new Float32Array(dimensions), 2 ** 31).ids;
  require(found.every((item) => index.has(item)), () => `${where}: found what is not live`);
  const other = subject.create();
  for (const verb of allVerbs(dimensions)) {
    if (verb.mutates || !offers(verb, subject)) continue;
    if (verb.name !== 'box' || index.has(1)) verb.call(index, other);
  }
  if (subject.has('dynamic')) {
    for (const item of live) index.remove(item);
    index.insertMany(latticeBoxes(1, 40, dimensions));
    requireSound(index.validate(), () => `${where}: after changes`);
  }
  other.dispose();
}

function checkForged(subject: Subject): void {
  const index = smallIndex(subject);
  const bytes = index.serialize();
  const random = new Mulberry32(FORGE_SEED);
  requireEqual(deserialize(resealed(bytes)), index, 'the checksum of this file is not the core');
  for (let i = 0; i < (subject.isVariant ? VARIANT_FORGERIES : FORGERIES); i++) {
    const where = `forgery ${i} (seed ${FORGE_SEED})`;
    try {
      const copy = deserialize(forge(bytes, random));
      requireUsable(copy, subject, where);
      copy.dispose();
    } catch (error) {
      const refused = error instanceof SapwoodError && error.code === 'bad-data';
      if (!refused) throw new Error(`${where}: ${error}`, { cause: error });
    }
  }
  index.dispose();
}

export function serializationChecks(subject: Subject): Check[] {
  if (!subject.has('serialize')) return [];
  const check = (name: string, look: (subject: Subject) => void): Check => ({
    name,
    run: () => look(subject),
  });
  const spoilt = (name: string, look: (subject: Subject) => void) =>
    check(name, () => {
      const callOff = hideStacks();
      try {
        look(subject);
      } finally {
        callOff();
      }
    });
  return [
    check('bytes give back an equal index with equal answers', checkRoundTrip),
    check('bytes of empty and tiny indices too', checkSmallSizes),
    check('a copy goes on where the original stood', checkGoesOn),
    check('bytes may come as a buffer or from the middle of one', checkForms),
    spoilt('every truncated prefix is rejected', checkTruncated),
    spoilt('every flipped byte is rejected or makes no difference', checkFlipped),
    check('what is no bytes is refused', checkNoBytes),
    spoilt('forged bytes with the right checksum are rejected or give a sound index', checkForged),
  ];
}
