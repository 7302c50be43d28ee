/** Measured work on a mesh by Sapwood and by three-mesh-bvh, with the same results. */

import { TriangleMesh } from 'sapwood/3d/mesh';
import {
  Box3,
  type BufferAttribute,
  type BufferGeometry,
  DoubleSide,
  Line3,
  Matrix4,
  Ray,
  Sphere,
  Vector3,
} from 'three';
import { CENTER, type ExtendedTriangle, estimateMemoryInBytes, MeshBVH, SAH } from 'three-mesh-bvh';

/** One kind of work. Both functions return a sum over their results, and the sums must agree. */
export interface Task {
  readonly name: string;
  /**
   * Number of calls, or of queries of a batch, in one run. The time of the run is divided by this
   * number.
   */
  readonly count: number;
  readonly ours: () => number;
  readonly theirs: () => number;
  /** Largest relative difference of the sums. Default: 1e-5. */
  readonly tolerance?: number;
}

export interface Memory {
  readonly triangles: number;
  /** Bytes per triangle, without the vertex data. */
  readonly ours: number;
  readonly theirs: number;
}

const QUERIES = 4000;
const BATCHES = 20_000;

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Queries {
  readonly rays: Ray[];
  /**
   * Flat array as `raycastMany` requires it: origin, direction and maximum distance of each ray.
   */
  readonly flatRays: Float64Array;
  readonly points: Vector3[];
  readonly flatPoints: Float64Array;
  readonly spheres: Sphere[];
  readonly boxes: Box3[];
  readonly segments: Line3[];
  readonly radius: number;
}

/**
 * Rays start on a sphere around the mesh and point at random points inside its bounds, so
 * consecutive rays are independent. Spheres, boxes and segments are near vertices.
 */
function queriesFor(geometry: BufferGeometry): Queries {
  geometry.computeBoundingBox();
  const bounds = geometry.boundingBox as Box3;
  const center = bounds.getCenter(new Vector3());
  const size = bounds.getSize(new Vector3());
  const reach = size.length();
  const random = randomOf(11);
  const signed = () => 2 * random() - 1;
  const inside = () =>
    new Vector3(signed(), signed(), signed()).multiply(size).multiplyScalar(0.5).add(center);
  const round = (vector: Vector3) =>
    vector.set(...(vector.toArray().map(Math.fround) as [number, number, number]));
  const rays: Ray[] = [];
  const flatRays = new Float64Array(7 * BATCHES);
  for (let i = 0; i < BATCHES; i += 1) {
    const out = new Vector3(signed(), signed(), signed());
    const origin = round(out.setLength(reach).add(center));
    const direction = round(inside().sub(origin).normalize());
    rays.push(new Ray(origin, direction));
    flatRays.set([...origin.toArray(), ...direction.toArray(), Infinity], 7 * i);
  }
  const positions = geometry.getAttribute('position');
  const radius = 0.01 * reach;
  const near = () => {
    const i = Math.floor(random() * positions.count);
    const shift = new Vector3(signed(), signed(), signed()).multiplyScalar(1.5 * radius);
    return round(new Vector3().fromBufferAttribute(positions as BufferAttribute, i).add(shift));
  };
  const points = Array.from({ length: BATCHES }, () => round(inside()));
  const flatPoints = Float64Array.from(points.flatMap((point) => point.toArray()));
  const spheres = Array.from({ length: QUERIES }, () => new Sphere(near(), radius));
  const boxes = Array.from({ length: QUERIES }, () => {
    const middle = near();
    const half = new Vector3(radius, radius, radius);
    return new Box3(round(middle.clone().sub(half)), round(middle.clone().add(half)));
  });
  const segments = Array.from({ length: QUERIES }, () => {
    const start = near();
    const end = round(start.clone().add(new Vector3(0, 4 * radius, 0)));
    return new Line3(start, end);
  });
  return { rays, flatRays, points, flatPoints, spheres, boxes, segments, radius };
}

const identity = new Matrix4();

/**
 * Returns a function that tests whether a capsule touches the mesh: whether the distance from its
 * segment to a triangle is at most the radius.
 */
function capsuleTest(bvh: MeshBVH, radius: number): (segment: Line3) => boolean {
  const swept = new Box3();
  const onTriangle = new Vector3();
  const onSegment = new Vector3();
  return (segment) => {
    swept.setFromPoints([segment.start, segment.end]).expandByScalar(radius);
    return bvh.shapecast({
      intersectsBounds: (box) => box.intersectsBox(swept),
      intersectsTriangle: (triangle: ExtendedTriangle) =>
        triangle.closestPointToSegment(segment, onTriangle, onSegment) <= radius,
    });
  };
}

function sum<Item>(
  items: readonly Item[],
  count: number,
  numberOf: (item: Item) => number,
): number {
  let total = 0;
  for (let i = 0; i < count; i += 1) total += numberOf(items[i]);
  return total;
}

export interface Subject {
  readonly tasks: readonly Task[];
  readonly memory: Memory;
  dispose(): void;
}

export function subjectFor(geometry: BufferGeometry): Subject {
  const position = geometry.getAttribute('position') as BufferAttribute;
  const indices = geometry.index as BufferAttribute;
  const triangles = indices.count / 3;
  const mesh = new TriangleMesh({ geometry, build: 'quality' });
  // three-mesh-bvh changes the order of the index, so it receives a copy of the geometry
  const copy = () => geometry.clone();
  const bvh = new MeshBVH(copy(), { strategy: SAH });
  const queries = queriesFor(geometry);
  const target = { point: new Vector3(), distance: 0, faceIndex: 0 };
  const touches = capsuleTest(bvh, queries.radius);
  const tasks: Task[] = [
    {
      name: 'build: fast / CENTER',
      count: 1,
      ours: () => built(geometry, 'fast'),
      theirs: () => builtByThem(copy(), CENTER),
    },
    {
      name: 'build: quality / SAH',
      count: 1,
      ours: () => built(geometry, 'quality'),
      theirs: () => builtByThem(copy(), SAH),
    },
    {
      name: 'closest hit of a ray',
      count: QUERIES,
      ours: () =>
        sum(queries.rays, QUERIES, (ray) => mesh.raycast(ray.origin, ray.direction)?.distance ?? 0),
      theirs: () =>
        sum(queries.rays, QUERIES, (ray) => bvh.raycastFirst(ray, DoubleSide)?.distance ?? 0),
    },
    {
      name: 'closest hits, batch',
      count: BATCHES,
      ours: () => {
        const { distances } = mesh.raycastMany(queries.flatRays);
        let total = 0;
        for (const distance of distances) total += Number.isFinite(distance) ? distance : 0;
        return total;
      },
      theirs: () =>
        sum(queries.rays, BATCHES, (ray) => bvh.raycastFirst(ray, DoubleSide)?.distance ?? 0),
    },
    {
      name: 'any hit of each ray, batch',
      count: BATCHES,
      ours: () => {
        const { triangles: hits } = mesh.raycastMany(queries.flatRays, { any: true });
        let total = 0;
        for (const hit of hits) total += hit >= 0 ? 1 : 0;
        return total;
      },
      theirs: () =>
        sum(queries.rays, BATCHES, (ray) => (bvh.raycastFirst(ray, DoubleSide) ? 1 : 0)),
    },
    {
      name: 'closest point',
      count: QUERIES,
      ours: () => sum(queries.points, QUERIES, (point) => mesh.closestPoint(point)?.distance ?? 0),
      theirs: () =>
        sum(queries.points, QUERIES, (point) => {
          bvh.closestPointToPoint(point, target);
          return target.distance;
        }),
    },
    {
      name: 'closest points, batch',
      count: BATCHES,
      ours: () => {
        const { distances } = mesh.closestPointMany(queries.flatPoints);
        let total = 0;
        for (const distance of distances) total += distance;
        return total;
      },
      theirs: () =>
        sum(queries.points, BATCHES, (point) => {
          bvh.closestPointToPoint(point, target);
          return target.distance;
        }),
    },
    {
      name: 'sphere touches the mesh',
      count: QUERIES,
      tolerance: 1e-3,
      ours: () =>
        sum(queries.spheres, QUERIES, ({ center, radius }) =>
          Number(mesh.overlapsSphere(center, radius)),
        ),
      theirs: () => sum(queries.spheres, QUERIES, (sphere) => Number(bvh.intersectsSphere(sphere))),
    },
    {
      name: 'box touches the mesh',
      count: QUERIES,
      tolerance: 1e-3,
      ours: () => sum(queries.boxes, QUERIES, (box) => Number(mesh.overlaps(box))),
      theirs: () => sum(queries.boxes, QUERIES, (box) => Number(bvh.intersectsBox(box, identity))),
    },
    {
      name: 'capsule touches the mesh',
      count: QUERIES,
      tolerance: 1e-3,
      ours: () =>
        sum(queries.segments, QUERIES, ({ start, end }) =>
          Number(mesh.overlapsCapsule(start, end, queries.radius)),
        ),
      theirs: () => sum(queries.segments, QUERIES, (segment) => Number(touches(segment))),
    },
    {
      name: 'refit of all vertices',
      count: 1,
      ours: () => {
        mesh.update(position);
        return triangles;
      },
      theirs: () => {
        bvh.refit();
        return triangles;
      },
    },
  ];
  const vertexBytes = 12 * position.count;
  const memory = {
    triangles,
    ours: (mesh.byteLength - vertexBytes) / triangles,
    theirs: (estimateMemoryInBytes(bvh) - estimateMemoryInBytes(bvh.geometry as never)) / triangles,
  };
  return { tasks, memory, dispose: () => mesh.dispose() };
}

function built(geometry: BufferGeometry, build: 'fast' | 'quality'): number {
  const mesh = new TriangleMesh({ geometry, build });
  const { size } = mesh;
  mesh.dispose();
  return size;
}

function builtByThem(geometry: BufferGeometry, strategy: typeof CENTER): number {
  new MeshBVH(geometry, { strategy });
  return (geometry.index as BufferAttribute).count / 3;
}
