/** The card of a race: who is out is struck through and red, everybody else has a time and a bar. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { HeatResult } from '../../../web/playground/src/bench/messages.js';
import { drawCard } from '../../../web/playground/src/features/race/card.js';
import type { RaceState } from '../../../web/playground/src/features/race/race.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 4 });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

type Rect = readonly [x: number, y: number, width: number, height: number];

/** Remembers words and bars with their colors; each letter is ten pixels wide. */
class PlainPen {
  fillStyle = '';
  font = '';
  readonly words: { text: string; color: string; x: number; y: number }[] = [];
  readonly rects: { rect: Rect; color: string }[] = [];

  measureText(text: string): { readonly width: number } {
    return { width: 10 * text.length };
  }

  fillText(text: string, x: number, y: number): void {
    this.words.push({ text, color: this.fillStyle, x, y });
  }

  fillRect(...rect: Rect): void {
    this.rects.push({ rect, color: this.fillStyle });
  }
}

const timed = (contender: string, median: number): HeatResult => ({
  ...{ heat: 'pairs', contender, status: 'ok', samples: 9, found: null },
  spread: { min: median, p25: median, median, p75: median },
});
const out = (contender: string, status: 'wrong' | 'failed'): HeatResult => ({
  ...{ heat: 'pairs', contender, status, samples: 0, found: null, spread: null },
});

test('who is wrong or failed is told from who is slow', () => {
  const pen = new PlainPen();
  const results = [timed('fast', 1), timed('slow', 4), out('liar', 'wrong'), out('gone', 'failed')];
  const state = {
    ...{ course: { n: 90, dimensions: 2 }, scene: 'Uniform', done: 9, stage: 'done', expected: {} },
    ...{ results, titles: { fast: 'Fast', slow: 'Slow', liar: 'Liar', gone: 'Gone' } },
  } as unknown as RaceState;
  const canvas = { getContext: () => pen } as unknown as HTMLCanvasElement;
  drawCard(canvas, state, 'Browser 1');
  const written = (text: string) => pen.words.filter((word) => word.text === text);
  const colorOf = (text: string) => written(text)[0]?.color;
  const ink = colorOf('Fast');
  const red = colorOf('Liar');
  expect(red).not.toBe(ink);
  expect(['Slow', 'Gone', 'wrong', 'failed'].map(colorOf)).toEqual([ink, red, red, red]);
  // lines through names, as wide as these
  const lines = pen.rects.filter(({ color }) => color === red).map(({ rect }) => rect);
  expect(lines).toEqual(
    ['Liar', 'Gone'].map((name) => {
      const [{ x, y }] = written(name);
      return [x, y - 7, 40, 2];
    }),
  );
  // a bar is as long as the time: the slowest has the longest
  const bars = ['Fast', 'Slow', 'Liar'].map((name) => {
    const [{ x, y }] = written(name);
    const here = pen.rects.filter(({ rect }) => rect[0] === x && rect[1] === y + 10);
    return here.map(({ rect }) => rect[2] / here[0].rect[2]);
  });
  expect(bars).toEqual([[1, 0.25], [1, 1], [1]]);
});
