/** What a clip shows: the stage, cut to the shape of the clip around what the panels leave free, and a caption below. */

import type { Insets } from '../../stage/views.js';

export interface Shape {
  readonly width: number;
  readonly height: number;
}

export const shapes = {
  wide: { width: 1280, height: 720 },
  square: { width: 960, height: 960 },
  tall: { width: 720, height: 1280 },
} as const satisfies Record<string, Shape>;
export type ShapeName = keyof typeof shapes;

export interface Colors {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
}

export interface Words {
  readonly caption: string;
  /** Where it comes from, below. */
  readonly source: string;
  /** What stands in each view, where there are two, and where in the picture its title has room: middle and top. */
  readonly views: readonly {
    readonly title: string;
    readonly middle: number;
    readonly top: number;
  }[];
}

const EDGE = 28;
const CAPTION_SIZE = 25;
const SOURCE_SIZE = 17;
const LEADING = 1.3;
const MOST_LINES = 4;
const FAMILY = 'system-ui, sans-serif';

interface Cut {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The part of a picture that has the wanted proportions, holds what is free, and lies within the picture if it can. */
export function cutOf(picture: Shape, free: Insets, wanted: Shape): Cut {
  const width = Math.max(picture.width - free.left - free.right, 1);
  const height = Math.max(picture.height - free.top - free.bottom, 1);
  const ratio = wanted.width / wanted.height;
  const wide = Math.max(width, height * ratio);
  const high = wide / ratio;
  const within = (middle: number, length: number, most: number) =>
    length >= most
      ? (most - length) / 2
      : Math.min(Math.max(middle - length / 2, 0), most - length);
  return {
    x: within(free.left + width / 2, wide, picture.width),
    y: within(free.top + height / 2, high, picture.height),
    width: wide,
    height: high,
  };
}

/** In as many lines as there is room for; words that are left over end in dots. */
export function linesOf(
  text: string,
  room: number,
  widthOf: (text: string) => number,
  most = MOST_LINES,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || widthOf(longer) <= room) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${lines[most - 1]} …`];
}

/** Draws one frame; `picture` holds what was drawn in this very task. */
export function compose(
  pen: CanvasRenderingContext2D,
  picture: HTMLCanvasElement,
  { free, words, colors }: { free: Insets; words: Words; colors: Colors },
): void {
  const { height, width } = pen.canvas;
  pen.font = `600 ${CAPTION_SIZE}px ${FAMILY}`;
  const lines = linesOf(words.caption, width - 2 * EDGE, (text) => pen.measureText(text).width);
  const step = CAPTION_SIZE * LEADING;
  const bar = lines.length * step + SOURCE_SIZE * LEADING + EDGE;
  const room = { width, height: height - bar };
  const { x, y, width: wide, height: high } = cutOf(picture, free, room);
  pen.fillStyle = colors.paper;
  pen.fillRect(0, 0, width, height);
  pen.drawImage(picture, x, y, wide, high, 0, 0, room.width, room.height);
  pen.fillStyle = colors.paper;
  pen.fillRect(0, room.height, width, bar);
  pen.fillStyle = colors.ink;
  pen.textAlign = 'center';
  for (const { middle, title, top } of words.views) {
    const down = Math.max(((top - y) / high) * room.height, 0) + EDGE;
    pen.fillText(title, ((middle - x) / wide) * room.width, down, room.width / 2);
  }
  pen.textAlign = 'left';
  lines.forEach((line, i) => {
    pen.fillText(line, EDGE, room.height + EDGE / 2 + CAPTION_SIZE * 0.8 + i * step);
  });
  pen.fillStyle = colors.soft;
  pen.font = `400 ${SOURCE_SIZE}px ${FAMILY}`;
  pen.fillText(words.source, EDGE, height - EDGE / 2, width - 2 * EDGE);
}
