/**
 * Measures 500 characters on a level of 100,352 triangles. They are moved by `Mover`, and by the
 * code of examples of three.js and three-mesh-bvh.
 */

import { median } from 'measuring';
import { Mover, TriangleMesh } from 'sapwood/3d/mesh';
import { Box3, type BufferGeometry, Line3, Mesh, PlaneGeometry, Vector3 } from 'three';
import { Capsule } from 'three/addons/math/Capsule.js';
import { Octree } from 'three/addons/math/Octree.js';
import { CENTER, type ExtendedTriangle, MeshBVH } from 'three-mesh-bvh';

const MOVERS = 500;
const STEP = 1 / 60;
const SPEED = 4;
const GRAVITY = 20;
const RADIUS = 0.35;
const LENGTH = 1;
const SIDE = 200;
const CELLS = 224;
/**
 * Number of simulation steps per frame in both examples. With several steps, fast characters do not
 * pass through floors.
 */
const SUBSTEPS = 5;

/** Hills with ripples; no slope is steeper than 40 degrees. */
function heightAt(x: number, z: number): number {
  return 3 * Math.sin(0.09 * x) * Math.cos(0.08 * z) + 0.25 * Math.sin(0.8 * x) * Math.sin(0.7 * z);
}

export function makeLevel(cells = CELLS): BufferGeometry {
  const plane = new PlaneGeometry(SIDE, SIDE, cells, cells).rotateX(-Math.PI / 2);
  const positions = plane.getAttribute('position');
  for (let i = 0; i < positions.count; i += 1) {
    positions.setY(i, heightAt(positions.getX(i), positions.getZ(i)));
  }
  return plane;
}

interface Crowd {
  readonly name: string;
  frame(number: number): void;
  /** Returns the center of the lower sphere of a character, which is a capsule. */
  positionOf(i: number): Vector3;
  dispose(): void;
}

const startOf = (i: number) => {
  const x = ((i * 37) % 180) - 90;
  const z = ((i * 73) % 180) - 90;
  return new Vector3(x, heightAt(x, z) + RADIUS + 0.3, z);
};

/** Returns the velocity of a character in a frame. Each character moves on its own circle. */
function headingOf(i: number, frame: number, out: Vector3): Vector3 {
  const angle = 0.7 * i + 0.01 * frame;
  return out.set(SPEED * Math.cos(angle), 0, SPEED * Math.sin(angle));
}

function ourCrowd(geometry: BufferGeometry, count: number): Crowd {
  const mesh = new TriangleMesh({ geometry, build: 'quality' });
  const velocity = new Vector3();
  const fall = new Float64Array(count);
  const movers = Array.from({ length: count }, (_, i) => {
    const mover = new Mover({ radius: RADIUS, height: LENGTH + 2 * RADIUS });
    mover.position = startOf(i);
    return mover;
  });
  return {
    name: 'Sapwood',
    frame(number) {
      for (let i = 0; i < count; i += 1) {
        headingOf(i, number, velocity);
        fall[i] = movers[i].grounded ? 0 : fall[i] - GRAVITY * STEP;
        velocity.y = fall[i];
        movers[i].move(velocity.multiplyScalar(STEP), mesh);
      }
    },
    positionOf: (i) => new Vector3(...movers[i].position),
    dispose: () => mesh.dispose(),
  };
}

/** Moves characters like the example `games_fps` of three.js. */
function octreeCrowd(geometry: BufferGeometry, count: number, substeps: number): Crowd {
  const octree = new Octree().fromGraphNode(new Mesh(geometry));
  const velocity = new Vector3();
  const fall = new Float64Array(count);
  const grounded = new Uint8Array(count);
  const capsules = Array.from({ length: count }, (_, i) => {
    const start = startOf(i);
    return new Capsule(start, start.clone().setY(start.y + LENGTH), RADIUS);
  });
  return {
    name: `three.js, Octree and Capsule, ${substeps} ${substeps === 1 ? 'step' : 'steps'}`,
    frame(number) {
      for (let i = 0; i < count; i += 1) {
        const seconds = STEP / substeps;
        for (let step = 0; step < substeps; step += 1) {
          headingOf(i, number, velocity);
          fall[i] = grounded[i] ? 0 : fall[i] - GRAVITY * seconds;
          velocity.y = fall[i] - (grounded[i] ? 1 : 0);
          capsules[i].translate(velocity.multiplyScalar(seconds));
          const hit = octree.capsuleIntersect(capsules[i]);
          grounded[i] = hit && hit.normal.y > 0.5 ? 1 : 0;
          if (hit) capsules[i].translate(hit.normal.multiplyScalar(hit.depth));
        }
      }
    },
    positionOf: (i) => capsules[i].start,
    dispose() {},
  };
}

/** Moves characters like the example `characterMovement` of three-mesh-bvh. */
function bvhCrowd(geometry: BufferGeometry, count: number, substeps: number): Crowd {
  const bvh = new MeshBVH(geometry.clone(), { strategy: CENTER });
  const velocity = new Vector3();
  const fall = new Float64Array(count);
  const grounded = new Uint8Array(count);
  const segments = Array.from({ length: count }, (_, i) => {
    const start = startOf(i);
    return new Line3(start, start.clone().setY(start.y + LENGTH));
  });
  const bounds = new Box3();
  const onTriangle = new Vector3();
  const onSegment = new Vector3();
  const push = new Vector3();
  const before = new Vector3();
  const collide = (segment: Line3) => {
    bounds.makeEmpty().expandByPoint(segment.start).expandByPoint(segment.end);
    bounds.expandByScalar(RADIUS);
    bvh.shapecast({
      intersectsBounds: (box) => box.intersectsBox(bounds),
      intersectsTriangle: (triangle: ExtendedTriangle) => {
        const distance = triangle.closestPointToSegment(segment, onTriangle, onSegment);
        if (distance < RADIUS) {
          push
            .subVectors(onSegment, onTriangle)
            .normalize()
            .multiplyScalar(RADIUS - distance);
          segment.start.add(push);
          segment.end.add(push);
        }
        return false;
      },
    });
  };
  return {
    name: `three-mesh-bvh, shapecast, ${substeps} ${substeps === 1 ? 'step' : 'steps'}`,
    frame(number) {
      for (let i = 0; i < count; i += 1) {
        const seconds = STEP / substeps;
        for (let step = 0; step < substeps; step += 1) {
          headingOf(i, number, velocity);
          fall[i] = grounded[i] ? -GRAVITY * seconds : fall[i] - GRAVITY * seconds;
          velocity.y = fall[i];
          const segment = segments[i];
          segment.start.addScaledVector(velocity, seconds);
          segment.end.addScaledVector(velocity, seconds);
          before.copy(segment.start);
          collide(segment);
          const lift = segment.start.y - before.y;
          grounded[i] = lift > Math.abs(seconds * fall[i] * 0.25) ? 1 : 0;
        }
      }
    },
    positionOf: (i) => segments[i].start,
    dispose() {},
  };
}

export interface MoverRow {
  readonly name: string;
  /** Median microseconds per character and frame. */
  readonly time: number;
  /** Time of the library `name` divided by that of Sapwood: the median of the ratios per frame. */
  readonly ratio: number;
}

/** Returns the number of characters that are below the ground or far above it. */
function strays({ positionOf }: Crowd, count: number): number {
  let found = 0;
  for (let i = 0; i < count; i += 1) {
    const { x, y, z } = positionOf(i);
    const over = y - heightAt(x, z);
    if (!(over > 0 && over < 3 * RADIUS)) found += 1;
  }
  return found;
}

/**
 * Measures frames of all crowds alternately. Throws if a character is not on the ground at the end.
 */
export function measureMovers(frames: number, count = MOVERS, cells = CELLS): MoverRow[] {
  const geometry = makeLevel(cells);
  const crowds = [
    ourCrowd(geometry, count),
    octreeCrowd(geometry, count, 1),
    octreeCrowd(geometry, count, SUBSTEPS),
    bvhCrowd(geometry, count, 1),
    bvhCrowd(geometry, count, SUBSTEPS),
  ];
  const times: number[][] = crowds.map(() => []);
  const warmUp = 60;
  for (let frame = 0; frame < warmUp + frames; frame += 1) {
    crowds.forEach((crowd, i) => {
      const start = performance.now();
      crowd.frame(frame);
      if (frame >= warmUp) times[i].push(performance.now() - start);
    });
  }
  for (const crowd of crowds) {
    const lost = strays(crowd, count);
    if (lost > 0) throw new Error(`${crowd.name}: ${lost} characters left the ground`);
    crowd.dispose();
  }
  return crowds.map(({ name }, i) => ({
    name,
    time: (1000 * median(times[i])) / count,
    ratio: median(times[i].map((time, frame) => time / times[0][frame])),
  }));
}

export const MOVER_LEVEL = { movers: MOVERS, triangles: 2 * CELLS * CELLS };
