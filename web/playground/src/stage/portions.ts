/**
 * A picture that is more than a processor draws at once, cut into portions: each frame draws one over what is there
 * already, in the order in which the renderer would have drawn them all, so that the last one makes the same picture.
 */

import type { Scene, WebGLRenderer } from 'three';
import { type DrawnPart, drawnPartsOf } from './drawn-parts.js';

/** Some of the boxes of a drawing. */
interface Part {
  readonly drawing: DrawnPart;
  readonly from: number;
  readonly count: number;
}

/** What makes no more than so many portions is drawn at once. */
const FEW = 6;

/** Portions of at most `limit` corners each, or of one box: small drawings share one, parts of a large one do not. */
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
  /** Of the picture that was begun; one of everything where it is drawn at once. */
  private portions: readonly (readonly Part[])[] = [];
  private drawings: readonly DrawnPart[] = [];
  private next = 0;

  constructor(
    private readonly renderer: WebGLRenderer,
    private readonly scene: Scene,
    private readonly mostCorners: number,
  ) {}

  /** Draws the next portion, or the first one of a new picture; how much of it is there then, up to 1. */
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
    const isMuch = corners > FEW * this.mostCorners;
    this.portions = isMuch ? portionsOf(this.drawings, this.mostCorners) : [];
  }

  /** Renders over what is there, or over nothing. */
  private over(isThere: boolean, render: () => void): void {
    const { renderer, scene } = this;
    const { background } = scene;
    // a color in the background is cleared to, whatever `autoClear` says
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
