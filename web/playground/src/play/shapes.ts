/**
 * Generators of surfaces with flat faces. The generators of three.js are not used, because they
 * would be in the file that every page loads.
 */

import { BufferAttribute, BufferGeometry, Vector3 } from 'three';

export type Triple = readonly [x: number, y: number, z: number];

/**
 * Returns a surface made of a grid of cells, with two triangles per cell. `pointAt` receives the
 * column and row of a grid point as fractions from 0 to 1. Normals point along the cross product of
 * the column and row directions.
 */
export function surface(
  columns: number,
  rows: number,
  pointAt: (column: number, row: number) => Triple,
): BufferGeometry {
  const at = (column: number, row: number) => pointAt(column / columns, row / rows);
  const corners: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [a, b] = [at(column, row), at(column + 1, row)];
      const [c, d] = [at(column + 1, row + 1), at(column, row + 1)];
      corners.push(...a, ...b, ...c, ...a, ...c, ...d);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners), 3));
  geometry.computeVertexNormals();
  return geometry;
}

/**
 * Returns a surface of revolution about the vertical axis. `profile` lists radius and height from
 * bottom to top.
 */
export function turned(
  profile: readonly (readonly [radius: number, height: number])[],
  segments: number,
): BufferGeometry {
  return surface(segments, profile.length - 1, (column, row) => {
    const [radius, height] = profile[Math.round(row * (profile.length - 1))];
    const angle = 2 * Math.PI * column;
    return [radius * Math.cos(angle), height, -radius * Math.sin(angle)];
  });
}

/** Returns a vertical capsule around the origin. */
export function capsule(radius: number, length: number, rings: number): BufferGeometry {
  const half = Array.from({ length: rings + 1 }, (_, i) => (Math.PI / 2) * (i / rings));
  const lower = half.map((angle) => [radius * Math.sin(angle), -radius * Math.cos(angle)] as const);
  const upper = half.map((angle) => [radius * Math.cos(angle), radius * Math.sin(angle)] as const);
  return turned(
    [
      ...lower.map(([r, height]) => [r, height - length / 2] as const),
      ...upper.map(([r, height]) => [r, height + length / 2] as const),
    ],
    4 * rings,
  );
}

/** Returns a tube around a curve. `curve` receives a parameter from 0 to 1. */
export function tube(
  curve: (share: number) => Triple,
  options: { readonly radius: number; readonly along: number; readonly around: number },
): BufferGeometry {
  const { along, around, radius } = options;
  const at = new Vector3();
  const tangent = new Vector3();
  const normal = new Vector3();
  const aside = new Vector3();
  return surface(along, around, (column, row) => {
    at.set(...curve(column));
    tangent.set(...curve(column + 1e-3)).sub(at);
    aside.crossVectors(tangent, at).normalize();
    normal.crossVectors(aside, tangent).normalize();
    const angle = 2 * Math.PI * row;
    at.addScaledVector(normal, -radius * Math.cos(angle));
    at.addScaledVector(aside, radius * Math.sin(angle));
    return [at.x, at.y, at.z];
  });
}
