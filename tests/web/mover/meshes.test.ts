/** Movers on meshes of the same entry point: walking, and platforms that move with a transform. */

import * as flat from 'sapwood/2d/mesh';
import * as solid from 'sapwood/3d/mesh';
import { BoxGeometry, Matrix3, Matrix4 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';

beforeAll(() => Promise.all([flat.init(), solid.init()]));

const RADIUS = 0.5;
const DOWN = -0.05;
const CAPSULE = { radius: RADIUS, height: 2 };

/**
 * Functions that differ between the 2D and the 3D entry point. Points, motions and outlines are in
 * the plane z = 0.
 */
interface Plane {
  readonly dimensions: 2 | 3;
  mover(options?: object): flat.Mover | solid.Mover;
  point(x: number, y: number): number[];
  /** Returns the ground along a polyline toward +x. In 3D, the ground extends along z. */
  surface(...outline: [x: number, y: number][]): flat.SegmentMesh | solid.TriangleMesh;
  /** Returns a box from (-2, -1) to (2, 0). */
  slab(): flat.SegmentMesh | solid.TriangleMesh;
  matrix(): Matrix3 | Matrix4;
  /**
   * Sets a transform that rotates, then translates. In 3D, it rotates about y, so that platforms
   * stay horizontal.
   */
  place(matrix: Matrix3 | Matrix4, angle: number, x: number, y: number): void;
}

const PLANES: readonly Plane[] = [
  {
    dimensions: 2,
    mover: (options) => new flat.Mover({ ...CAPSULE, ...options }),
    point: (x, y) => [x, y],
    surface: (...outline) => {
      const ends = outline.slice(1).map((end, i) => [end, outline[i]]);
      return new flat.SegmentMesh({ positions: ends.flat(2) });
    },
    slab: () => {
      const corners = [-2, -1, 2, -1, 2, 0, -2, 0];
      return new flat.SegmentMesh({ positions: corners, indices: [0, 1, 1, 2, 2, 3, 3, 0] });
    },
    matrix: () => new Matrix3(),
    place: (matrix, angle, x, y) => {
      (matrix as Matrix3).makeTranslation(x, y).multiply(new Matrix3().makeRotation(angle));
    },
  },
  {
    dimensions: 3,
    mover: (options) => new solid.Mover({ ...CAPSULE, ...options }),
    point: (x, y) => [x, y, 0],
    surface: (...outline) => {
      const positions = outline.slice(1).flatMap(([x, y], i) => {
        const [a, b] = outline[i];
        return [a, b, -9, a, b, 9, x, y, 9, a, b, -9, x, y, 9, x, y, -9];
      });
      return new solid.TriangleMesh({ positions });
    },
    slab: () =>
      new solid.TriangleMesh({ geometry: new BoxGeometry(4, 1, 4).translate(0, -0.5, 0) }),
    matrix: () => new Matrix4(),
    place: (matrix, angle, x, y) => {
      (matrix as Matrix4).makeRotationY(angle).setPosition(x, y, 0);
    },
  },
];

describe.each(PLANES.map((plane) => [plane.dimensions, plane] as const))('in %iD', (_, plane) => {
  const { point } = plane;

  /** Repeats a move. The mover and the mesh may be of either entry point. */
  function repeat(mover: flat.Mover | solid.Mover, times: number, by: number[], level: unknown) {
    for (let i = 0; i < times; i += 1) mover.move(by, level as never);
    return mover;
  }

  test('shared edges of a flat surface do not stop or lift a mover', () => {
    const outline = Array.from({ length: 9 }, (_, i): [number, number] => [i, 0]);
    const level = plane.surface(...outline);
    const mover = plane.mover();
    mover.position = point(0.7, RADIUS);
    repeat(mover, 2, point(0, DOWN), level);
    for (let i = 0; i < 60; i += 1) {
      const before = mover.position[0];
      repeat(mover, 1, point(0.11, DOWN), level);
      expect(mover.position[0] - before).toBeCloseTo(0.11, 6);
      expect(mover.position[1]).toBeCloseTo(RADIUS, 2);
      expect(mover.grounded).toBe(true);
    }
    expect(mover.ground?.triangle).toBe(mover.ground?.id);
    level.dispose();
  });

  test('a mover climbs steps up to stepHeight and not above', () => {
    for (const [height, stepHeight, climbs] of [
      [0.2, 0.3, true],
      [0.1, 0.05, false],
      [0.4, 0.3, false],
      [0.6, 0.65, true],
    ] as const) {
      const level = plane.surface([-9, 0], [2, 0], [2, height], [9, height]);
      for (const speed of [0.02, 0.3]) {
        const mover = plane.mover({ stepHeight });
        mover.position = point(1, RADIUS);
        repeat(mover, Math.ceil(3 / speed), point(speed, DOWN), level);
        const name = `${height} with ${stepHeight} at ${speed}`;
        expect(mover.position[0] > 3, name).toBe(climbs);
        const rise = mover.position[1] - RADIUS;
        expect(Math.abs(rise - (climbs ? height : 0)), name).toBeLessThan(0.03);
      }
      level.dispose();
    }
  });

  test('a small stepHeight does not stop a mover on slopes', () => {
    const level = plane.surface([-9, 0], [2, 0], [9, 4]);
    const mover = plane.mover({ stepHeight: 0.01 });
    mover.position = point(1, RADIUS);
    repeat(mover, 40, point(0.1, DOWN), level);
    expect(mover.position[0]).toBeCloseTo(5, 1);
    expect(mover.grounded).toBe(true);
    level.dispose();
  });

  test('a surface is solid from both sides', () => {
    const level = plane.surface([-9, 0], [9, 0]);
    const mover = plane.mover();
    mover.position = point(0, -4);
    repeat(mover, 9, point(0, 1), level);
    expect(mover.position[1]).toBeCloseTo(-1 - RADIUS, 4);
    mover.position = point(0, 4);
    repeat(mover, 9, point(0, -1), level);
    expect(mover.position[1]).toBeCloseTo(RADIUS, 4);
    level.dispose();
  });

  test('a matrix that is changed in place carries a mover', () => {
    const mesh = plane.slab();
    const transform = plane.matrix();
    const entry = { mesh, transform };
    const mover = plane.mover();
    mover.position = point(1, RADIUS);
    repeat(mover, 1, point(0, DOWN), entry);
    expect(mover.ground?.collider).toBe(entry);
    expect(mover.ground?.triangle).toBe(mover.ground?.id);
    for (let i = 1; i <= 40; i += 1) {
      plane.place(transform, 0, 0.2 * i, 0.1 * i);
      const { carried } = mover.move(point(0, DOWN), entry as never);
      expect(carried[0]).toBeCloseTo(0.2, 6);
      expect(carried[1]).toBeCloseTo(0.1, 6);
    }
    expect(mover.position[0]).toBeCloseTo(9, 3);
    // a platform that jumps by more than the height of the mover does not carry the mover
    plane.place(transform, 0, 8, 4 + 2.1);
    expect([...mover.move(point(0, DOWN), entry as never).carried]).toEqual(point(0, 0));
    mesh.dispose();
  });

  test('a platform turns a mover around its origin', () => {
    const mesh = plane.slab();
    const transform = plane.matrix();
    const mover = plane.mover({ maxSlope: 1.5 });
    mover.position = point(1, RADIUS);
    repeat(mover, 1, point(0, 0), { mesh, transform });
    const [x, y] = mover.position;
    plane.place(transform, 0.1, 0, 0);
    const { carried } = mover.move(point(0, 0), { mesh, transform } as never);
    const [cosine, sine] = [Math.cos(0.1), Math.sin(0.1)];
    const expected =
      plane.dimensions === 2
        ? [cosine * x - sine * y - x, sine * x + cosine * y - y]
        : [cosine * x - x, 0, -sine * x];
    for (const [axis, by] of expected.entries()) expect(carried[axis]).toBeCloseTo(by, 6);
    mesh.dispose();
  });

  test('a mirrored platform carries a mover', () => {
    const mesh = plane.slab();
    const transform = plane.matrix();
    const mirror = (x: number) => {
      plane.place(transform, 0, x, 0);
      transform.elements[0] = -1;
    };
    mirror(0);
    const mover = plane.mover();
    mover.position = point(1, RADIUS);
    repeat(mover, 1, point(0, DOWN), { mesh, transform });
    expect(mover.position[1]).toBeCloseTo(RADIUS, 2);
    mirror(0.3);
    const { carried } = mover.move(point(0, DOWN), { mesh, transform } as never);
    expect(carried[0]).toBeCloseTo(0.3, 6);
    mesh.dispose();
  });

  test('new objects with the same mesh in another order do not move a mover', () => {
    const mesh = plane.slab();
    const [left, right] = [plane.matrix(), plane.matrix()];
    plane.place(right, 0, 4.5, 0);
    const mover = plane.mover();
    mover.position = point(0, RADIUS);
    repeat(mover, 1, point(0, DOWN), [
      { mesh, transform: left },
      { mesh, transform: right },
    ]);
    const still = (...colliders: { mesh: typeof mesh; transform: Matrix3 | Matrix4 }[]) => {
      expect([...mover.move(point(0, DOWN), colliders as never).carried]).toEqual(point(0, 0));
      expect(mover.position[0]).toBeCloseTo(0, 6);
    };
    const copy = (matrix: Matrix3 | Matrix4) => plane.matrix().copy(matrix as never);
    // the same matrices in another order, then copies of the matrices in both orders
    still({ mesh, transform: right }, { mesh, transform: left });
    still({ mesh, transform: copy(left) }, { mesh, transform: copy(right) });
    still({ mesh, transform: copy(right) }, { mesh, transform: copy(left) });
    // if one of several platforms moves, the mover identifies it by its matrix object
    repeat(mover, 1, point(0, DOWN), [
      { mesh, transform: right },
      { mesh, transform: left },
    ]);
    plane.place(left, 0, 0.25, 0);
    const colliders = [
      { mesh, transform: left },
      { mesh, transform: right },
    ];
    expect(mover.move(point(0, DOWN), colliders as never).carried[0]).toBeCloseTo(0.25, 6);
    // a mesh that occurs only once is the same platform, even with a new matrix object
    const only = plane.matrix();
    plane.place(only, 0, 0.5, 0);
    const { carried } = mover.move(point(0, DOWN), [{ mesh, transform: only }] as never);
    expect(carried[0]).toBeCloseTo(0.25, 6);
    // only the other platform is left; it is too far away to carry the mover
    const { carried: byOther } = mover.move(point(0, DOWN), [{ mesh, transform: right }] as never);
    expect([...byOther]).toEqual(point(0, 0));
    mesh.dispose();
  });
});

test('a move that failed does not change later moves of other movers', () => {
  const floor = new solid.TriangleMesh({
    geometry: new BoxGeometry(9, 1, 9).translate(0, -0.5, 0),
  });
  const transform = new Matrix4();
  const rider = new solid.Mover(CAPSULE);
  rider.position = [0, RADIUS, 0];
  rider.move([0, DOWN, 0], { mesh: floor, transform });
  expect(rider.grounded).toBe(true);
  transform.elements[0] = Number.NaN;
  const move = () => rider.move([0, DOWN, 0], { mesh: floor, transform });
  expect(move).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  expect(move).toThrow('transform');
  const other = new solid.Mover(CAPSULE);
  other.position = [0, RADIUS, 0];
  other.move([0.1, DOWN, 0], floor);
  expect(other.grounded).toBe(true);
  expect(other.position[0]).toBeCloseTo(0.1);
  floor.dispose();
});
