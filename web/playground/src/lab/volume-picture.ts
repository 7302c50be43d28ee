/** A body, a volume around it, and the neighbours as the volume sorts them. */

import type { Point } from './polygons.js';
import { FIELD, type Outcome, type VolumeTrial } from './volume-trial.js';

function trace(context: CanvasRenderingContext2D, polygon: readonly Point[]): void {
  context.beginPath();
  polygon.forEach(([x, y], i) => {
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.closePath();
}

/** Half of the field is shown: the rest is never near. */
const SHOWN = 0.62 * FIELD;

export function drawOutcome(
  canvas: HTMLCanvasElement,
  trial: VolumeTrial,
  { states, volume }: Outcome,
  angle: number,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = Math.min(window.devicePixelRatio, 2);
  const side = Math.round(canvas.clientWidth * ratio);
  if (canvas.width !== side) canvas.width = canvas.height = side;
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const unit = side / (2 * SHOWN);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, side, side);
  context.setTransform(unit, 0, 0, -unit, side / 2, side / 2);
  context.lineWidth = (1.2 * ratio) / unit;
  // colour is not all that tells them: hits are full, false alarms hollow and thick, the others thin
  trial.neighbours.forEach(({ pieces }, i) => {
    const state = states[i];
    context.lineWidth = ((state === 1 ? 2 : 0.8) * ratio) / unit;
    context.strokeStyle = colour(state === 1 ? '--stuck' : state === 2 ? '--hit' : '--field-edge');
    context.fillStyle = colour('--hit');
    for (const piece of pieces) {
      trace(context, piece);
      if (state === 2) context.fill();
      else context.stroke();
    }
  });
  context.fillStyle = colour('--ink-soft');
  for (const piece of trial.piecesAt(angle)) {
    trace(context, piece);
    context.fill();
  }
  context.strokeStyle = colour('--ink');
  context.lineWidth = (1.8 * ratio) / unit;
  if (volume.ball) {
    context.beginPath();
    context.arc(...volume.ball.centre, volume.ball.radius, 0, 2 * Math.PI);
  } else trace(context, volume.outline);
  context.stroke();
}
