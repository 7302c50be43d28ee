/** Meshes for tests: positions and indices, and their triangles in double precision. */

import { Mulberry32 } from 'scenes';
import type { Triangle, Vec } from './oracle.js';
import { moved } from './oracle.js';

export interface Sample {
  readonly name: string;
  readonly positions: Float32Array;
  readonly indices?: Uint16Array | Uint32Array;
}

export const sourceOf = <T extends { readonly name: string }>({ name, ...source }: T) => source;

export function trianglesOf(
  { positions, indices }: Sample,
  matrix?: readonly number[],
): Triangle[] {
  const numbers = indices ?? Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
  const vertex = (i: number): Vec => {
    const at = Array.from(positions.subarray(3 * i, 3 * i + 3));
    return matrix === undefined ? at : moved(matrix, at);
  };
  return Array.from({ length: numbers.length / 3 }, (_, i) => [
    vertex(numbers[3 * i]),
    vertex(numbers[3 * i + 1]),
    vertex(numbers[3 * i + 2]),
  ]);
}

/** Returns triangles of the given size around random points with coordinates from -10 to 10. */
export function soup(count: number, size: number, seed: number): Sample {
  const random = new Mulberry32(seed);
  const positions = new Float32Array(9 * count);
  for (let i = 0; i < count; i += 1) {
    const center = [random.unit(), random.unit(), random.unit()].map((value) => 20 * value - 10);
    for (let k = 0; k < 9; k += 1)
      positions[9 * i + k] = center[k % 3] + size * (random.unit() - 0.5);
  }
  return { name: `${count} triangles`, positions };
}

/**
 * Returns triangles, many of which are degenerate (points, segments, slivers) or copies of others.
 */
export function degenerate(count: number, seed: number): Sample {
  const { positions } = soup(count, 4, seed);
  for (let i = 0; i < count; i += 1) {
    const at = 9 * i;
    if (i % 5 === 0) positions.copyWithin(at + 6, at + 3, at + 6); // a segment
    if (i % 7 === 0) positions.copyWithin(at + 3, at, at + 3); // with the above, a point
    if (i % 11 === 0 && i > 0) positions.copyWithin(at, at - 9, at);
    if (i % 13 === 0) positions[at + 8] = positions[at + 5] + 1e-6;
  }
  return { name: `${count} degenerate triangles`, positions };
}

/** Returns a closed surface: a bumpy sphere whose triangles share vertices. */
export function ball(rings: number, Indices: typeof Uint16Array | typeof Uint32Array): Sample {
  const around = 2 * rings;
  const positions: number[] = [0, 0, 5];
  for (let ring = 1; ring < rings; ring += 1) {
    for (let i = 0; i < around; i += 1) {
      const [polar, angle] = [(Math.PI * ring) / rings, (2 * Math.PI * i) / around];
      const radius = 5 + 0.7 * Math.sin(5 * angle) * Math.sin(polar) ** 2;
      const flat = radius * Math.sin(polar);
      positions.push(flat * Math.cos(angle), flat * Math.sin(angle), radius * Math.cos(polar));
    }
  }
  positions.push(0, 0, -5);
  const last = positions.length / 3 - 1;
  const at = (ring: number, i: number) => 1 + (ring - 1) * around + (i % around);
  const indices: number[] = [];
  for (let i = 0; i < around; i += 1) {
    indices.push(0, at(1, i), at(1, i + 1));
    for (let ring = 1; ring < rings - 1; ring += 1) {
      indices.push(at(ring, i), at(ring + 1, i), at(ring + 1, i + 1));
      indices.push(at(ring, i), at(ring + 1, i + 1), at(ring, i + 1));
    }
    indices.push(last, at(rings - 1, i + 1), at(rings - 1, i));
  }
  return {
    name: `ball of ${rings} rings, ${Indices.name}`,
    positions: Float32Array.from(positions),
    indices: Indices.from(indices),
  };
}

export const samples: readonly Sample[] = [soup(0, 1, 1), soup(300, 2, 9), ball(10, Uint16Array)];

export function similarity(seed: number, scale: number): number[] {
  const random = new Mulberry32(seed);
  const [a, b] = [6 * random.unit(), 6 * random.unit()];
  const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  const columns = [
    [cb, sa * sb, -ca * sb],
    [0, ca, sa],
    [sb, -sa * cb, ca * cb],
  ];
  const shift = [4 * random.unit(), 4 * random.unit(), 4 * random.unit()];
  return [
    ...columns.flatMap((column) => [...column.map((value) => value * scale), 0]),
    ...shift,
    1,
  ];
}
