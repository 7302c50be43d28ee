/** Workloads that find all pairs. */

import type { Peer } from 'peers';
import { expectedPairs, pairsResult } from './expected.js';
import { type Input, LAST_FORWARD, walk } from './inputs.js';
import { content, type Job, type Workload } from './workload.js';

export const allPairs: Workload = {
  id: 'pairs',
  title: 'Build and find all pairs',
  call: 'build from all boxes, then find all overlapping pairs',
  methods: ['allPairs'],
  input: (scene) => content(scene),
  expected: ({ dimensions, boxes }) => expectedPairs(dimensions, boxes),
  job: (peer, { boxes }) => ({
    call: () => void peer.allPairs!(boxes),
    result: () => pairsResult(peer.allPairs!(boxes)),
  }),
};

function frames(peer: Peer, { boxes, changes }: Input): Job {
  peer.build!(boxes);
  let place = 0;
  const next = () => {
    const change = changes[place];
    place = (place + 1) % changes.length;
    return peer.frame!(change);
  };
  return {
    call: () => void next(),
    result: () => {
      while (place !== LAST_FORWARD) next();
      return pairsResult(next());
    },
  };
}

function frameOf(id: string, title: string, every: number): Workload {
  return {
    id,
    title,
    call: 'update the moved boxes, then find all overlapping pairs',
    methods: ['build', 'frame'],
    input: (scene) => content(scene, { changes: walk(scene, every) }),
    expected: ({ dimensions, changes }) => expectedPairs(dimensions, changes[LAST_FORWARD].boxes),
    job: frames,
  };
}

export const frame = frameOf('frame', 'Frame in which all boxes move', 1);
export const frameHalf = frameOf('frame-half', 'Frame in which every second box moves', 2);
export const frameTenth = frameOf('frame-tenth', 'Frame in which every tenth box moves', 10);
