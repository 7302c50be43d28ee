/** The fraction of a node's area that its siblings overlap, which colors the hierarchy. */

import { structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { NodeLinks } from '../../../web/playground/src/model/node-links.js';
import { overlapShare } from '../../../web/playground/src/model/node-overlap.js';
import { prepare } from './scene.js';

beforeAll(prepare);

test('the overlap is a fraction of the area, and is 0 for a node without siblings', () => {
  const index = structures.find(({ id }) => id === 'r-tree')!.create({ dimensions: 2 });
  const boxes = Array.from({ length: 90 }, (_, i) => {
    const [x, y] = [10 * ((i * 0.618) % 1), 10 * ((i * 0.7548) % 1)];
    return [x, y, x + 1, y + 1.5];
  });
  index.build(boxes.flat());
  const dump = index.nodes();
  const links = new NodeLinks(dump);
  const bounds = (node: number) => dump.bounds.subarray(4 * node, 4 * node + 4);
  const side = (low: number, high: number) => Math.max(high - low, 0);
  const shared = ([a, b, c, d]: Float32Array, [e, f, g, h]: Float32Array) =>
    side(Math.max(a, e), Math.min(c, g)) * side(Math.max(b, f), Math.min(d, h));
  const seen = { alone: 0, apart: 0, within: 0 };
  for (let node = 0; node < dump.count; node++) {
    const above = dump.parent[node];
    const siblings = Array.from({ length: dump.count }, (_, other) => other).filter(
      (other) => other !== node && above >= 0 && dump.parent[other] === above,
    );
    const own = bounds(node);
    const sum = siblings.reduce((all, other) => all + shared(own, bounds(other)), 0);
    const share = Math.min(sum / shared(own, own), 1);
    const computed = overlapShare(links, node, 2);
    if (siblings.length === 0) expect(computed).toBe(-1);
    else expect(computed).toBeCloseTo(share, 5);
    seen[siblings.length === 0 ? 'alone' : share === 0 ? 'apart' : 'within']++;
  }
  expect(seen.alone).toBeGreaterThan(0);
  expect(seen.within).toBeGreaterThan(5);
  index.dispose();
});
