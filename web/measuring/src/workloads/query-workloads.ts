/** Workloads that time queries. The index is built before the measurement. */

import type { Peer } from 'peers';
import { ResultHash } from 'scenes';
import { expectedNearest, expectedRays, nearestResult, raysResult } from './expected.js';
import { boxQueries, centerBoxes, type Input, NEIGHBORS, points, rays } from './inputs.js';
import { content, expectedProbe, type Job, probe, type Workload } from './workload.js';

export const manyBoxes: Workload = {
  id: 'box-queries',
  title: 'Box queries in one batch',
  call: 'all queries, 15 to 20 hits each',
  methods: ['build', 'boxQueries'],
  input: (scene, queries) => content(scene, { queries: boxQueries(scene, queries) }),
  expected: expectedProbe,
  job: (peer, input) => {
    peer.build!(input.boxes);
    return {
      call: () => void peer.boxQueries!(input.queries),
      result: () => probe(peer, input),
    };
  },
};

function singleBoxes(peer: Peer, { boxes, queries, dimensions }: Input): Job {
  peer.build!(boxes);
  const stride = 2 * dimensions;
  const separate = Array.from({ length: queries.length / stride }, (_, i) =>
    queries.slice(i * stride, (i + 1) * stride),
  );
  const out = new Uint32Array(boxes.length / stride);
  return {
    call: () => {
      for (let i = 0; i < separate.length; i++) peer.boxQuery!(separate[i], out);
    },
    result: () => {
      const hash = new ResultHash();
      for (const box of separate) hash.addSet(out.slice(0, peer.boxQuery!(box, out)));
      return { count: hash.results, hash: hash.hex };
    },
  };
}

export const oneBox: Workload = {
  ...manyBoxes,
  id: 'box-query',
  title: 'Box queries, one per call',
  methods: ['build', 'boxQuery'],
  job: singleBoxes,
};

export const nearest: Workload = {
  id: 'nearest',
  title: `${NEIGHBORS} nearest neighbors`,
  call: 'all queries',
  methods: ['build', 'nearest'],
  points: true,
  input: (scene, queries) =>
    content(scene, { boxes: centerBoxes(scene), queries: points(scene, queries) }),
  expected: expectedNearest,
  job: (peer, { boxes, queries }) => {
    peer.build!(boxes);
    return {
      call: () => void peer.nearest!(queries, NEIGHBORS),
      result: () => nearestResult(peer.nearest!(queries, NEIGHBORS)),
    };
  },
};

export const closestRays: Workload = {
  id: 'rays',
  title: 'Ray casts, closest hit',
  call: 'all rays; none starts inside a box',
  methods: ['build', 'rays'],
  input: (scene, queries) => content(scene, { queries: rays(scene, queries) }),
  expected: expectedRays,
  job: (peer, { boxes, queries }) => {
    peer.build!(boxes);
    return {
      call: () => void peer.rays!(queries),
      result: () => raysResult(peer.rays!(queries).slice()),
    };
  },
};
