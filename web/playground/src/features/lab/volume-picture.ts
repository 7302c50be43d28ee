/** A body, a volume around it, and the neighbors as the volume sorts them. */

import { colorsOf } from '../../ui/sheet.js';
import { FIELD, type PlaneSetting } from './plane-setting.js';
import type { Point } from './polygons.js';
import type { Outcome } from './volume-trial.js';
import type { Volume } from './volumes.js';

export function trace(context: CanvasRenderingContext2D, polygon: readonly Point[]): void {
  context.beginPath();
  polygon.forEach(([x, y], i) => {
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.closePath();
}

/** Half of the field is shown: the rest is never near. */
const SHOWN = 0.62 * FIELD;

/** A cleared canvas in units of the field, y upwards. */
export interface Sheet {
  readonly context: CanvasRenderingContext2D;
  /** Width of a line of one pixel. */
  readonly pixel: number;
  color(name: string): string;
}

/** Shows half the side of the field that is given. */
export function sheetOf(canvas: HTMLCanvasElement, shown: number): Sheet | null {
  const context = canvas.getContext('2d');
  if (!context) return null;
  const ratio = Math.min(window.devicePixelRatio, 2);
  const side = Math.round(canvas.clientWidth * ratio);
  if (canvas.width !== side) canvas.width = canvas.height = side;
  const unit = side / (2 * shown);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, side, side);
  context.setTransform(unit, 0, 0, -unit, side / 2, side / 2);
  return { context, pixel: ratio / unit, color: colorsOf(canvas) };
}

export function drawOutcome(
  canvas: HTMLCanvasElement,
  setting: PlaneSetting,
  { states, volume }: Outcome<Volume>,
  angle: number,
): void {
  const sheet = sheetOf(canvas, SHOWN);
  if (!sheet) return;
  const { context, pixel, color } = sheet;
  // color is not all that tells them: hits are full, false alarms hollow and thick, the others thin
  setting.neighbors.forEach(({ pieces }, i) => {
    const state = states[i];
    context.lineWidth = (state === 1 ? 2 : 0.8) * pixel;
    context.strokeStyle = color(state === 1 ? '--stuck' : state === 2 ? '--hit' : '--field-edge');
    context.fillStyle = color('--hit');
    for (const piece of pieces) {
      trace(context, piece);
      if (state === 2) context.fill();
      else context.stroke();
    }
  });
  context.fillStyle = color('--ink-soft');
  for (const piece of setting.piecesAt(angle)) {
    trace(context, piece);
    context.fill();
  }
  context.strokeStyle = color('--ink');
  context.lineWidth = 1.8 * pixel;
  if (volume.ball) {
    context.beginPath();
    context.arc(...volume.ball.center, volume.ball.radius, 0, 2 * Math.PI);
  } else trace(context, volume.outline);
  context.stroke();
}
