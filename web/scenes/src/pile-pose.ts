/**
 * Pose of the bodies of a pile as bytes: for each body three position numbers of 16 bits,
 * little-endian, and a rotation of four 8-bit numbers. With it, a pile can start as a heap before
 * the engine is loaded.
 */

export interface Pose {
  /** Three numbers per body. */
  readonly positions: Float32Array;
  /** Quaternions x, y, z, w. */
  readonly rotations: Float32Array;
}

/** Steps of a position per unit of length, and of a rotation. */
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

/** Throws if the bytes are not the pose of `count` bodies. */
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
