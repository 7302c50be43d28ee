/**
 * Workloads that build, copy or modify an index. Each timed call ends with a query, so that it
 * includes the work that a library defers until the first query.
 */

import type { Change, Peer } from 'peers';
import { expectedBoxResults } from './expected.js';
import { boxQueries, LAST_FORWARD, walk } from './inputs.js';
import { content, expectedProbe, PROBES, probe, probed, touch, type Workload } from './workload.js';

export const build: Workload = {
  id: 'build',
  title: 'Build and first query',
  call: 'build from all boxes, then one query',
  methods: ['build', 'boxQueries'],
  input: probed,
  expected: expectedProbe,
  job: (peer, input) => ({
    call: () => {
      peer.build!(input.boxes);
      touch(peer, input);
    },
    result: () => probe(peer, input),
  }),
};

const tenthOf = (n: number) => Uint32Array.from({ length: Math.ceil(n / 10) }, (_, k) => 10 * k);

export const insert: Workload = {
  id: 'insert',
  title: 'Insert one by one',
  call: 'insert all boxes into an empty container, then one query',
  methods: ['insert', 'boxQueries'],
  input: probed,
  expected: expectedProbe,
  job: (_peer, input, empty) => {
    let fresh = empty();
    return {
      ready: () => {
        fresh.dispose?.();
        fresh = empty();
      },
      call: () => {
        fresh.insert!(input.boxes);
        touch(fresh, input);
      },
      result: () => probe(fresh, input),
    };
  },
};

/** Returns an index that was filled by insertions instead of a bulk build. */
function filledPeer(empty: () => Peer, boxes: Float32Array): Peer {
  const peer = empty();
  peer.insert!(boxes);
  return peer;
}

export const move: Workload = {
  id: 'move',
  title: 'Move every tenth box',
  call: 'update the moved boxes, then one query',
  methods: ['insert', 'move', 'boxQueries'],
  input: (scene) =>
    content(scene, { changes: walk(scene, 10), queries: boxQueries(scene, PROBES) }),
  expected: ({ dimensions, changes, queries }) =>
    expectedBoxResults(dimensions, changes[LAST_FORWARD].boxes, queries),
  job: (_peer, input, empty) => {
    const peer = filledPeer(empty, input.boxes);
    let place = 0;
    const next = () => {
      const change: Change = input.changes[place];
      place = (place + 1) % input.changes.length;
      peer.move!(change);
      touch(peer, input);
    };
    return {
      call: next,
      result: () => {
        do next();
        while (place !== LAST_FORWARD + 1);
        return probe(peer, input);
      },
    };
  },
};

export const remove: Workload = {
  id: 'remove',
  title: 'Remove every tenth box',
  call: 'remove a tenth of the items by id, then one query',
  methods: ['build', 'remove', 'boxQueries'],
  input: probed,
  expected: ({ dimensions, boxes, queries }) =>
    expectedBoxResults(dimensions, boxes, queries, (id) => id % 10 !== 0),
  job: (peer, input) => {
    const ids = tenthOf(input.n);
    return {
      ready: () => peer.build!(input.boxes),
      call: () => {
        peer.remove!(ids);
        touch(peer, input);
      },
      result: () => probe(peer, input),
    };
  },
};

export const copy: Workload = {
  id: 'copy',
  title: 'Serialize and deserialize',
  call: 'serialize a container to a new array, create a container from it, then one query',
  methods: ['build', 'boxQueries', 'copy'],
  input: probed,
  expected: expectedProbe,
  job: (peer, input) => {
    peer.build!(input.boxes);
    let last: Peer | undefined;
    return {
      ready: () => last?.dispose?.(),
      call: () => {
        last = peer.copy!();
        touch(last, input);
      },
      result: () => probe(last!, input),
    };
  },
};
