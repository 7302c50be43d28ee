/**
 * Phases that ask questions: thousands in one batch, or one call each.
 */

import type { Check } from 'measuring/schema';
import { askAll, hashAnswers, type QueryKind } from './expectations';
import { compare, type Prepared, type Stage } from './stage';
import { separately } from './workload';

/** Compares answers with what is expected of the first ones and of all. */
function checkAnswers(
  { expected }: Stage,
  kind: QueryKind,
  answers: Parameters<typeof hashAnswers>[1],
  count: number,
): Check[] {
  return expected.answers(kind).map((one) => {
    const first = one.first ?? count;
    return compare(`answers, first ${first}`, hashAnswers(kind, answers, first), one);
  });
}

export function prepareBatch(stage: Stage, kind: QueryKind): Prepared {
  const { index, work } = stage;
  const queries = work.queries()[kind]!;
  index.build(work.scene.boxes);
  return {
    operations: queries.count,
    run(calls) {
      for (let i = 0; i < calls; i++) askAll(index, kind, queries);
    },
    verify() {
      const answers = askAll(index, kind, queries);
      return { work: index.counters(), checks: checkAnswers(stage, kind, answers, queries.count) };
    },
  };
}

export function prepareSingle(stage: Stage): Prepared {
  const { index, work } = stage;
  const queries = work.queries().boxes;
  const boxes = separately(queries);
  const out = new Uint32Array(work.scene.count);
  index.build(work.scene.boxes);
  return {
    operations: boxes.length,
    run(calls) {
      for (let i = 0; i < calls; i++) {
        for (let k = 0; k < boxes.length; k++) index.queryBoxInto(boxes[k], out);
      }
    },
    verify() {
      const sum = { nodeVisits: 0, itemTests: 0, results: 0 };
      const offsets = [0];
      const parts: number[] = [];
      for (const box of boxes) {
        const found = index.queryBoxInto(box, out);
        const { nodeVisits, itemTests, results } = index.counters();
        sum.nodeVisits += nodeVisits;
        sum.itemTests += itemTests;
        sum.results += results;
        for (let i = 0; i < found; i++) parts.push(out[i]);
        offsets.push(parts.length);
      }
      const answers = { offsets: Uint32Array.from(offsets), ids: Uint32Array.from(parts) };
      return { work: sum, checks: checkAnswers(stage, 'boxes', answers, queries.count) };
    },
  };
}
