/** Measures ray casts with a `SceneIndex` of Sapwood, and with three.js without an index. */

import { SceneIndex } from 'sapwood/three';
import { Mulberry32 } from 'scenes';
import {
  BoxGeometry,
  type Intersection,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
  Scene,
  SphereGeometry,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { middle } from './instances';

export interface CastRow {
  readonly name: string;
  /** Median time per ray in microseconds: `ours` of Sapwood, `theirs` of three.js. */
  readonly ours: number;
  readonly theirs: number;
  /** Median over the rays of the time of three.js divided by the time of Sapwood. */
  readonly ratio: number;
  /** Mean number of intersections per ray. */
  readonly hits: number;
}

const random = new Mulberry32(9);
const within = (half: number): number => half * (2 * random.unit() - 1);

function manyMeshes(count: number, half: number): Scene {
  const shapes = [new BoxGeometry(), new SphereGeometry(0.7, 16, 8)];
  const scene = new Scene();
  for (let i = 0; i < count; i += 1) {
    const mesh = new Mesh(shapes[i % 2], new MeshBasicMaterial());
    mesh.position.set(within(half), within(half), within(half));
    mesh.rotation.set(within(3), within(3), within(3));
    scene.add(mesh);
  }
  scene.updateMatrixWorld();
  return scene;
}

function oneMesh(triangles: number): Scene {
  const side = Math.round(Math.sqrt(triangles / 2));
  const knot = new TorusKnotGeometry(10, 3, 2 * side, side / 2);
  const scene = new Scene();
  scene.add(new Mesh(knot, new MeshBasicMaterial()));
  scene.updateMatrixWorld();
  return scene;
}

function rays(count: number, distance: number, spread: number): Raycaster[] {
  return Array.from({ length: count }, () => {
    const origin = new Vector3(within(1), within(1), within(1)).setLength(distance);
    const target = new Vector3(within(spread), within(spread), within(spread));
    return new Raycaster(origin, target.sub(origin).normalize());
  });
}

function requireSame(name: string, found: readonly Intersection[], right: readonly Intersection[]) {
  const isSame =
    found.length === right.length &&
    found.every(
      (hit, i) =>
        hit.object === right[i].object &&
        hit.faceIndex === right[i].faceIndex &&
        Math.abs(hit.distance - right[i].distance) <= 1e-5 * right[i].distance,
    );
  if (!isSame) throw new Error(`${name}: ${found.length} hits instead of ${right.length}`);
}

async function measure(
  name: string,
  scene: Scene,
  raycasters: readonly Raycaster[],
  repeats: number,
): Promise<CastRow> {
  const index = await SceneIndex.create(scene);
  await index.buildMeshes();
  const ours: number[] = [];
  const theirs: number[] = [];
  let hits = 0;
  for (let k = 0; k < 10; k += 1) for (const raycaster of raycasters) index.raycast(raycaster);
  for (const raycaster of raycasters) {
    const start = performance.now();
    let found: Intersection[] = [];
    for (let k = 0; k < repeats; k += 1) found = index.raycast(raycaster);
    const between = performance.now();
    const right = raycaster.intersectObjects(scene.children, true);
    const end = performance.now();
    requireSame(name, found, right);
    hits += found.length;
    ours.push((1000 * (between - start)) / repeats);
    theirs.push(1000 * (end - between));
  }
  index.dispose();
  return {
    name,
    ours: middle(ours),
    theirs: middle(theirs),
    ratio: middle(ours.map((time, i) => theirs[i] / time)),
    hits: hits / ours.length,
  };
}

/**
 * Measures rays on many small meshes, and on one large mesh. Throws if Sapwood and three.js report
 * different intersections.
 * @param scale - Factor for the numbers of meshes and triangles: 1 for the page, less in tests.
 */
export async function measureCasts(scale: number): Promise<readonly CastRow[]> {
  const objects = Math.round(10_000 * scale);
  const triangles = Math.round(1_000_000 * scale);
  return [
    await measure('10,000 meshes', manyMeshes(objects, 100), rays(120, 180, 60), 5),
    await measure('1 mesh of 1,000,000 triangles', oneMesh(triangles), rays(40, 30, 8), 20),
  ];
}
