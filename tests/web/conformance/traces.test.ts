/**
 * Traces of queries (`traceOf()`). The numbers of steps must equal the counters, the nodes must be
 * nodes of `nodes()`, and each hit must be in the node that was tested or entered last.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  BruteForce,
  init,
  type NodeDump,
  type SpatialIndex,
  type TracedQuery,
  traceOf,
  WalkStep,
  type WalkTrace,
} from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Case, fullCase, rayParts, sphereParts } from '../support/cases.js';
import { allSubjects, type Subject } from '../support/subjects.js';

beforeAll(async () => {
  const file = fileURLToPath(import.meta.resolve('sapwood/all/trace.wasm'));
  await init({ wasm: readFileSync(file) });
});

interface TraceCase {
  readonly query: TracedQuery;
  run(index: SpatialIndex): ArrayLike<number>;
}

function traceCasesOf({ dimensions, has, id }: Subject, one: Case): TraceCase[] {
  const box = one.boxQueries()[0].query;
  const [center, radius] = sphereParts(one.sphereQueries()[0].query);
  const cases: TraceCase[] = [
    { query: { kind: 'box', box }, run: (index) => index.queryBox(box) },
    {
      query: { kind: 'sphere', center, radius },
      run: (index) => index.querySphere(center, radius),
    },
  ];
  if (has('ray')) {
    const [origin, direction, maxDistance] = rayParts(one.rayQueries()[0].query);
    cases.push({
      query: { kind: 'ray', origin, direction, maxDistance },
      run: (index) => index.raycastAll(origin, direction, maxDistance).ids,
    });
  }
  for (const k of has('nearest') ? [1, 9, 40] : []) {
    const point = one.pointQueries()[0].query;
    cases.push({
      query: { kind: 'nearest', point, k },
      run: (index) => index.nearest(point, k).ids,
    });
  }
  if (dimensions === 3 && has('frustum')) {
    const frustum = one.frustumQueries()[0].query;
    cases.push({
      query: { kind: 'frustum', frustum },
      run: (index) => index.queryFrustum(frustum),
    });
    const eye = [0.5, 0.25, -3];
    if (id === 'sphere-tree')
      cases.push({
        query: { kind: 'frustum', frustum, eye },
        run: (index) => index.queryFrustum(frustum, { eye, order: 'split-planes' }),
      });
  }
  return cases;
}

const isVisit = (step: number) => step <= WalkStep.Below;
const holds = ({ firstItem, itemCount, items }: NodeDump, node: number, id: number) =>
  items.subarray(firstItem[node], firstItem[node] + itemCount[node]).includes(id);

function faultsOf(trace: WalkTrace, dump: NodeDump, hits: ArrayLike<number>): string[] {
  const faults: string[] = [];
  const met = new Uint8Array(dump.count);
  const open = new Set(Array.from(hits));
  let place = -1;
  for (let i = 0; i < trace.count; i++) {
    const [step, node] = [trace.steps[i], trace.nodes[i]];
    if (step === WalkStep.Candidate) {
      // checks only the candidates that are hits, because other candidates can be unused places of
      // a leaf
      if (open.delete(node) && !(place >= 0 && holds(dump, place, node)))
        faults.push(`step ${i}: hit ${node} is not in node ${place}`);
    } else if (step === WalkStep.Compared || step === WalkStep.Taken) {
      place = node;
    } else if (node >= dump.count) {
      faults.push(`step ${i}: no node ${node}`);
    } else if (node >= 0 && isVisit(step)) {
      if (met[node]++ > 0) faults.push(`step ${i}: node ${node} once more`);
      const above = dump.parent[node];
      if (above >= 0 && met[above] === 0 && dump.parent[above] >= 0)
        faults.push(`step ${i}: node ${node} before its parent`);
    }
  }
  if (open.size > 0) faults.push(`hits that were not met: ${[...open].slice(0, 5)}`);
  return faults;
}

function expectTraces(index: SpatialIndex, subject: Subject, one: Case): void {
  for (const { run, query } of traceCasesOf(subject, one)) {
    const note = `${one.name}, ${query.kind}`;
    const hits = run(index);
    const { itemTests, nodeVisits } = index.counters();
    const dump = index.nodes();
    const trace = traceOf(index, query);
    expect(index.counters(), note).toMatchObject({ itemTests, nodeVisits });
    const sum = { nodeVisits: 0, itemTests: 0 };
    for (let i = 0; i < trace.count; i++) {
      if (isVisit(trace.steps[i])) sum.nodeVisits++;
      if (trace.steps[i] === WalkStep.Compared) sum.itemTests += trace.amounts[i];
    }
    expect(sum, note).toEqual({ nodeVisits, itemTests });
    expect(faultsOf(trace, dump, hits), note).toEqual([]);
  }
}

test.each(allSubjects())('$name traces its traversals, also after changes', (subject) => {
  const one = fullCase('mixed-sizes', subject.dimensions);
  const index = subject.create();
  index.build(one.boxes);
  expectTraces(index, subject, one);
  if (subject.has('dynamic')) {
    const width = 2 * one.dimensions;
    for (let id = 0; id < one.count; id += 5) index.remove(id);
    for (let id = 1; id < one.count; id += 5) {
      const from = width * ((id * 7) % one.count);
      index.move(id, one.boxes.subarray(from, from + width));
    }
    for (let i = 0; i < one.count; i += 9)
      index.insert(one.boxes.subarray(width * i, width * (i + 1)));
    expectTraces(index, subject, one);
  }
  index.dispose();
});

describe('errors', () => {
  const index = () => {
    const made = new BruteForce({ dimensions: 2 });
    made.build([0, 0, 1, 1]);
    return made;
  };
  test.each([
    [{ kind: 'cube' }, 'query.kind'],
    [null, 'query'],
    ['box', 'query'],
    [{}, 'query.kind'],
    [{ kind: 'box' }, 'query.box'],
    [{ kind: 'ray', origin: [0], direction: [1, 0] }, 'query.origin'],
    [{ kind: 'ray', origin: [0, 0], direction: [1, 0], maxDistance: -1 }, 'maxDistance'],
    [{ kind: 'nearest', point: 'here', k: 1 }, 'query.point'],
    [{ kind: 'box', box: [0, 0, Number.NaN, 1] }, 'query.box'],
    [{ kind: 'sphere', center: [0, 0], radius: -1 }, 'radius'],
    [{ kind: 'ray', origin: [0, 0], direction: [0, 0] }, 'query.direction'],
    [{ kind: 'nearest', point: [0, 0], k: 0.5 }, 'query.k'],
    [{ kind: 'frustum', frustum: new Array(24).fill(0) }, '2D does not support this'],
  ] as const)('%j: names %s', (query, name) => {
    expect(() => traceOf(index(), query as TracedQuery)).toThrow(
      expect.objectContaining({ name: 'SapwoodError', message: expect.stringContaining(name) }),
    );
  });

  test('an argument whose getter throws becomes the cause of the error', () => {
    const cause = new Error('no');
    const query: object = {
      get kind() {
        throw cause;
      },
    };
    expect(() => traceOf(index(), query as TracedQuery)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', cause }),
    );
  });

  test('values other than an index, and disposed indices, are rejected', () => {
    const disposed = index();
    disposed.dispose();
    const box: TracedQuery = { kind: 'box', box: [0, 0, 1, 1] };
    expect(() => traceOf(disposed, box)).toThrow(expect.objectContaining({ code: 'disposed' }));
    expect(() => traceOf({} as SpatialIndex, box)).toThrow(
      expect.objectContaining({ code: 'invalid-argument' }),
    );
  });
});
