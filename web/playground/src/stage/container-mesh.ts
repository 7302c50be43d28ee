/**
 * Drawing of the bowl around the bodies: the floor, and the inner face of each wall. Faces are
 * single-sided, so walls between the eye and the bodies are not drawn.
 */

import type { PilePiece } from 'scenes/pile';
import {
  type BufferGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshLambertMaterial,
  PlaneGeometry,
  Vector3,
} from 'three';
import type { Rgb } from './color.js';

const outwards = [
  new Vector3(1, 0, 0),
  new Vector3(-1, 0, 0),
  new Vector3(0, 0, 1),
  new Vector3(0, 0, -1),
] as const;

/** Returns the normal of that side of a wall which faces the axis of the bowl. */
function inwardFace(mesh: Mesh): Vector3 {
  const inwards = new Vector3(-mesh.position.x, 0, -mesh.position.z);
  const facing = (normal: Vector3) => normal.clone().applyQuaternion(mesh.quaternion).dot(inwards);
  return [...outwards].sort((a, b) => facing(b) - facing(a))[0];
}

export class ContainerMesh extends Group {
  private readonly material = new MeshLambertMaterial();
  private readonly square = new PlaneGeometry(2, 2);
  private readonly cylinder = new CylinderGeometry(1, 1, 2, 64);

  constructor(pieces: readonly PilePiece[]) {
    super();
    for (const piece of pieces) {
      this.add(piece.kind === 'cylinder' ? this.floor(piece) : this.wall(piece));
    }
  }

  setColor(color: Rgb): void {
    this.material.color.setRGB(...color, 'srgb');
  }

  /** Does not dispose the material: see `Stage`. */
  override dispose(): void {
    for (const part of [this.square, this.cylinder]) part.dispose();
  }

  private place(geometry: BufferGeometry, { position, rotation }: PilePiece): Mesh {
    const mesh = new Mesh(geometry, this.material);
    mesh.position.set(...position);
    mesh.quaternion.set(...rotation);
    mesh.receiveShadow = true;
    return mesh;
  }

  private floor(piece: PilePiece): Mesh {
    const mesh = this.place(this.cylinder, piece);
    mesh.scale.set(...piece.halfExtents);
    return mesh;
  }

  private wall(piece: PilePiece): Mesh {
    const mesh = this.place(this.square, piece);
    const [hx, hy, hz] = piece.halfExtents;
    const normal = inwardFace(mesh);
    const [depth, width] = normal.x === 0 ? [hz, hx] : [hx, hz];
    mesh.translateOnAxis(normal, depth);
    mesh.rotateY(Math.atan2(normal.x, normal.z));
    mesh.scale.set(width, hy, 1);
    return mesh;
  }
}
