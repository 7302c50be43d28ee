/**
 * Lifecycle of an index: `dispose()`, changes by the callbacks of its own queries, unsupported
 * methods, options, and arguments whose getters dispose or change the index.
 */

import type { SpatialIndex } from 'sapwood/all';
import { goodBox, goodPoint } from '../support/bad-values.js';
import { type Check, describeSuite } from '../support/checks.js';
import { require, requireSequence, requireSet } from '../support/compare.js';
import { requireError, thrownError } from '../support/errors.js';
import { allMethods, supports } from '../support/methods.js';
import { stateOf } from '../support/state.js';
import { allSubjects, type Subject } from '../support/subjects.js';

/** Returns an index of three boxes that overlap the box of `goodBox()`. */
function threeBoxes(subject: Subject): SpatialIndex {
  const index = subject.create();
  const box = goodBox(subject.dimensions);
  index.build([...box, ...box, ...box]);
  return index;
}

function checkEveryMethod(subject: Subject): void {
  for (const method of allMethods(subject.dimensions)) {
    const index = threeBoxes(subject);
    const other = threeBoxes(subject);
    if (supports(method, subject)) method.call(index, other);
    else {
      const where = `${subject.name}.${method.name}`;
      const error = thrownError(() => method.call(index, other), where);
      require(error.code === 'unsupported', () => `${where}: ${error.code}`);
      // frustum queries need 3D, and traverse() needs a tree
      const namesSupport = /use an index in 3D|capability 'traverse'/.test(error.message);
      require(namesSupport, () => error.message);
    }
    index.dispose();
    other.dispose();
  }
}

function checkDisposed(subject: Subject): void {
  const other = threeBoxes(subject);
  const index = threeBoxes(subject);
  index.dispose();
  index.dispose();
  for (const method of allMethods(subject.dimensions)) {
    const error = thrownError(() => method.call(index, other), method.name);
    require(error.code === 'disposed', () => `${method.name} after dispose: ${error.code}`);
  }
  for (const property of ['size', 'byteLength'] as const) {
    requireError(() => index[property], 'disposed', 'disposed', property);
  }
  requireError(() => other.pairsWith(index), 'disposed', 'disposed', 'pairsWith a disposed one');
  requireSequence(other.ids(), [0, 1, 2], () => 'another index');
  other.dispose();
}

function checkUsing(subject: Subject): void {
  const index = threeBoxes(subject);
  index[Symbol.dispose]();
  requireError(() => index.pairs(), 'disposed', 'disposed', 'after Symbol.dispose');
  index[Symbol.dispose]();
}

function checkReentrant(subject: Subject): void {
  const index = threeBoxes(subject);
  const other = threeBoxes(subject);
  const before = stateOf(index);
  const box = goodBox(subject.dimensions);
  const methods = allMethods(subject.dimensions).filter(
    (method) => method.mutates && supports(method, subject),
  );
  const calls = [
    ...methods.map((method) => [method.name, () => method.call(index, other)] as const),
  ];
  for (const [name, call] of [...calls, ['dispose', () => index.dispose()] as const]) {
    let visits = 0;
    index.forEachInBox(box, () => {
      visits += 1;
      requireError(call, 'reentrant', name, `${name} inside forEachInBox`);
    });
    require(visits === 3, () => `${name}: ${visits} visits of 3`);
    require(stateOf(index) === before, () => `${name} inside forEachInBox changed the index`);
  }
  index.dispose();
  other.dispose();
}

function checkQueriesInside(subject: Subject): void {
  const index = threeBoxes(subject);
  const other = threeBoxes(subject);
  const box = goodBox(subject.dimensions);
  const visited: number[] = [];
  index.forEachInBox(box, (id) => {
    visited.push(id);
    const inner: number[] = [];
    index.forEachInBox(box, (innerId) => void inner.push(innerId));
    requireSet(Uint32Array.from(inner), [0, 1, 2], () => 'a query inside a query');
    for (const method of allMethods(subject.dimensions)) {
      if (!method.mutates && supports(method, subject)) method.call(index, other);
    }
    other.build(
      Array(100 * visited.length)
        .fill(box)
        .flat(),
    );
  });
  requireSet(Uint32Array.from(visited), [0, 1, 2], () => 'visited');
  index.dispose();
  other.dispose();
}

function checkThrowing(subject: Subject): void {
  const index = threeBoxes(subject);
  const box = goodBox(subject.dimensions);
  const thrown = new Error('from the callback');
  let visits = 0;
  let caught: unknown;
  try {
    index.forEachInBox(box, () => {
      visits += 1;
      throw thrown;
    });
  } catch (error) {
    caught = error;
  }
  require(caught === thrown && visits === 1, () => `caught ${caught} after ${visits} visits`);
  index.clear();
  require(index.size === 0, () => 'the index cannot be changed after a callback has thrown');
  index.dispose();
}

/**
 * Passes objects whose getters dispose or change the index. The call must throw or use the changed
 * index.
 */
function checkHostileInput(subject: Subject): void {
  const { dimensions } = subject;
  const point = goodPoint(dimensions);
  const hostile = (act: () => void) => ({
    get min() {
      act();
      return point;
    },
    max: point,
  });
  const index = threeBoxes(subject);
  const disposing = hostile(() => index.dispose());
  requireError(() => index.queryBox(disposing), 'disposed', 'disposed', 'a disposing box');
  const changed = threeBoxes(subject);
  requireSet(changed.queryBox(hostile(() => changed.clear())), [], () => 'a clearing box');
  changed.dispose();
}

function checkHostileArray(subject: Subject): void {
  const box = goodBox(subject.dimensions);
  const index = threeBoxes(subject);
  const boxes = Object.defineProperty([...box], 0, {
    get: () => {
      index.clear();
      return 0;
    },
  });
  index.build(boxes);
  requireSequence(index.ids(), [0], () => 'ids');
  const victim = threeBoxes(subject);
  const disposing = Object.defineProperty([...box], 0, {
    get: () => {
      victim.dispose();
      return 0;
    },
  });
  requireError(() => victim.build(disposing), 'disposed', 'disposed', 'a disposing array');
  index.dispose();
}

function lifecycleChecks(subject: Subject): Check[] {
  const check = (name: string, look: (subject: Subject) => void): Check => ({
    name,
    run: () => look(subject),
  });
  return [
    check(
      'every method works, or throws an error that names the missing capability',
      checkEveryMethod,
    ),
    check(
      'after dispose() every method throws, and a second dispose() does nothing',
      checkDisposed,
    ),
    check('Symbol.dispose disposes the index', checkUsing),
    check('changes inside its own forEachInBox throw', checkReentrant),
    check(
      'a callback of forEachInBox can run queries and change other indices',
      checkQueriesInside,
    ),
    check(
      'an exception of the callback reaches the caller and leaves the index usable',
      checkThrowing,
    ),
    check('objects may dispose or change the index while they are read', checkHostileInput),
    check('arrays may dispose or change the index while they are read', checkHostileArray),
  ];
}

describeSuite('life of an index', lifecycleChecks, allSubjects());
