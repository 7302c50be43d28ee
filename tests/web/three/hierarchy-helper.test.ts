import * as all from 'sapwood/all';
import { HierarchyHelper, loadMeshes, meshOf } from 'sapwood/three';
import { Mulberry32 } from 'scenes';
import * as THREE from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { rayAt } from './compare.ts';

beforeAll(async () => {
  await all.init();
  await loadMeshes();
});

function boxes(count: number, dimensions: 2 | 3): Float32Array {
  const random = new Mulberry32(count);
  const out = new Float32Array(2 * dimensions * count);
  for (let i = 0; i < count; i += 1) {
    for (let axis = 0; axis < dimensions; axis += 1) {
      const low = 100 * random.unit();
      out[2 * dimensions * i + axis] = low;
      out[2 * dimensions * i + dimensions + axis] = low + random.unit();
    }
  }
  return out;
}

function drawnBoxes(helper: HierarchyHelper, edges: number) {
  const { position, color } = helper.geometry.attributes;
  return Array.from({ length: helper.boxCount }, (_, i) => {
    const box = new THREE.Box3();
    const point = new THREE.Vector3();
    const corners = new Set<string>();
    for (let k = 0; k < 2 * edges; k += 1) {
      box.expandByPoint(point.fromBufferAttribute(position, 2 * edges * i + k));
      corners.add(point.toArray().join());
      // the two ends of an edge differ in at most one coordinate
      if (k % 2 === 1) {
        const start = new THREE.Vector3().fromBufferAttribute(position, 2 * edges * i + k - 1);
        const moved = start
          .sub(point)
          .toArray()
          .filter((step) => step !== 0);
        expect(moved.length).toBeLessThanOrEqual(1);
      }
    }
    const at = new THREE.Color().fromBufferAttribute(color, 2 * edges * i);
    return { min: box.min.toArray(), max: box.max.toArray(), corners, color: at };
  });
}

describe.each([...all.structures])('HierarchyHelper of $id', ({ create }) => {
  test.each([2, 3] as const)('draws all nodes in %i dimensions', (dimensions) => {
    const index = create({ dimensions });
    index.build(boxes(300, dimensions));
    const dump = index.nodes();
    const helper = new HierarchyHelper(index, { z: 7 });
    expect(helper.boxCount).toBe(dump.count);
    const drawn = drawnBoxes(helper, dimensions === 2 ? 4 : 12);
    for (const [i, { min, max }] of drawn.entries()) {
      const at = 2 * dimensions * i;
      const low = [...dump.bounds.subarray(at, at + dimensions)];
      const high = [...dump.bounds.subarray(at + dimensions, at + 2 * dimensions)];
      expect(min).toEqual(dimensions === 2 ? [...low, 7] : low);
      expect(max).toEqual(dimensions === 2 ? [...high, 7] : high);
    }
    helper.dispose();
    index.dispose();
  });
});

describe('HierarchyHelper', () => {
  test('draws levels, leaves and colors', () => {
    const index = new all.DynamicTree({ dimensions: 3 });
    index.build(boxes(200, 3));
    const { level, parent, count } = index.nodes();
    const helper = new HierarchyHelper(index, {
      minLevel: 1,
      maxLevel: 2,
      colors: ['red', 'blue'],
    });
    expect(helper.levelCount).toBe(Math.max(...level) + 1);
    expect(helper.boxCount).toBe([...level].filter((one) => one === 1 || one === 2).length);
    const colors = drawnBoxes(helper, 12).map(({ color }) => color.getHex());
    expect(new Set(colors)).toEqual(new Set([0x0000ff, 0xff0000]));
    expect(colors[0]).toBe(0x0000ff);
    expect(drawnBoxes(helper, 12)[0].corners.size).toBe(8);

    helper.minLevel = 0;
    helper.maxLevel = Number.POSITIVE_INFINITY;
    helper.leavesOnly = true;
    helper.update();
    const parents = new Set(parent);
    const leaves = Array.from({ length: count }, (_, node) => node).filter(
      (node) => !parents.has(node),
    );
    expect(helper.boxCount).toBe(leaves.length);
    helper.dispose();
    index.dispose();
  });

  test('reuses its arrays and draws the changes', () => {
    const index = new all.WideTree({ dimensions: 3 });
    index.build(boxes(100, 3));
    const helper = new HierarchyHelper(index);
    const { position } = helper.geometry.attributes;
    const { version } = position as THREE.BufferAttribute;
    index.move(0, [500, 500, 500, 501, 501, 501]);
    helper.update();
    expect(helper.geometry.attributes.position).toBe(position);
    expect((position as THREE.BufferAttribute).version).toBeGreaterThan(version);
    expect(Math.max(...drawnBoxes(helper, 12).map(({ max }) => max[0]))).toBe(501);
    const before = helper.geometry.boundingSphere?.radius ?? 0;
    index.clear();
    helper.update();
    expect(helper.boxCount).toBe(0);
    expect(helper.geometry.drawRange.count).toBe(0);
    index.build(boxes(5000, 3));
    helper.update();
    expect(helper.geometry.attributes.position).not.toBe(position);
    expect(helper.geometry.boundingSphere?.radius).toBeLessThan(before);
    const { array } = helper.geometry.attributes.position;
    expect(array.every(Number.isFinite)).toBe(true);
    helper.dispose();
    index.dispose();
  });

  test('can be cloned with the scene', () => {
    const index = new all.WideTree({ dimensions: 3 });
    index.build(boxes(100, 3));
    const helper = new HierarchyHelper(index, { leavesOnly: true });
    helper.name = 'helper';
    helper.position.x = 3;
    const [copy] = new THREE.Scene().add(helper).clone().children as HierarchyHelper[];
    expect([copy.name, copy.position.x, copy.boxCount]).toEqual(['helper', 3, helper.boxCount]);
    expect(copy.geometry).not.toBe(helper.geometry);
    helper.dispose();
    copy.dispose();
    index.dispose();
  });

  test('draws the tree of a mesh with lines that rays do not hit', () => {
    const mesh = new THREE.Mesh(new THREE.TorusKnotGeometry(1, 0.4, 60, 12));
    const helper = new HierarchyHelper(meshOf(mesh.geometry), { leavesOnly: true });
    mesh.add(helper);
    mesh.geometry.computeBoundingBox();
    const { min, max } = mesh.geometry.boundingBox as THREE.Box3;
    expect(helper.boxCount).toBeGreaterThan(50);
    for (const box of drawnBoxes(helper, 12)) {
      for (let axis = 0; axis < 3; axis += 1) {
        expect(box.min[axis]).toBeGreaterThan(min.toArray()[axis] - 1e-4);
        expect(box.max[axis]).toBeLessThan(max.toArray()[axis] + 1e-4);
      }
    }
    const raycaster = rayAt(0, 0);
    expect(raycaster.intersectObject(helper)).toEqual([]);
    helper.dispose();
  });

  test('does not draw nodes with unbounded items', () => {
    const index = new all.DynamicTree({ dimensions: 3 });
    index.build(boxes(100, 3));
    index.insert([-Infinity, 0, 0, Infinity, 1, 1]);
    const { count, bounds } = index.nodes();
    const helper = new HierarchyHelper(index);
    expect(Math.max(...bounds)).toBeGreaterThan(1e17);
    expect(helper.boxCount).toBeGreaterThan(0);
    expect(helper.boxCount).toBeLessThan(count);
    expect(helper.geometry.boundingSphere?.radius).toBeLessThan(200);
    helper.dispose();
    index.dispose();
  });
});
