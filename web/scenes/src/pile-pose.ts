/**
 * Pose of a pile, which is the positions and rotations of its bodies, stored as bytes. Each body
 * has three little-endian 16-bit numbers for the position, then four 8-bit numbers for the
 * rotation. With a pose, a pile can start as a settled heap before the physics engine is loaded.
 */

export interface Pose {
  /** Three numbers per body. */
  readonly positions: Float32Array;
  /** Quaternions x, y, z, w. */
  readonly rotations: Float32Array;
}

/**
 * Resolution: PLACES is the number of position steps per unit of length, TURNS the number of steps
 * of a quaternion component from 0 to 1.
 */
const PLACES = 1024;
const TURNS = 127;
const BYTES = 3 * 2 + 4;

export function writePose({ positions, rotations }: Pose): Uint8Array {
  const count = positions.length / 3;
  const view = new DataView(new ArrayBuffer(BYTES * count));
  positions.forEach((value, i) => {
    view.setInt16(BYTES * Math.floor(i / 3) + 2 * (i % 3), Math.round(value * PLACES), true);
  });
  rotations.forEach((value, i) => {
    view.setInt8(BYTES * Math.floor(i / 4) + 6 + (i % 4), Math.round(value * TURNS));
  });
  return new Uint8Array(view.buffer);
}

/** Throws if the number of bytes does not match. */
export function readPose(bytes: Uint8Array, count: number): Pose {
  if (bytes.length !== BYTES * count) {
    throw new Error(`pose: ${bytes.length} bytes for ${count} bodies`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const positions = new Float32Array(3 * count);
  const rotations = new Float32Array(4 * count);
  for (let body = 0; body < count; body++) {
    const at = BYTES * body;
    for (let i = 0; i < 3; i++) positions[3 * body + i] = view.getInt16(at + 2 * i, true) / PLACES;
    const turn = [6, 7, 8, 9].map((place) => view.getInt8(at + place));
    const length = Math.hypot(...turn);
    rotations.set(
      turn.map((value) => value / length),
      4 * body,
    );
  }
  return { positions, rotations };
}
