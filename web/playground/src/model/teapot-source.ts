/** Scene with one box for each triangle of the Utah teapot, which turns or pulses. */

import { type Teapot, teapotBoxes } from 'scenes/teapot';
import type { BoxSource, SceneRequest, Solids } from './box-source.js';

const TURN_PER_FRAME = 0.006;
const PULSE_PER_FRAME = 0.03;
const PULSE_SHARE = 0.08;
/**
 * Approximate number of triangles of the teapot, divided by the square of its number of segments.
 */
const TRIANGLES = 64;

/** Returns the vertices of all triangles, nine numbers per triangle, in the order of the boxes. */
function trianglesOf({ geometry, count }: Teapot): Float32Array {
  const positions = geometry.getAttribute('position').array;
  const index = geometry.getIndex();
  if (!index) throw new Error('teapot: expected an indexed geometry');
  const corners = new Float32Array(9 * count);
  for (let i = 0; i < 3 * count; i++) {
    const from = 3 * index.getX(i);
    for (let d = 0; d < 3; d++) corners[3 * i + d] = positions[from + d];
  }
  return corners;
}

/** Returns scene bounds that contain the teapot in every frame. */
function sceneBoundsOf({ extent }: Teapot, triangles: Float32Array, motion: string): Float32Array {
  const sceneBounds = extent.slice();
  if (motion === 'turn') {
    let reach = 0;
    for (let at = 0; at < triangles.length; at += 3) {
      reach = Math.max(reach, Math.hypot(triangles[at], triangles[at + 2]));
    }
    sceneBounds[0] = sceneBounds[2] = -reach;
    sceneBounds[3] = sceneBounds[5] = reach;
  }
  return motion === 'pulse' ? sceneBounds.map((value) => value * (1 + PULSE_SHARE)) : sceneBounds;
}

class TeapotSource implements BoxSource {
  readonly dimensions = 3;
  readonly count;
  readonly sceneBounds;
  readonly solids: Solids;
  readonly movedIds: Uint32Array;
  movedCount = 0;
  private readonly resting: Float32Array;
  private readonly corners: Float32Array;
  private frame = 0;

  constructor(
    teapot: Teapot,
    private readonly motion: string,
  ) {
    this.count = teapot.count;
    this.resting = trianglesOf(teapot);
    this.corners = this.resting.slice();
    this.sceneBounds = sceneBoundsOf(teapot, this.resting, motion);
    this.movedIds = Uint32Array.from({ length: teapot.count }, (_, id) => id);
    this.solids = { kind: 'surface', vertices: this.corners };
    teapot.geometry.dispose();
  }

  step(): void {
    if (this.motion === 'still') return;
    this.frame++;
    this.movedCount = this.count;
    if (this.motion === 'turn') this.place(TURN_PER_FRAME * this.frame, 1);
    else this.place(0, 1 + PULSE_SHARE * Math.sin(PULSE_PER_FRAME * this.frame));
  }

  writeBoxes(target: Float32Array): void {
    const { corners, count } = this;
    for (let id = 0; id < count; id++) {
      for (let d = 0; d < 3; d++) {
        const at = 9 * id + d;
        const a = corners[at];
        const b = corners[at + 3];
        const c = corners[at + 6];
        target[6 * id + d] = Math.min(a, b, c);
        target[6 * id + 3 + d] = Math.max(a, b, c);
      }
    }
  }

  dispose(): void {}

  private place(angle: number, scale: number): void {
    const { corners, resting } = this;
    const cosine = scale * Math.cos(angle);
    const sine = scale * Math.sin(angle);
    for (let at = 0; at < corners.length; at += 3) {
      const x = resting[at];
      const z = resting[at + 2];
      corners[at] = cosine * x + sine * z;
      corners[at + 1] = scale * resting[at + 1];
      corners[at + 2] = cosine * z - sine * x;
    }
  }
}

export async function teapotSource({ count, motion }: SceneRequest): Promise<BoxSource> {
  const segments = Math.max(Math.round(Math.sqrt(count / TRIANGLES)), 2);
  return new TeapotSource(teapotBoxes(segments), motion);
}
