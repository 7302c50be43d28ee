/** box2d3-wasm: Box2D 3 in WebAssembly. */

import type { Adapter, Peer, QueryResults } from '../adapter.js';
import { overlaps2 } from '../boxes.js';
import { ResultList } from '../result-list.js';

interface Handle {
  delete(): void;
}
interface Vector extends Handle {
  x: number;
  y: number;
}
/** Handle of a shape. In a new world, `index1` of the first shape is 1. */
interface ShapeId {
  readonly index1: number;
}
interface RayResult extends Handle {
  readonly hit: boolean;
  readonly shapeId: ShapeId;
}

interface Library {
  b2DefaultWorldDef(): Handle;
  b2CreateWorld(definition: Handle): unknown;
  b2DestroyWorld(world: unknown): void;
  b2DefaultBodyDef(): Handle & { position: Vector };
  b2DefaultShapeDef(): Handle;
  b2CreateBody(world: unknown, definition: Handle): unknown;
  b2MakeBox(halfWidth: number, halfHeight: number): Handle;
  b2CreatePolygonShape(body: unknown, definition: Handle, polygon: Handle): ShapeId;
  b2World_RebuildStaticTree(world: unknown): void;
  b2DefaultQueryFilter(): Handle;
  b2World_CastRayClosest(
    world: unknown,
    from: Vector,
    translation: Vector,
    filter: Handle,
  ): RayResult;
  b2World_OverlapAABB(
    world: unknown,
    box: Handle,
    filter: Handle,
    found: (result: { shapeId?: ShapeId; index1?: number }) => boolean,
  ): unknown;
  b2AABB: new () => Handle & { lowerBound: Vector; upperBound: Vector };
  b2Vec2: new (x: number, y: number) => Vector;
}

/**
 * Margin of queries. The library stores a shape as center and half size in float32, so its bounds
 * are rounded. Queries are enlarged by this margin, and hits are tested exactly.
 */
const ROUNDING = 1e-4;

/** Creates one static body per box, and then rebuilds the tree of static bodies. */
class Box2dPeer implements Peer {
  private world: unknown;
  private boxes: Float32Array = new Float32Array(0);
  private readonly results = new ResultList();
  private readonly filter: Handle;

  constructor(private readonly library: Library) {
    this.filter = library.b2DefaultQueryFilter();
  }

  build(boxes: Float32Array): void {
    const { library } = this;
    this.dispose();
    this.boxes = boxes;
    const definition = library.b2DefaultWorldDef();
    const world = library.b2CreateWorld(definition);
    const body = library.b2DefaultBodyDef();
    const shape = library.b2DefaultShapeDef();
    const place = new library.b2Vec2(0, 0);
    for (let at = 0; at < boxes.length; at += 4) {
      place.x = (boxes[at] + boxes[at + 2]) / 2;
      place.y = (boxes[at + 1] + boxes[at + 3]) / 2;
      body.position = place;
      const [width, height] = [boxes[at + 2] - boxes[at], boxes[at + 3] - boxes[at + 1]];
      const polygon = library.b2MakeBox(width / 2, height / 2);
      library.b2CreatePolygonShape(library.b2CreateBody(world, body), shape, polygon);
      polygon.delete();
    }
    library.b2World_RebuildStaticTree(world);
    for (const handle of [definition, body, shape, place]) handle.delete();
    this.world = world;
  }

  boxQueries(queries: Float32Array): QueryResults {
    const { library, results, boxes, world, filter } = this;
    const box = new library.b2AABB();
    const low = new library.b2Vec2(0, 0);
    const high = new library.b2Vec2(0, 0);
    results.begin(queries.length / 4);
    for (let at = 0; at < queries.length; at += 4) {
      low.x = queries[at] - ROUNDING;
      low.y = queries[at + 1] - ROUNDING;
      high.x = queries[at + 2] + ROUNDING;
      high.y = queries[at + 3] + ROUNDING;
      box.lowerBound = low;
      box.upperBound = high;
      library.b2World_OverlapAABB(world, box, filter, (result) => {
        const id = (result.shapeId ?? (result as ShapeId)).index1 - 1;
        if (overlaps2(boxes, 4 * id, queries, at)) results.ids.push(id);
        return true;
      });
      results.next();
    }
    for (const handle of [box, low, high]) handle.delete();
    return results.view();
  }

  rays(rays: Float32Array): Int32Array {
    const { library, world, filter } = this;
    const out = new Int32Array(rays.length / 5);
    const from = new library.b2Vec2(0, 0);
    const translation = new library.b2Vec2(0, 0);
    for (let i = 0; i < out.length; i++) {
      const maxDistance = rays[5 * i + 4];
      from.x = rays[5 * i];
      from.y = rays[5 * i + 1];
      translation.x = rays[5 * i + 2] * maxDistance;
      translation.y = rays[5 * i + 3] * maxDistance;
      const result = library.b2World_CastRayClosest(world, from, translation, filter);
      out[i] = result.hit ? result.shapeId.index1 - 1 : -1;
      result.delete();
    }
    for (const handle of [from, translation]) handle.delete();
    return out;
  }

  dispose(): void {
    if (this.world !== undefined) this.library.b2DestroyWorld(this.world);
    this.world = undefined;
  }
}

export const box2d3: Adapter = {
  id: 'box2d3',
  title: 'box2d3-wasm',
  package: 'box2d3-wasm',
  version: '5.2.0',
  dimensions: [2],
  methods: ['build', 'boxQueries', 'rays'],
  heavy: true,
  notes: [
    'one static body for each box, the static tree rebuilt after the last one, no threads',
    'boxes are stored as rounded center and half size, so hits are tested against the exact boxes, except those of rays',
    'its tree is not accessible and static bodies have no pairs, so pairs are not measured',
  ],
  async load() {
    const { default: create } = await import('box2d3-wasm');
    const options = { pthreadCount: 0 };
    const library = await (create as unknown as (options: object) => Promise<Library>)(options);
    return () => new Box2dPeer(library);
  },
};
