/** Triangles and points of PLY and STL files. */

import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js';
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js';
import { FileError, type OwnBoxes } from '../../model/own-data.js';
import { CornerBoxes } from './corner-boxes.js';
import { addGeometry } from './geometry-boxes.js';

const HEAD_BYTES = 4000;

const startOf = (bytes: ArrayBuffer) =>
  new TextDecoder('latin1').decode(
    new Uint8Array(bytes, 0, Math.min(bytes.byteLength, HEAD_BYTES)),
  );

/** Reads a PLY file. If it has no faces, its vertices become points. */
export function readPly(bytes: ArrayBuffer): OwnBoxes {
  const head = startOf(bytes);
  if (!head.startsWith('ply')) throw new FileError('This is not a PLY file.');
  if (/^element\s+(tristrips|edge)\s/m.test(head)) {
    throw new FileError('PLY: strips and edges are not supported. Save the file with faces.');
  }
  const faces = Number(head.match(/^element\s+face\s+(\d+)/m)?.[1] ?? 0);
  const geometry = new PLYLoader().parse(bytes);
  const triangles = (geometry.index?.count ?? 0) / 3;
  // the loader drops faces with more than four vertices
  if (triangles < faces) {
    throw new FileError(
      'PLY: faces with more than 4 corners are not supported. Save the file with triangles.',
    );
  }
  const boxes = new CornerBoxes();
  addGeometry(boxes, geometry, geometry.index ? 3 : 1);
  return boxes.boxes;
}

export function readStl(bytes: ArrayBuffer): OwnBoxes {
  const boxes = new CornerBoxes();
  addGeometry(boxes, new STLLoader().parse(bytes), 3);
  return boxes.boxes;
}
