/**
 * Invalid arguments of every method. The call must throw a SapwoodError with the right code, name
 * the argument in the message, and leave the index unchanged.
 */

import type { SpatialIndex } from 'sapwood/all';
import * as values from '../support/bad-values.js';
import { type Check, describeSuite } from '../support/checks.js';
import { require } from '../support/compare.js';
import { requireError } from '../support/errors.js';
import { stateOf } from '../support/state.js';
import { representatives, type Subject } from '../support/subjects.js';
import type { Call, Row } from './bad-arguments.js';
import { argumentRows } from './bad-arguments.js';

const COUNT = 12;

/**
 * Returns an index of twelve boxes. If items can be removed, item 5 is removed and item 7 has a
 * filter.
 */
function prepared(subject: Subject): SpatialIndex {
  const index = subject.create();
  const { dimensions } = subject;
  const boxes = Array.from({ length: COUNT }, (_, i) => {
    return Array.from({ length: 2 * dimensions }, (_, d) => i * 0.5 + (d < dimensions ? 0 : 1));
  });
  index.build(boxes.flat());
  if (subject.has('dynamic')) {
    index.remove(5);
    index.setFilter(7, { category: 2, mask: 3 });
  }
  return index;
}

function boxRows({ dimensions }: Subject, dynamic: boolean): Row[] {
  const bads = values.badBoxes(dimensions);
  const row = (name: string, call: Call): Row => {
    return { name, bads, code: 'invalid-box', word: 'box', call };
  };
  const out = new Uint32Array(4);
  return [
    row('queryBox', (index, box) => index.queryBox(box)),
    row('queryBoxInto', (index, box) => index.queryBoxInto(box, out)),
    row('forEachInBox', (index, box) => index.forEachInBox(box, () => {})),
    ...(dynamic
      ? [
          row('insert', (index, box) => index.insert(box)),
          row('move', (index, box) => index.move(1, box)),
        ]
      : []),
  ];
}

function bulkRows({ dimensions }: Subject, dynamic: boolean): Row[] {
  const size = dynamic ? COUNT - 1 : COUNT;
  const boxes = (count: number) => Array(count).fill(values.goodBox(dimensions)).flat();
  const methods: [name: string, count: number, call: Call][] = [
    ['build', 4, (index, value) => index.build(value)],
    ['update', size, (index, value) => index.update(value)],
    ['queryBoxMany', 4, (index, value) => index.queryBoxMany(value)],
    ['insertMany', 4, (index, value) => index.insertMany(value)],
    ['moveMany', 2, (index, value) => index.moveMany([1, 2], value)],
  ];
  const used = methods.slice(0, dynamic ? methods.length : 3);
  const otherLengths = values.bad([boxes(size + 1), boxes(size - 1), []]);
  const two = values.bad([boxes(1), boxes(3), []]);
  return [
    ...used.map(([name, , call]): Row => {
      const bads = values.badRecords(2 * dimensions);
      return { name: `${name} (array)`, bads, code: 'invalid-argument', word: 'boxes', call };
    }),
    ...used.map(([name, count, call]): Row => {
      const bads = values.badBulkBoxes(dimensions, count);
      const word = `boxes[${Math.floor(count / 2)}]`;
      return { name: `${name} (a bad box)`, bads, code: 'invalid-box', word, call };
    }),
    ...used.slice(1, 2).map(([name, , call]): Row => {
      const code = 'invalid-argument';
      return { name: `${name} (count)`, bads: otherLengths, code, word: 'boxes', call };
    }),
    ...used.slice(4).map(([name, , call]): Row => {
      return { name: `${name} (count)`, bads: two, code: 'invalid-argument', word: 'boxes', call };
    }),
  ];
}

function idRows({ dimensions }: Subject, dynamic: boolean): Row[] {
  const box = values.goodBox(dimensions);
  const row = (name: string, call: Call): Row => {
    return { name, bads: values.badIds, code: 'invalid-id', word: 'id', call };
  };
  // item 5 exists in structures that cannot remove items
  const unknown = values.badIds.filter(({ value }) => dynamic || value !== 5);
  const always: Row[] = [
    { ...row('box', (index, id) => index.box(id)), bads: unknown },
    { ...row('has', (index, id) => index.has(id)), bads: values.malformedIds },
  ];
  if (!dynamic) return always;
  return [
    ...always,
    row('remove', (index, id) => index.remove(id)),
    row('move', (index, id) => index.move(id, box)),
    row('setFilter', (index, id) => index.setFilter(id, { category: 1 })),
    {
      ...row('moveMany', (index, id) => index.moveMany([1, id], [...box, ...box])),
      word: 'ids[1]',
    },
    {
      ...row('moveMany (ids)', (index, ids) => index.moveMany(ids, box)),
      bads: values.bad([null, 'ids', 5, {}, () => 0]),
      code: 'invalid-argument',
      word: 'ids',
    },
  ];
}

function rowsOf(subject: Subject): Row[] {
  const dynamic = subject.has('dynamic');
  return [
    ...boxRows(subject, dynamic),
    ...bulkRows(subject, dynamic),
    ...idRows(subject, dynamic),
    ...argumentRows(subject),
  ];
}

function checkRow(subject: Subject, { name, bads, code, word, call }: Row): void {
  const index = prepared(subject);
  const before = stateOf(index);
  for (const { shown, value } of bads) {
    const where = `${subject.name}: ${name} of ${shown}`;
    requireError(() => call(index, value), code, word, where);
    require(stateOf(index) === before, () => `${where}: the index has changed`);
  }
  require(index.validate().length === 0, () => `${name}: ${index.validate()}`);
  index.dispose();
}

function badInputChecks(subject: Subject): Check[] {
  return rowsOf(subject).map((row) => ({
    name: `${row.name}: ${row.code} names ${row.word || 'it'} and nothing changes`,
    run: () => checkRow(subject, row),
  }));
}

// all structures share the code that rejects arguments
describeSuite('bad input', badInputChecks, representatives());
