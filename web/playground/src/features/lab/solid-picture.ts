/** A body in space, a volume around it, and the neighbors as the volume sorts them; seen from above a corner. */

import { hullOf, type Point } from './polygons.js';
import type { SolidVolume } from './solid-volumes.js';
import { dot, type Solid, type Vec } from './solids.js';
import type { SpaceSetting } from './space-setting.js';
import { sheetOf, trace } from './volume-picture.js';
import type { Outcome } from './volume-trial.js';

const RIGHT: Vec = [0.8, 0, -0.6];
const UP: Vec = [-0.3, 0.866, -0.4];
const SHOWN = 1.7;

const seen = (point: Vec): Point => [dot(point, RIGHT), dot(point, UP)];
const outlineOf = ({ corners }: Solid): Point[] => hullOf(corners.map(seen));

export function drawSolidOutcome(
  canvas: HTMLCanvasElement,
  setting: SpaceSetting,
  { states, volume }: Outcome<SolidVolume>,
  angle: number,
): void {
  const sheet = sheetOf(canvas, SHOWN);
  if (!sheet) return;
  const { context, pixel, color } = sheet;
  // color is not all that tells them: hits are full, false alarms hollow and thick; the others would hide all of it
  setting.neighbors.forEach(({ pieces }, i) => {
    if (states[i] === 0) return;
    context.lineWidth = 1.6 * pixel;
    context.strokeStyle = color('--stuck');
    context.fillStyle = color('--hit');
    for (const piece of pieces) {
      trace(context, outlineOf(piece));
      if (states[i] === 2) context.fill();
      else context.stroke();
    }
  });
  const pieces = setting.piecesAt(angle);
  context.fillStyle = color('--ink-soft');
  context.globalAlpha = 0.75;
  for (const piece of pieces) {
    trace(context, outlineOf(piece));
    context.fill();
  }
  context.globalAlpha = 1;
  context.lineWidth = pixel;
  context.strokeStyle = color('--field');
  strokeEdges(context, pieces);
  context.lineWidth = 1.8 * pixel;
  context.strokeStyle = color('--ink');
  strokeVolume(context, volume);
}

function strokeEdges(context: CanvasRenderingContext2D, solids: readonly Solid[]): void {
  context.beginPath();
  for (const { edges } of solids) {
    for (const [from, to] of edges) {
      context.moveTo(...seen(from));
      context.lineTo(...seen(to));
    }
  }
  context.stroke();
}

function strokeVolume(context: CanvasRenderingContext2D, { ball, solid }: SolidVolume): void {
  if (solid) strokeEdges(context, [solid]);
  if (!ball) return;
  context.beginPath();
  context.arc(...seen(ball.center), ball.radius, 0, 2 * Math.PI);
  context.stroke();
}
