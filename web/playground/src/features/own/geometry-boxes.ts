/** Boxes from three.js objects: triangles, lines and points. */

import {
  type BufferGeometry,
  InstancedMesh,
  type Line,
  Matrix4,
  type Mesh,
  type Object3D,
  type Points,
  Vector3,
} from 'three';
import { FileError } from '../../model/own-data.js';
import type { CornerBoxes, Point } from './corner-boxes.js';

/** Returns the position of a vertex in world coordinates. */
type Place = (index: number) => Point;
/** Vertex indices in draw order. */
type Order = readonly number[];

function orderOf({ index, attributes }: BufferGeometry): Order {
  const count = index?.count ?? attributes.position?.count ?? 0;
  return Array.from({ length: count }, (_, i) => (index ? index.getX(i) : i));
}

/** Adds items of `corners` vertices. Each item starts `step` vertices after the previous item. */
function addItems(
  boxes: CornerBoxes,
  order: Order,
  place: Place,
  corners: 1 | 2 | 3,
  step: number,
): void {
  for (let first = 0; first + corners <= order.length; first += step) {
    boxes.add(order.slice(first, first + corners).map(place));
  }
}

type Drawn = Mesh | Line | Points;

/** Returns vertex positions transformed by `matrix`, with skins and morph targets. */
function placeIn(object: Drawn, matrix: Matrix4): Place {
  const { position } = object.geometry.attributes;
  const isBent = 'isSkinnedMesh' in object || object.geometry.morphAttributes.position;
  const target = new Vector3();
  return (i) => {
    if (i >= position.count) {
      throw new FileError(
        `The file refers to vertex ${i}, but has only ${position.count} vertices.`,
      );
    }
    if ('isMesh' in object && isBent) object.getVertexPosition(i, target);
    else target.fromBufferAttribute(position, i);
    const { x, y, z } = target.applyMatrix4(matrix);
    return [x, y, z];
  };
}

function addDrawn(boxes: CornerBoxes, object: Drawn, matrix: Matrix4): void {
  if (!object.geometry.attributes.position) return;
  const order = orderOf(object.geometry);
  const place = placeIn(object, matrix);
  const isLine = 'isLine' in object && !('isLineSegments' in object);
  const corners = 'isMesh' in object ? 3 : 'isPoints' in object ? 1 : 2;
  addItems(boxes, order, place, corners, isLine ? 1 : corners);
  if ('isLineLoop' in object && order.length > 1) {
    boxes.add([order[order.length - 1], order[0]].map(place));
  }
}

/** Adds the triangles or points of a geometry, without transforming its positions. */
export function addGeometry(boxes: CornerBoxes, geometry: BufferGeometry, corners: 1 | 3): void {
  const { position } = geometry.attributes;
  const place = (i: number): Point => [position.getX(i), position.getY(i), position.getZ(i)];
  addItems(boxes, orderOf(geometry), place, corners, corners);
}

/** Adds everything that a scene draws, including instances. */
export function addScene(boxes: CornerBoxes, scene: Object3D): void {
  const matrix = new Matrix4();
  scene.updateMatrixWorld(true);
  scene.traverseVisible((object) => {
    if (!('geometry' in object)) return;
    const drawn = object as Drawn;
    if (!(object instanceof InstancedMesh)) addDrawn(boxes, drawn, object.matrixWorld);
    else
      for (let i = 0; i < object.count; i++) {
        object.getMatrixAt(i, matrix);
        addDrawn(boxes, drawn, matrix.premultiply(object.matrixWorld));
      }
  });
}
