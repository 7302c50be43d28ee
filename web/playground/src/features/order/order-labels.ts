/**
 * Numbers next to the first hits of an ordered query, as elements over the canvas. Screen readers
 * use the list of hits instead.
 */

import { Vector3 } from 'three';
import type { Stage } from '../../stage/stage.js';
import { holds } from '../../stage/views.js';

const MAX_LABELS = 50;
/** Size in CSS pixels. */
const LABEL_WIDTH = 20;
const LABEL_HEIGHT = 17;

export class OrderLabels {
  private readonly layer = document.createElement('div');
  private readonly labels: HTMLSpanElement[] = [];
  /** World positions, three values per label. */
  private places = new Float32Array(0);
  private readonly point = new Vector3();

  constructor(
    private readonly stage: Stage,
    /** Index of the view in which the labels are shown. */
    private readonly view: number,
  ) {
    this.layer.className = 'order-labels';
    this.layer.setAttribute('aria-hidden', 'true');
    stage.canvas.after(this.layer);
  }

  /** Sets labels at the box centers. */
  set(boxes: Float32Array, ids: Uint32Array): void {
    const count = Math.min(ids.length, MAX_LABELS);
    this.places = new Float32Array(3 * count);
    for (let i = 0; i < count; i++) {
      for (let axis = 0; axis < 3; axis++) {
        this.places[3 * i + axis] = (boxes[6 * ids[i] + axis] + boxes[6 * ids[i] + 3 + axis]) / 2;
      }
    }
    while (this.labels.length < count) {
      const label = document.createElement('span');
      label.textContent = String(this.labels.length + 1);
      this.labels.push(label);
      this.layer.append(label);
    }
    for (let i = count; i < this.labels.length; i++) this.labels[i].hidden = true;
  }

  place(): void {
    const { cameras, size } = this.stage;
    const view = cameras.views.at(this.view);
    this.layer.hidden = !view || this.places.length === 0;
    if (!view || this.layer.hidden) return;
    cameras.select(this.view);
    const shownPositions: [left: number, top: number][] = [];
    for (let i = 0; 3 * i < this.places.length; i++) {
      const { x, y, z } = this.point.fromArray(this.places, 3 * i).project(cameras.current);
      const left = ((x + 1) / 2) * size.x;
      const top = ((1 - y) / 2) * size.y;
      const label = this.labels[i];
      // of overlapping labels, only the first is shown
      const covered = shownPositions.some(
        ([x0, y0]) => Math.abs(x0 - left) < LABEL_WIDTH && Math.abs(y0 - top) < LABEL_HEIGHT,
      );
      label.hidden = z > 1 || covered || !holds(view.free, left, top);
      if (!label.hidden) shownPositions.push([left, top]);
      label.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px) translate(-50%, -50%)`;
    }
  }
}
