import { oracle } from 'scenes';
import {
  createPile,
  PILE_BALL,
  PILE_BOX,
  type Pile,
  QUIET_FRAMES,
  readPose,
  startPile,
  writePose,
} from 'scenes/pile';
import { teapotBoxes } from 'scenes/teapot';
import { afterEach, describe, expect, it } from 'vitest';
import { volume } from '../support/volume.js';

describe('the teapot', () => {
  it('has 25,440 boxes, one for each non-degenerate triangle', () => {
    const teapot = teapotBoxes();
    expect(teapot.count).toBe(25_440);
    expect(teapot.boxes.length).toBe(6 * teapot.count);
    expect(teapot.geometry.getIndex()?.count).toBe(3 * teapot.count);
  });

  it('has the exact bounds of its triangles', () => {
    const { boxes, count, geometry } = teapotBoxes(4);
    const index = geometry.getIndex();
    const positions = geometry.getAttribute('position').array;
    for (let i = 0; i < count; i++) {
      const corners = [0, 1, 2].map((corner) => 3 * index!.getX(3 * i + corner));
      for (let d = 0; d < 3; d++) {
        const along = corners.map((at) => positions[at + d]);
        expect([boxes[6 * i + d], boxes[6 * i + 3 + d]]).toEqual([
          Math.min(...along),
          Math.max(...along),
        ]);
      }
    }
  });

  it('has only boxes that touch another box', () => {
    const teapot = teapotBoxes(4);
    expect(new Set(oracle.pairs(teapot)).size).toBe(teapot.count);
  });
});

describe('the pile', () => {
  let pile: Pile | undefined;

  afterEach(() => {
    pile?.dispose();
    pile = undefined;
  });

  async function pileAfter(count: number, frames: number): Promise<Pile> {
    pile = await createPile(count);
    for (let frame = 0; frame < frames; frame++) pile.step();
    return pile;
  }

  function meanHeight({ positions, count }: Pile): number {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += positions[3 * i + 1];
    return sum / count;
  }

  it('falls into its bowl and stays there', async () => {
    const fallen = await pileAfter(200, 0);
    const before = meanHeight(fallen);
    for (let frame = 0; frame < 250; frame++) fallen.step();
    expect(meanHeight(fallen)).toBeLessThan(before / 2);
    const inside = Array.from({ length: 200 }, (_, i) => {
      const [x, y, z] = fallen.positions.subarray(3 * i, 3 * i + 3);
      return y > 0 && Math.hypot(x, z) < fallen.extent[3];
    });
    expect(inside.filter(Boolean).length).toBeGreaterThan(190);
  });

  it('has the same motion with and without its engine before collisions', async () => {
    const alone = startPile(300).pile;
    const moved = await pileAfter(300, 0);
    for (let frame = 0; frame < 25; frame++) {
      alone.step();
      moved.step();
    }
    const away = Array.from({ length: 300 }, (_, i) =>
      Math.hypot(...[0, 1, 2].map((d) => alone.positions[3 * i + d] - moved.positions[3 * i + d])),
    );
    // bodies that overlap at the start move apart, because the engine separates them
    expect(away.filter((distance) => distance < 1e-3).length).toBeGreaterThan(200);
    expect(alone.movedCount).toBe(300);
    expect(alone.frame).toBe(25);
    alone.dispose();
  });

  it('without an engine stops above the bowl and continues there after attachEngine()', async () => {
    const late = startPile(300);
    for (let frame = 0; frame < 500; frame++) late.pile.step();
    const { frame } = late.pile;
    expect(frame).toBeGreaterThan(20);
    expect(late.pile.movedCount).toBe(0);
    const bottom = Math.min(...late.pile.boxes.filter((_, i) => i % 6 === 1));
    expect(bottom).toBeGreaterThan(0);
    const whole = await pileAfter(300, frame);
    await late.attachEngine();
    for (let step = 0; step < 60; step++) {
      expect(late.pile.step()).toEqual(whole.step());
    }
    late.pile.dispose();
  });

  it('has the bounds of balls by radius and of boxes by rotated corners', async () => {
    const { count, kinds, boxes, positions, rotations, halfExtents } = await pileAfter(100, 60);
    expect(new Set(kinds)).toEqual(new Set([PILE_BOX, PILE_BALL]));
    for (let i = 0; i < count; i++) {
      const half = halfExtents.subarray(3 * i, 3 * i + 3);
      const reach =
        kinds[i] === PILE_BALL
          ? [...half]
          : cornerReach(half, rotations.subarray(4 * i, 4 * i + 4));
      for (let d = 0; d < 3; d++) {
        expect(boxes[6 * i + d]).toBeCloseTo(positions[3 * i + d] - reach[d], 4);
        expect(boxes[6 * i + 3 + d]).toBeCloseTo(positions[3 * i + d] + reach[d], 4);
      }
    }
  });

  it('continues to move: bodies are lifted, and all are thrown up at intervals', async () => {
    const moving = await pileAfter(50, 1400);
    expect(moving.movedCount).toBeGreaterThan(0);
    const settled = meanHeight(moving);
    for (let frame = 1400; frame < 1520; frame++) moving.step();
    expect(meanHeight(moving)).toBeGreaterThan(settled * 1.5);
  });

  it('has the same frames for the same seed and reuses its array', async () => {
    const first = await pileAfter(50, 30);
    const boxes = first.boxes.slice();
    expect(first.step()).toBe(first.boxes);
    first.dispose();
    expect((await pileAfter(50, 30)).boxes).toEqual(boxes);
  });

  it.each(volume([1000, 500], [500]))(
    'of %i bodies starts in the stored pose of a settled pile',
    async (count) => {
      const rained = await pileAfter(count, QUIET_FRAMES);
      const bytes = writePose(rained);
      // `SAPWOOD_TEST_VOLUME=full vitest -u` writes these files
      await expect(Buffer.from(bytes).toString('base64')).toMatchFileSnapshot(
        `../../../web/playground/public/pile-${count}.txt`,
      );
      const heap = startPile(count, { pose: readPose(bytes, count) });
      heap.pile.step();
      expect(heap.pile.movedCount).toBe(0);
      const away = heap.pile.boxes.map((value, i) => Math.abs(value - rained.boxes[i]));
      expect(Math.max(...away)).toBeLessThan(1e-2);
      const before = meanHeight(heap.pile);
      await heap.attachEngine();
      for (let frame = 0; frame < 20; frame++) heap.pile.step();
      expect(meanHeight(heap.pile) / before).toBeGreaterThan(0.97);
      expect(meanHeight(heap.pile) / before).toBeLessThan(1.1);
      heap.pile.dispose();
    },
  );

  it('rejects a pose with a different number of bodies', () => {
    expect(() => readPose(new Uint8Array(10), 2)).toThrow('10 bytes for 2 bodies');
  });

  it('rejects a count below 1 and can be disposed twice', async () => {
    await expect(createPile(0)).rejects.toThrow('expected >= 1');
    const small = await createPile(1);
    small.dispose();
    small.dispose();
  });
});

/** Returns the half extents of a rotated box. Rotates its corners by v + 2 q x (q x v + w v). */
function cornerReach(half: Float32Array, [x, y, z, w]: Float32Array): number[] {
  const reach = [0, 0, 0];
  for (let corner = 0; corner < 8; corner++) {
    const [a, b, c] = [0, 1, 2].map((d) => (corner & (1 << d) ? half[d] : -half[d]));
    const [u, v, t] = [y * c - z * b + w * a, z * a - x * c + w * b, x * b - y * a + w * c];
    const turned = [a + 2 * (y * t - z * v), b + 2 * (z * u - x * t), c + 2 * (x * v - y * u)];
    for (let d = 0; d < 3; d++) reach[d] = Math.max(reach[d], Math.abs(turned[d]));
  }
  return reach;
}
