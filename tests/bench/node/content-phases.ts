/**
 * Phases that change the items of an index, and a phase that finds all pairs of an unchanged index.
 */

import { type Prepared, pairsCheck, type Stage, settlerOf } from './stage';
import { separately } from './workload';

export function prepareBuild(stage: Stage): Prepared {
  const { index, work } = stage;
  const { boxes, count } = work.scene;
  const settle = settlerOf(stage);
  const check = pairsCheck(stage, 'start');
  return {
    operations: count,
    run(calls) {
      for (let i = 0; i < calls; i++) {
        index.build(boxes);
        settle();
      }
    },
    verify() {
      index.build(boxes);
      settle();
      return { work: null, checks: check() };
    },
  };
}

export function prepareInsertMany(stage: Stage): Prepared {
  const { index, work } = stage;
  const { boxes, count } = work.scene;
  const settle = settlerOf(stage);
  const check = pairsCheck(stage, 'start');
  const insertAll = () => {
    index.clear();
    index.insertMany(boxes);
    settle();
  };
  return {
    operations: count,
    run(calls) {
      for (let i = 0; i < calls; i++) insertAll();
    },
    verify() {
      insertAll();
      return { work: null, checks: check() };
    },
  };
}

export function prepareInsertRemove(stage: Stage): Prepared {
  const { index, work } = stage;
  const boxesToInsert = work.boxesToInsert();
  const operations = boxesToInsert.length / work.stride;
  const boxes = separately({ count: operations, stride: work.stride, values: boxesToInsert });
  const ids = new Uint32Array(operations);
  const insertAll = () => {
    for (let k = 0; k < operations; k++) ids[k] = index.insert(boxes[k]);
  };
  const removeAll = () => {
    for (let k = 0; k < operations; k++) index.remove(ids[k]);
  };
  const settle = settlerOf(stage);
  const checkInserted = pairsCheck(stage, 'inserted');
  const checkStart = pairsCheck(stage, 'start');
  index.build(work.scene.boxes);
  return {
    operations,
    run(calls) {
      for (let i = 0; i < calls; i++) {
        insertAll();
        settle();
        removeAll();
        settle();
      }
    },
    verify() {
      insertAll();
      const inserted = checkInserted();
      removeAll();
      return { work: null, checks: [...inserted, ...checkStart()] };
    },
  };
}

export function preparePairs(stage: Stage): Prepared {
  const { index, work } = stage;
  const check = pairsCheck(stage, 'start');
  index.build(work.scene.boxes);
  return {
    operations: work.scene.count,
    run(calls) {
      for (let i = 0; i < calls; i++) index.pairsView();
    },
    verify() {
      const checks = check();
      return { work: index.counters(), checks };
    },
  };
}
