/** jolt-physics: Jolt in WebAssembly. */

import type Jolt from 'jolt-physics';
import type { Adapter, Peer, QueryResults } from '../adapter.js';
import { overlaps3 } from '../boxes.js';
import { ResultList } from '../result-list.js';

type Library = typeof Jolt;

const LAYER = 0;
/**
 * Margin of queries. The library stores a box as center and half size in float32, so its bounds are
 * rounded. Queries are enlarged by this margin, and hits are tested exactly.
 */
const ROUNDING = 1e-4;
/** Minimum body capacity of a world. The library requires space for at least one body. */
const MIN_BODIES = 16;

/** Physics world. Jolt requires its capacity at creation. */
class World {
  readonly physics: Jolt.JoltInterface;
  readonly system: Jolt.PhysicsSystem;
  readonly broadFilter: Jolt.BroadPhaseLayerFilter;
  readonly layerFilter: Jolt.ObjectLayerFilter;
  readonly bodyFilter: Jolt.BodyFilter;
  readonly shapeFilter: Jolt.ShapeFilter;

  constructor(
    private readonly library: Library,
    bodies: number,
  ) {
    const settings = new library.JoltSettings();
    settings.mMaxBodies = Math.max(bodies, MIN_BODIES);
    settings.mMaxWorkerThreads = 0;
    const pairs = new library.ObjectLayerPairFilterTable(1);
    const layers = new library.BroadPhaseLayerInterfaceTable(1, 1);
    layers.MapObjectToBroadPhaseLayer(LAYER, new library.BroadPhaseLayer(0));
    settings.mObjectLayerPairFilter = pairs;
    settings.mBroadPhaseLayerInterface = layers;
    const filter = new library.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
    settings.mObjectVsBroadPhaseLayerFilter = filter;
    this.physics = new library.JoltInterface(settings);
    library.destroy(settings);
    this.system = this.physics.GetPhysicsSystem();
    this.broadFilter = new library.BroadPhaseLayerFilter();
    this.layerFilter = new library.ObjectLayerFilter();
    this.bodyFilter = new library.BodyFilter();
    this.shapeFilter = new library.ShapeFilter();
  }

  /** Jolt assigns body indices in order, so body i is box i. */
  fill(boxes: Float32Array): void {
    const { library } = this;
    const bodies = this.system.GetBodyInterface();
    const half = new library.Vec3(0, 0, 0);
    const place = new library.RVec3(0, 0, 0);
    const upright = new library.Quat(0, 0, 0, 1);
    for (let at = 0; at < boxes.length; at += 6) {
      const [x, y, z] = [0, 1, 2].map((d) => (boxes[at + 3 + d] - boxes[at + d]) / 2);
      half.Set(x, y, z);
      place.Set(boxes[at] + x, boxes[at + 1] + y, boxes[at + 2] + z);
      const shape = new library.BoxShape(half, 0);
      const still = library.EMotionType_Static;
      const settings = new library.BodyCreationSettings(shape, place, upright, still, LAYER);
      bodies.CreateAndAddBody(settings, library.EActivation_DontActivate);
      library.destroy(settings);
    }
    this.system.OptimizeBroadPhase();
    for (const object of [half, place, upright]) library.destroy(object);
  }

  dispose(): void {
    const { library } = this;
    for (const filter of [this.broadFilter, this.layerFilter, this.bodyFilter, this.shapeFilter]) {
      library.destroy(filter);
    }
    library.destroy(this.physics);
  }
}

class JoltPeer implements Peer {
  private world: World | undefined;
  private boxes: Float32Array = new Float32Array(0);
  private readonly results = new ResultList();

  constructor(private readonly library: Library) {}

  build(boxes: Float32Array): void {
    this.dispose();
    this.boxes = boxes;
    this.world = new World(this.library, boxes.length / 6);
    this.world.fill(boxes);
  }

  boxQueries(queries: Float32Array): QueryResults {
    const { library, results, boxes } = this;
    const { system, broadFilter, layerFilter } = this.world!;
    const query = system.GetBroadPhaseQuery();
    const box = new library.AABox();
    const collector = new library.CollideShapeBodyCollectorJS();
    let at = 0;
    collector.Reset = () => {};
    collector.AddHit = (pointer) => {
      const id = library.wrapPointer(pointer, library.BodyID).GetIndex();
      if (overlaps3(boxes, 6 * id, queries, at)) results.ids.push(id);
    };
    results.begin(queries.length / 6);
    for (; at < queries.length; at += 6) {
      const low = queries.subarray(at, at + 3).map((value) => value - ROUNDING);
      const high = queries.subarray(at + 3, at + 6).map((value) => value + ROUNDING);
      box.mMin.Set(low[0], low[1], low[2]);
      box.mMax.Set(high[0], high[1], high[2]);
      query.CollideAABox(box, collector, broadFilter, layerFilter);
      results.next();
    }
    for (const object of [box, collector]) library.destroy(object);
    return results.view();
  }

  rays(rays: Float32Array): Int32Array {
    const { library } = this;
    const { system, broadFilter, layerFilter, bodyFilter, shapeFilter } = this.world!;
    const query = system.GetNarrowPhaseQuery();
    const ray = new library.RRayCast();
    const settings = new library.RayCastSettings();
    const collector = new library.CastRayClosestHitCollisionCollector();
    const { mOrigin: origin, mDirection: direction } = ray;
    const out = new Int32Array(rays.length / 7);
    for (let i = 0; i < out.length; i++) {
      const from = 7 * i;
      const maxDistance = rays[from + 6];
      origin.Set(rays[from], rays[from + 1], rays[from + 2]);
      direction.Set(
        rays[from + 3] * maxDistance,
        rays[from + 4] * maxDistance,
        rays[from + 5] * maxDistance,
      );
      collector.Reset();
      query.CastRay(ray, settings, collector, broadFilter, layerFilter, bodyFilter, shapeFilter);
      out[i] = collector.HadHit() ? collector.mHit.mBodyID.GetIndex() : -1;
    }
    for (const object of [ray, settings, collector]) library.destroy(object);
    return out;
  }

  dispose(): void {
    this.world?.dispose();
    this.world = undefined;
  }
}

export const jolt: Adapter = {
  id: 'jolt',
  title: 'jolt-physics',
  package: 'jolt-physics',
  version: '1.1.0',
  dimensions: [3],
  methods: ['build', 'boxQueries', 'rays'],
  heavy: true,
  notes: [
    'one static body without convex radius for each box, the broad phase optimized after the last one',
    'boxes are stored as rounded center and half size, so hits are tested against the exact boxes, except those of rays',
    'static bodies have no pairs, so pairs are not measured',
  ],
  async load() {
    const { default: create } = await import('jolt-physics');
    const library = await create();
    return () => new JoltPeer(library);
  },
};
