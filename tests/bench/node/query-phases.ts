/** Phases of queries: one batch of thousands of queries, or one call for each query. */

import type { Check } from 'measuring/schema';
import { hashResults, type QueryKind, runQueries } from './expectations';
import { compare, type Prepared, type Stage } from './stage';
import { separately } from './workload';

function checkResults(
  { expected }: Stage,
  kind: QueryKind,
  found: Parameters<typeof hashResults>[1],
  count: number,
): Check[] {
  return expected.results(kind).map((one) => {
    const first = one.first ?? count;
    return compare(`results, first ${first}`, hashResults(kind, found, first), one);
  });
}

export function prepareBatch(stage: Stage, kind: QueryKind): Prepared {
  const { index, work } = stage;
  const queries = work.queries()[kind]!;
  index.build(work.scene.boxes);
  return {
    operations: queries.count,
    run(calls) {
      for (let i = 0; i < calls; i++) runQueries(index, kind, queries);
    },
    verify() {
      const found = runQueries(index, kind, queries);
      return { work: index.counters(), checks: checkResults(stage, kind, found, queries.count) };
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
      const found = { offsets: Uint32Array.from(offsets), ids: Uint32Array.from(parts) };
      return { work: sum, checks: checkResults(stage, 'boxes', found, queries.count) };
    },
  };
}
