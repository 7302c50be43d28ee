/** Visible parts of a scene in render order: opaque, then transparent. */

import {
  InstancedBufferGeometry,
  InstancedMesh,
  Line,
  type Material,
  Mesh,
  type Object3D,
  Points,
} from 'three';
import { BoxBuffer } from './box-buffer.js';

type Drawn = Mesh | Line | Points;

export interface DrawnPart {
  readonly object: Object3D;
  /** Boxes that can be drawn separately; 1 if the part cannot be split. */
  readonly boxes: number;
  /** Vertices of each box. */
  readonly corners: number;
  /** Restricts drawing to these boxes until the next call. */
  showPart(from: number, count: number): void;
}

function draws(object: Object3D): object is Drawn {
  return object instanceof Mesh || object instanceof Line || object instanceof Points;
}

function isClear({ material }: Drawn): boolean {
  return [material].flat().some(({ transparent }: Material) => transparent);
}

function partOf(object: Drawn): DrawnPart {
  const { geometry } = object;
  const each = geometry.index?.count ?? geometry.getAttribute('position')?.count ?? 0;
  const buffer = BoxBuffer.of(geometry);
  if (geometry instanceof InstancedBufferGeometry && buffer) {
    const showPart = (from: number, count: number) => buffer.showPart(geometry, from, count);
    return { object, boxes: buffer.count, corners: each, showPart };
  }
  const copies = object instanceof InstancedMesh ? object.count : 1;
  return { object, boxes: 1, corners: each * copies, showPart: () => {} };
}

export function drawnPartsOf(scene: Object3D): readonly DrawnPart[] {
  const found: Drawn[] = [];
  scene.traverseVisible((object) => {
    if (draws(object)) found.push(object);
  });
  const order = (a: Drawn, b: Drawn) =>
    Number(isClear(a)) - Number(isClear(b)) || a.renderOrder - b.renderOrder || a.id - b.id;
  return found.sort(order).map(partOf);
}
