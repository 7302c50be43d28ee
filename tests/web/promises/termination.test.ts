/**
 * Every query on any finite input comes to an end: it looks at each node and at each item a bounded number of times, in
 * worlds of all exponents, denormals, zeros of both signs and coordinates of 1e18. Why, is in docs/reliability.md.
 */

import { init, type SpatialIndex } from 'sapwood/all';
import { beforeAll, test } from 'vitest';
import { require } from '../support/compare.js';
import { allSubjects, type Subject } from '../support/subjects.js';
import { WildNumbers } from '../support/wild.js';

beforeAll(() => init());

const ITEMS = 150;
const QUERIES = 40;

type Ask = (index: SpatialIndex, wild: WildNumbers) => unknown;

const world = (subject: Subject, wild: WildNumbers) => ({
  boxes: wild.boxes(ITEMS, subject.dimensions),
  dimensions: subject.dimensions,
});

function singleQueries(subject: Subject, set: ReturnType<typeof world>): Record<string, Ask> {
  const d = subject.dimensions;
  const asks: Record<string, Ask> = {
    queryBox: (index, wild) => index.queryBox(wild.boxes(1, d)),
    queryPoint: (index, wild) => index.queryPoint(wild.point(set)),
    querySphere: (index, wild) => {
      const point = wild.point(set);
      return index.querySphere(point, wild.radius(set, point));
    },
    nearest: (index, wild) => index.nearest(wild.point(set), 1 + wild.below(ITEMS)),
    raycast: (index, wild) => {
      const ray = wild.ray(set);
      return index.raycast(ray.subarray(0, d), ray.subarray(d, 2 * d), ray[2 * d]);
    },
    raycastAll: (index, wild) => {
      const ray = wild.ray(set);
      return index.raycastAll(ray.subarray(0, d), ray.subarray(d, 2 * d), ray[2 * d]);
    },
  };
  if (d === 3) {
    asks.queryFrustum = (index, wild) =>
      index.queryFrustum(Float32Array.from({ length: 24 }, () => wild.coordinate()));
  }
  return asks;
}

// those of a leaf are compared four at a time, the empty places too
const EMPTY_LANES = 8;

test.each(allSubjects())('$name looks at nodes and items a bounded number of times', (subject) => {
  for (let seed = 1; seed <= 4; seed++) {
    const wild = new WildNumbers(seed);
    const set = world(subject, wild);
    const index = subject.create();
    index.build(set.boxes);
    const { count, items } = index.nodes();
    // an item may lie in several leaves
    const places = Math.max(ITEMS, items.length) + EMPTY_LANES;
    const requireBounds = (where: string, times: number) => {
      const { nodeVisits, itemTests } = index.counters();
      require(nodeVisits <= (count + ITEMS) * times, () => `${where}: ${nodeVisits} visits`);
      require(itemTests <= places * times, () => `${where}: ${itemTests} tests`);
    };
    for (const [name, ask] of Object.entries(singleQueries(subject, set))) {
      for (let i = 0; i < QUERIES; i++) {
        ask(index, wild);
        requireBounds(`${name} ${i} (seed ${seed})`, 1);
      }
    }
    index.pairsView();
    requireBounds(`pairs (seed ${seed})`, places);
    index.dispose();
  }
});
