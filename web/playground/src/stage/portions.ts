/**
 * Splits an image that takes too long for one frame of a software renderer. Each frame draws a
 * portion over the previous portions, in render order, so the final image is the same.
 */

import {
  InstancedBufferGeometry,
  InstancedMesh,
  Line,
  type Material,
  Mesh,
  type Object3D,
  Points,
  type Scene,
  type WebGLRenderer,
} from 'three';
import { BoxBuffer } from './box-buffer.js';

interface Part {
  readonly drawing: DrawnPart;
  readonly from: number;
  readonly count: number;
}

/** Images with at most this number of portions are drawn in one frame. */
const MAX_PORTIONS_AT_ONCE = 6;

/**
 * Splits drawings into portions of at most `limit` vertices, but at least one box. Small drawings
 * can share a portion. Each part of a large drawing is a separate portion.
 */
function portionsOf(drawings: readonly DrawnPart[], limit: number): Part[][] {
  const portions: Part[][] = [];
  let room = -1;
  for (const drawing of drawings) {
    const { boxes, corners } = drawing;
    const size = boxes * corners;
    if (size <= limit) {
      if (size > room) {
        portions.push([]);
        room = limit;
      }
      portions[portions.length - 1].push({ drawing, from: 0, count: boxes });
      room -= size;
    } else {
      const step = Math.max(1, Math.floor(limit / corners));
      for (let from = 0; from < boxes; from += step) {
        portions.push([{ drawing, from, count: Math.min(step, boxes - from) }]);
      }
      room = -1;
    }
  }
  return portions;
}

export class Portions {
  /** Portions of the current image; empty if the image is drawn in one frame. */
  private portions: readonly (readonly Part[])[] = [];
  private drawings: readonly DrawnPart[] = [];
  private next = 0;

  constructor(
    private readonly renderer: WebGLRenderer,
    private readonly scene: Scene,
    private readonly maxCorners: number,
  ) {}

  /**
   * Draws the next portion, or the first portion if `isNew` is true. Returns the share of the image
   * drawn so far, up to 1.
   */
  draw(isNew: boolean, render: () => void): number {
    if (isNew || this.next >= this.portions.length) this.begin();
    const portion = this.portions[this.next++];
    if (!portion) {
      render();
      return 1;
    }
    this.show(portion);
    this.over(this.next > 1, render);
    this.showAll(portion);
    return this.next / this.portions.length;
  }

  private begin(): void {
    this.next = 0;
    this.drawings = drawnPartsOf(this.scene);
    const corners = this.drawings.reduce((sum, one) => sum + one.boxes * one.corners, 0);
    const isMuch = corners > MAX_PORTIONS_AT_ONCE * this.maxCorners;
    this.portions = isMuch ? portionsOf(this.drawings, this.maxCorners) : [];
  }

  private over(isThere: boolean, render: () => void): void {
    const { renderer, scene } = this;
    const { background } = scene;
    // three.js clears to a background color even if `autoClear` is false
    if (isThere) scene.background = null;
    renderer.autoClear = !isThere;
    render();
    renderer.autoClear = true;
    scene.background = background;
  }

  private show(portion: readonly Part[]): void {
    for (const { object } of this.drawings) object.visible = false;
    for (const { drawing, from, count } of portion) {
      drawing.object.visible = true;
      if (count < drawing.boxes) drawing.showPart(from, count);
    }
  }

  private showAll(portion: readonly Part[]): void {
    for (const { object } of this.drawings) object.visible = true;
    for (const { drawing, count } of portion) {
      if (count < drawing.boxes) drawing.showPart(0, drawing.boxes);
    }
  }
}

type Drawn = Mesh | Line | Points;

interface DrawnPart {
  readonly object: Object3D;
  /** Number of boxes that can be drawn separately; 1 if the drawing cannot be split. */
  readonly boxes: number;
  /** Number of vertices per box. */
  readonly corners: number;
  /** Restricts drawing to `count` boxes, starting with box `from`, until the next call. */
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

function drawnPartsOf(scene: Object3D): readonly DrawnPart[] {
  const found: Drawn[] = [];
  scene.traverseVisible((object) => {
    if (draws(object)) found.push(object);
  });
  const order = (a: Drawn, b: Drawn) =>
    Number(isClear(a)) - Number(isClear(b)) || a.renderOrder - b.renderOrder || a.id - b.id;
  return found.sort(order).map(partOf);
}
