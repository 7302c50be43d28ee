/** The result of a race on a canvas: large enough to be read where pictures are shown small. */

import { count, duration } from '../../ui/format.js';
import type { RaceState } from './race.js';
import { type Heat, heats, type Place, standingOf, verdictOf } from './standings.js';

/** What sites show of a link. */
export const WIDTH = 1200;
export const HEIGHT = 630;

const EDGE = 56;
const GAP = 36;
const SHOWN = 6;
const ROW = 48;
const TOP = 236;

const color = {
  paper: '#14191a',
  ink: '#efece3',
  soft: '#a9b0b1',
  bar: '#2c3537',
  best: '#5fd6b4',
  wrong: '#ff7a6b',
};

const words: Readonly<Record<Heat, string>> = {
  frame: 'Frame',
  pairs: 'All pairs',
  'box-queries': '200 queries',
};

const font = (size: number, weight = 400) => `${weight} ${size}px system-ui, sans-serif`;

type Pen = CanvasRenderingContext2D;

/** Cut with dots where there is no room. */
function fitted(pen: Pen, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text;
  let length = text.length;
  while (length > 1 && pen.measureText(`${text.slice(0, length)}…`).width > room) length--;
  return `${text.slice(0, length).trimEnd()}…`;
}

function write(pen: Pen, text: string, x: number, y: number, room = WIDTH): void {
  pen.fillText(fitted(pen, text, room), x, y);
}

/** In up to so many lines. */
function wrap(pen: Pen, text: string, room: number, most: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const kept = lines.slice(0, most);
  if (lines.length > most) kept[most - 1] = fitted(pen, `${kept[most - 1]} …`, room);
  return kept;
}

function drawPlace(
  pen: Pen,
  place: Place,
  title: string,
  [x, y, room, slowest]: readonly number[],
): void {
  const { level, result, times } = place;
  const isOut = result.status !== 'ok';
  pen.fillStyle = color.bar;
  pen.fillRect(x, y + 10, room, 8);
  pen.fillStyle = level ? color.best : color.soft;
  if (times !== null) pen.fillRect(x, y + 10, (room * times) / slowest, 8);
  pen.font = font(19, level ? 600 : 400);
  const time = result.spread ? duration(result.spread.median) : result.status;
  const wide = pen.measureText(time).width;
  pen.fillStyle = isOut ? color.wrong : color.ink;
  write(pen, time, x + room - wide, y);
  const name = fitted(pen, title, room - wide - 14);
  pen.fillText(name, x, y);
  if (isOut) pen.fillRect(x, y - 7, pen.measureText(name).width, 2);
}

function drawHeat(pen: Pen, heat: Heat, state: RaceState, column: number): void {
  const room = (WIDTH - 2 * EDGE - 2 * GAP) / 3;
  const x = EDGE + column * (room + GAP);
  const standing = standingOf(heat, state.results);
  const titleOf = (key: string) => state.titles[key] ?? key;
  pen.fillStyle = color.ink;
  pen.font = font(24, 650);
  write(pen, words[heat], x, TOP - 76);
  pen.font = font(16);
  pen.fillStyle = color.soft;
  wrap(pen, verdictOf(standing, titleOf), room, 2).forEach((line, i) => {
    write(pen, line, x, TOP - 50 + 20 * i, room);
  });
  const shown = standing.places.slice(0, SHOWN);
  const slowest = Math.max(1, ...shown.map(({ times }) => times ?? 1));
  shown.forEach((place, i) => {
    drawPlace(pen, place, titleOf(place.contender), [x, TOP + 20 + i * ROW, room, slowest]);
  });
  pen.font = font(15);
  pen.fillStyle = color.soft;
  const { equal, places } = standing;
  const hash = state.expected[heat]?.hash ?? '';
  write(pen, `${equal} of ${places.length} results agree · ${hash}`, x, HEIGHT - 92, room);
}

export function drawCard(canvas: HTMLCanvasElement, state: RaceState, browser: string): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { course, scene } = state;
  pen.fillStyle = color.paper;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = color.best;
  pen.fillRect(0, 0, WIDTH, 8);
  pen.fillStyle = color.ink;
  pen.font = font(40, 700);
  const title = `${scene}: ${count(course.n)} boxes in ${course.dimensions}D`;
  write(pen, title, EDGE, 84, WIDTH - 2 * EDGE);
  pen.font = font(19);
  pen.fillStyle = color.soft;
  const structures = Object.keys(state.titles).length;
  write(pen, `Race of ${structures} spatial structures, median times`, EDGE, 118);
  heats.forEach((heat, column) => {
    drawHeat(pen, heat, state, column);
  });
  pen.font = font(18);
  pen.fillStyle = color.soft;
  const where = `Sapwood playground · ${browser}, ${navigator.hardwareConcurrency} cores`;
  const rounds = `${state.done} rounds, ${new Date().toISOString().slice(0, 10)}`;
  write(pen, `${where} · ${rounds}`, EDGE, HEIGHT - 36, WIDTH - 2 * EDGE);
}
