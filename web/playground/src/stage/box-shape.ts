/** Unit box and unit square, as edges and as faces. Coordinates are 0 to 1 on each axis. */

import { BufferAttribute, InstancedBufferGeometry } from 'three';
import type { Dimensions } from '../state/settings.js';

type Corner = readonly [number, number, number];

interface Edge {
  readonly from: Corner;
  readonly to: Corner;
}

function corner(bits: number): Corner {
  return [bits & 1, (bits >> 1) & 1, (bits >> 2) & 1];
}

/**
 * Drawn form of a box: edges, edges with diagonals, great circles of the inscribed ball, or the
 * segment from minimum to maximum corner.
 */
export type LineShape = 'box' | 'crossed' | 'rings' | 'segment';

/** Segments per great circle. */
const RING_STEPS = 36;

/** Returns one circle for each pair of axes; a single circle in 2D. */
function ringEdges(dimensions: Dimensions): Edge[] {
  const found: Edge[] = [];
  for (let axis = dimensions === 2 ? 2 : 0; axis < 3; axis++) {
    const at = (step: number): Corner => {
      const angle = (2 * Math.PI * step) / RING_STEPS;
      const point: [number, number, number] = [0.5, 0.5, 0.5];
      point[(axis + 1) % 3] += Math.cos(angle) / 2;
      point[(axis + 2) % 3] += Math.sin(angle) / 2;
      return point;
    };
    for (let step = 0; step < RING_STEPS; step++) found.push({ from: at(step), to: at(step + 1) });
  }
  return found;
}

function crossEdges(dimensions: Dimensions): Edge[] {
  const last = (1 << dimensions) - 1;
  return Array.from({ length: 1 << (dimensions - 1) }, (_, bits) => ({
    from: corner(bits),
    to: corner(last - bits),
  }));
}

export function edges(shape: LineShape, dimensions: Dimensions): readonly Edge[] {
  if (shape === 'segment') return [{ from: corner(0), to: corner(7) }];
  if (shape === 'rings') return ringEdges(dimensions);
  const found = shape === 'crossed' ? crossEdges(dimensions) : [];
  for (let bits = 0; bits < 1 << dimensions; bits++) {
    for (let axis = 0; axis < dimensions; axis++) {
      if (bits & (1 << axis)) continue;
      found.push({ from: corner(bits), to: corner(bits | (1 << axis)) });
    }
  }
  return found;
}

/**
 * Returns each edge as a ribbon of two triangles. `side` is 0 or 1 along the edge, and -1 or 1
 * across the edge.
 */
export function edgeRibbons(shape: LineShape, dimensions: Dimensions): InstancedBufferGeometry {
  const from: number[] = [];
  const to: number[] = [];
  const side: number[] = [];
  const index: number[] = [];
  for (const edge of edges(shape, dimensions)) {
    const first = side.length / 2;
    for (const [along, across] of [
      [0, -1],
      [0, 1],
      [1, -1],
      [1, 1],
    ]) {
      from.push(...edge.from);
      to.push(...edge.to);
      side.push(along, across);
    }
    index.push(first, first + 1, first + 2, first + 2, first + 1, first + 3);
  }
  return edgeGeometry(from, to, side, index);
}

/** Returns each edge as a line that is one pixel wide, for drawing large numbers of boxes. */
export function edgeHairlines(shape: LineShape, dimensions: Dimensions): InstancedBufferGeometry {
  const from: number[] = [];
  const to: number[] = [];
  const side: number[] = [];
  const index: number[] = [];
  for (const edge of edges(shape, dimensions)) {
    index.push(index.length, index.length + 1);
    from.push(...edge.from, ...edge.from);
    to.push(...edge.to, ...edge.to);
    side.push(0, 0, 1, 0);
  }
  return edgeGeometry(from, to, side, index);
}

function edgeGeometry(from: number[], to: number[], side: number[], index: number[]) {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('edgeFrom', new BufferAttribute(new Float32Array(from), 3));
  geometry.setAttribute('edgeTo', new BufferAttribute(new Float32Array(to), 3));
  geometry.setAttribute('side', new BufferAttribute(new Float32Array(side), 2));
  geometry.setIndex(index);
  return geometry;
}

/** Returns six faces with outward normals in 3D, one square facing the viewer in 2D. */
export function boxFaces(dimensions: Dimensions): InstancedBufferGeometry {
  const corners: number[] = [];
  const normals: number[] = [];
  const index: number[] = [];
  const addFace = (axis: number, bound: number) => {
    const first = corners.length / 3;
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    for (const [along, across] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]) {
      const point = [0, 0, 0];
      point[axis] = bound;
      point[u] = along;
      point[v] = across;
      const normal = [0, 0, 0];
      normal[axis] = 2 * bound - 1;
      corners.push(...point);
      normals.push(...normal);
    }
    const turn = bound === 1 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
    index.push(...turn.map((i) => first + i));
  };
  for (let axis = dimensions === 2 ? 2 : 0; axis < 3; axis++) {
    if (dimensions === 3) addFace(axis, 0);
    addFace(axis, 1);
  }
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('corner', new BufferAttribute(new Float32Array(corners), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3));
  geometry.setIndex(index);
  return geometry;
}
