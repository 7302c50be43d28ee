/**
 * Drawing of a sweep: the sweep axis beside the scene, the intervals of the boxes on this axis, and
 * the slab of the query's interval. Overlapping intervals are in different lanes, which are
 * parallel to the axis.
 */

import type { Object3D } from 'three';
import { longestSide } from '../../model/query-shape.js';
import type { Side } from '../../session/side.js';
import { lanesOf, type SweepView } from '../../session/sweep-view.js';
import { BoxBuffer } from '../../stage/box-buffer.js';
import { BoxLines } from '../../stage/box-lines.js';
import type { Drawing } from '../../stage/drawing.js';
import { PlaneFaces } from '../../stage/plane-faces.js';
import type { StageTheme } from '../../stage/theme.js';
import type { Dimensions, Settings } from '../../state/settings.js';

const INTERVAL_LOOK = { width: 1.6, halo: 0, glow: 0, dash: 0 };
const AXIS_LOOK = { width: 1.6, halo: 0, glow: 0, dash: 0 };
const SLAB_LOOK = { width: 1.3, halo: 0, glow: 0, dash: 6 };

const MAX_LANES: Readonly<Record<Dimensions, number>> = { 2: 20, 3: 12 };
/**
 * Maximum number of boxes whose intervals are drawn. With more boxes, no interval is drawn, because
 * intervals could not be distinguished.
 */
const MAX_INTERVALS = 6000;
/**
 * Distance between lanes, and between lanes and scene, as fractions of the scene's longest side.
 */
const LANE = 0.009;
const MARGIN = 0.05;

const PASSIVE = 0;
const ACTIVE = 1;
const HIT = 2;

/** Returns the axis and the direction in which lanes are added, away from the scene. */
function lanesAway(axis: number, dimensions: Dimensions): readonly [axis: number, sign: number] {
  if (dimensions === 2) return axis === 0 ? [1, -1] : [0, -1];
  // in 3D, lanes for x are in front of the scene, lanes for y to its left, lanes for z to its right
  return axis === 0 ? [2, 1] : [0, axis === 1 ? -1 : 1];
}

/** Returns the scene bounds extended by the lanes. */
export function boundsWithLanes(sceneBounds: Float32Array, axis: number): Float32Array {
  const dimensions = (sceneBounds.length / 2) as Dimensions;
  const [away, sign] = lanesAway(axis, dimensions);
  const wider = sceneBounds.slice();
  const extent = longestSide(sceneBounds) * (MARGIN + LANE * (MAX_LANES[dimensions] + 2));
  wider[away + (sign > 0 ? dimensions : 0)] += sign * extent;
  return wider;
}

export class SweepDrawing implements Drawing {
  private readonly intervals: BoxLines;
  private readonly axis: BoxLines;
  private readonly slab: BoxLines;
  private readonly panes: PlaneFaces | null;
  private drawn: SweepView | null = null;
  private isShown = false;
  private readonly corner: Float32Array;

  constructor(
    private readonly side: Side,
    private readonly sceneBounds: Float32Array,
    private readonly dimensions: Dimensions,
  ) {
    this.corner = new Float32Array(2 * dimensions);
    this.intervals = new BoxLines(dimensions, INTERVAL_LOOK, 'segment');
    this.axis = new BoxLines(dimensions, AXIS_LOOK, 'segment');
    const slab = new BoxBuffer(dimensions);
    this.slab = new BoxLines(slab, SLAB_LOOK);
    this.panes = dimensions === 3 ? new PlaneFaces(slab) : null;
    for (const lines of this.lines) lines.setOrder(4);
  }

  get lines(): readonly BoxLines[] {
    return [this.intervals, this.axis, this.slab];
  }

  get parts(): readonly Object3D[] {
    return this.panes ? [...this.lines, this.panes] : this.lines;
  }

  setTheme(theme: StageTheme): void {
    this.intervals.setColor(PASSIVE, theme.itemLine, 0.4);
    this.intervals.setColor(ACTIVE, theme.swept, 1);
    this.intervals.setColor(HIT, theme.hit, 1);
    this.axis.setColor(PASSIVE, theme.itemLine, 0.9);
    this.axis.setColor(ACTIVE, theme.query, 1);
    this.slab.setEveryColor(theme.swept, 0.8);
    this.panes?.setColor(0, theme.swept, 0.1);
  }

  setSettings({ show }: Settings): void {
    this.isShown = show.has('details');
  }

  refresh(boxes: Float32Array): void {
    const { swept } = this.side;
    const visible = this.isShown && swept !== null;
    for (const part of this.parts) part.visible = visible;
    if (!visible || swept === this.drawn) return;
    this.drawn = swept;
    this.writeIntervals(swept, boxes);
    this.writeAxis(swept);
    this.writeSlab(swept);
    for (const lines of this.lines) {
      lines.finish();
    }
  }

  dispose(): void {
    for (const lines of this.lines) lines.dispose();
    this.panes?.dispose();
  }

  /** Writes an interval as a line in a lane. Lane 0 is the sweep axis itself. */
  private writePiece(
    lines: BoxLines,
    i: number,
    view: SweepView,
    [low, high]: readonly [number, number],
    lane: number,
  ) {
    const { corner, dimensions, sceneBounds } = this;
    const [away, sign] = lanesAway(view.axis, dimensions);
    const reach = longestSide(sceneBounds) * (MARGIN + LANE * lane);
    for (let d = 0; d < dimensions; d++) {
      // the line is at the lower bound of the scene; on z at the upper bound, which is the front
      const beside = d === 2 ? sceneBounds[dimensions + d] : sceneBounds[d];
      corner[d] = corner[dimensions + d] = beside;
    }
    const edge = sign > 0 ? sceneBounds[dimensions + away] : sceneBounds[away];
    corner[away] = corner[dimensions + away] = edge + sign * reach;
    corner[view.axis] = low;
    corner[dimensions + view.axis] = high;
    lines.buffer.copyBox(i, corner, 0);
  }

  private writeIntervals(view: SweepView, boxes: Float32Array): void {
    const { dimensions, intervals, side } = this;
    const { active, axis, order } = view;
    const shown = order.length <= MAX_INTERVALS ? order.length : 0;
    intervals.buffer.resize(shown);
    if (shown === 0) return;
    const state = new Uint8Array(order.length);
    for (const id of active) state[id] = ACTIVE;
    for (let i = 0; i < side.hitCount; i++)
      if (state[side.hits[i]] === ACTIVE) state[side.hits[i]] = HIT;
    const lanes = lanesOf(view, boxes, dimensions, MAX_LANES[dimensions]);
    order.forEach((id, place) => {
      const at = 2 * dimensions * id + axis;
      this.writePiece(
        intervals,
        place,
        view,
        [boxes[at], boxes[at + dimensions]],
        1 + lanes[place],
      );
      intervals.buffer.setMark(place, state[id]);
    });
  }

  /** Writes the sweep axis, and the query's interval on it. */
  private writeAxis(view: SweepView): void {
    const { axis, dimensions, sceneBounds } = this;
    axis.buffer.resize(view.interval ? 2 : 1);
    this.writePiece(
      axis,
      0,
      view,
      [sceneBounds[view.axis], sceneBounds[dimensions + view.axis]],
      0,
    );
    axis.buffer.setMark(0, PASSIVE);
    if (!view.interval) return;
    this.writePiece(axis, 1, view, view.interval, 0);
    axis.buffer.setMark(1, ACTIVE);
  }

  /** Writes both ends of the query's interval: planes across the scene in 3D, lines in 2D. */
  private writeSlab({ axis, interval }: SweepView): void {
    const { corner, dimensions, sceneBounds, slab } = this;
    slab.buffer.resize(interval ? 2 : 0);
    interval?.forEach((end, i) => {
      corner.set(sceneBounds);
      corner[axis] = corner[dimensions + axis] = end;
      slab.buffer.copyBox(i, corner, 0);
      slab.buffer.setMark(i, 0);
    });
  }
}
