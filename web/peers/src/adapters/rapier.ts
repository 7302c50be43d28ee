/** rapier: physics engine in WebAssembly, in 2D and 3D. */

import type * as Rapier2d from '@dimforge/rapier2d-compat';
import type * as Rapier3d from '@dimforge/rapier3d-simd-compat';
import type { Adapter, Peer, QueryResults } from '../adapter.js';
import { overlapsIn } from '../boxes.js';
import { ResultList } from '../result-list.js';

/** Common interface of the 2D and the 3D module. In 2D, vectors have no z. */
type Library = typeof Rapier3d;
type Vector = { x: number; y: number; z: number };
type Item = Rapier3d.Collider & { item: number };

const ORIGIN = { x: 0, y: 0, z: 0 };
/**
 * Margin of queries. The library stores a collider as center and half size in float32, so its
 * bounds are rounded. Queries are enlarged by this margin, and hits are tested exactly.
 */
const ROUNDING = 1e-4;

const vector = (): Vector => ({ x: 0, y: 0, z: 0 });

/** World of colliders without bodies. A simulation step updates its tree. */
class RapierPeer implements Peer {
  private world: Rapier3d.World | undefined;
  private boxes: Float32Array = new Float32Array(0);
  private readonly results = new ResultList();
  private readonly ray: Rapier3d.Ray;

  constructor(
    private readonly library: Library,
    private readonly dimensions: 2 | 3,
  ) {
    this.ray = new library.Ray(vector(), vector());
  }

  build(boxes: Float32Array): void {
    const { World, ColliderDesc } = this.library;
    this.dispose();
    this.boxes = boxes;
    const world = new World(ORIGIN);
    const [center, half] = [vector(), vector()];
    const stride = 2 * this.dimensions;
    // the 2D cuboid uses two half sizes and ignores the third argument
    for (let at = 0; at < boxes.length; at += stride) {
      this.split(boxes, at, center, half);
      const shape = ColliderDesc.cuboid(half.x, half.y, half.z);
      shape.translation = { ...center };
      (world.createCollider(shape) as Item).item = at / stride;
    }
    world.step();
    this.world = world;
  }

  boxQueries(queries: Float32Array): QueryResults {
    const { results, boxes, dimensions, world } = this;
    const stride = 2 * dimensions;
    const overlaps = overlapsIn(dimensions);
    const [center, half] = [vector(), vector()];
    results.begin(queries.length / stride);
    for (let at = 0; at < queries.length; at += stride) {
      this.split(queries, at, center, half);
      half.x += ROUNDING;
      half.y += ROUNDING;
      half.z += ROUNDING;
      world!.collidersWithAabbIntersectingAabb(center, half, (collider) => {
        const { item } = collider as Item;
        if (overlaps(boxes, item * stride, queries, at)) results.ids.push(item);
        return true;
      });
      results.next();
    }
    return results.view();
  }

  rays(rays: Float32Array): Int32Array {
    const { world, ray, dimensions } = this;
    const stride = 2 * dimensions + 1;
    const out = new Int32Array(rays.length / stride);
    for (let i = 0; i < out.length; i++) {
      const from = i * stride;
      write(ray.origin, rays, from, dimensions);
      write(ray.dir, rays, from + dimensions, dimensions);
      const hit = world!.castRay(ray, rays[from + 2 * dimensions], true);
      out[i] = hit ? (hit.collider as Item).item : -1;
    }
    return out;
  }

  dispose(): void {
    this.world?.free();
    this.world = undefined;
  }

  private split(boxes: Float32Array, at: number, center: Vector, half: Vector): void {
    const { dimensions } = this;
    center.x = (boxes[at] + boxes[at + dimensions]) / 2;
    half.x = (boxes[at + dimensions] - boxes[at]) / 2;
    center.y = (boxes[at + 1] + boxes[at + 1 + dimensions]) / 2;
    half.y = (boxes[at + 1 + dimensions] - boxes[at + 1]) / 2;
    if (dimensions === 2) return;
    center.z = (boxes[at + 2] + boxes[at + 5]) / 2;
    half.z = (boxes[at + 5] - boxes[at + 2]) / 2;
  }
}

function write(to: Rapier3d.Vector, numbers: Float32Array, at: number, dimensions: 2 | 3): void {
  to.x = numbers[at];
  to.y = numbers[at + 1];
  if (dimensions === 3) to.z = numbers[at + 2];
}

const shared = {
  methods: ['build', 'boxQueries', 'rays'],
  heavy: true,
  notes: [
    'colliders without bodies, with one step of the world after the build',
    'boxes are stored as rounded center and half size, so hits are tested against the exact boxes, except those of rays',
    'it reports no pairs of colliders without bodies, so pairs are not measured',
  ],
} as const;

export const rapier2d: Adapter = {
  ...shared,
  id: 'rapier2d',
  title: 'rapier2d',
  package: '@dimforge/rapier2d-compat',
  version: '0.21.0',
  dimensions: [2],
  async load() {
    const library = (await import('@dimforge/rapier2d-compat')) as typeof Rapier2d;
    await library.init();
    return () => new RapierPeer(library as unknown as Library, 2);
  },
};

export const rapier3d: Adapter = {
  ...shared,
  id: 'rapier3d',
  title: 'rapier3d-simd',
  package: '@dimforge/rapier3d-simd-compat',
  version: '0.20.0',
  dimensions: [3],
  async load() {
    const library = await import('@dimforge/rapier3d-simd-compat');
    await library.init();
    return () => new RapierPeer(library, 3);
  },
};
