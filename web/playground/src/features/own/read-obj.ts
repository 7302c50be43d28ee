/**
 * Boxes from a Wavefront OBJ file. The three.js loader is not used: it draws every second line
 * segment, drops faces mixed with lines, and produces NaN for missing vertices.
 */

import { FileError, type OwnBoxes } from '../../model/own-data.js';
import { CornerBoxes, type Point } from './corner-boxes.js';
import { plainText } from './text-rows.js';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const INDEX = /^([+-]?\d+)(\/[+-]?\d*){0,2}$/;
/** Keywords of curves and surfaces, which are not supported. */
const freeForm = new Set(['curv', 'curv2', 'surf', 'vp', 'cstype', 'deg']);

class ObjReader {
  readonly boxes = new CornerBoxes();
  private readonly points: Point[] = [];

  read(kind: string, words: readonly string[], place: string): void {
    if (kind === 'v') this.points.push(pointOf(words, place));
    else if (kind === 'f' || kind === 'fo') this.addFace(this.cornersOf(words, place), place);
    else if (kind === 'l') this.addLine(this.cornersOf(words, place), place);
    else if (kind === 'p')
      for (const at of this.cornersOf(words, place)) this.boxes.add([at], place);
    else if (freeForm.has(kind)) {
      throw new FileError(
        `${place}: curves and surfaces (${kind}) are not supported. Save the model as polygons.`,
      );
    }
  }

  /** Triangulates a polygon as a fan. */
  private addFace(corners: readonly Point[], place: string): void {
    if (corners.length < 3) throw new FileError(`${place}: a face needs at least 3 vertices.`);
    for (let i = 2; i < corners.length; i++) {
      this.boxes.add([corners[0], corners[i - 1], corners[i]], place);
    }
  }

  private addLine(corners: readonly Point[], place: string): void {
    if (corners.length < 2) throw new FileError(`${place}: a line needs at least 2 vertices.`);
    for (let i = 1; i < corners.length; i++) this.boxes.add([corners[i - 1], corners[i]], place);
  }

  /** Resolves indices, counted from 1 or backwards from the last vertex. */
  private cornersOf(words: readonly string[], place: string): Point[] {
    return words.map((word) => {
      const index = Number(INDEX.exec(word)?.[1] ?? Number.NaN);
      const point = this.points[index < 0 ? this.points.length + index : index - 1];
      if (!point) throw new FileError(`${place}: refers to vertex ${word}, which does not exist.`);
      return point;
    });
  }
}

function pointOf(words: readonly string[], place: string): Point {
  if (words.length < 3) {
    throw new FileError(`${place}: expected 3 coordinates, found ${words.length}.`);
  }
  const wrong = words.slice(0, 3).find((word) => !NUMBER.test(word));
  if (wrong !== undefined) {
    throw new FileError(`${place}: expected a number, found “${wrong}”.`);
  }
  return [Number(words[0]), Number(words[1]), Number(words[2])];
}

export function readObj(text: string): OwnBoxes {
  const reader = new ObjReader();
  let begun = '';
  let first = 0;
  for (const [i, line] of plainText(text).split('\n').entries()) {
    if (begun === '') first = i + 1;
    // a trailing backslash continues the line
    const content = begun + line.replace(/#.*/, '').trimEnd();
    begun = content.endsWith('\\') ? `${content.slice(0, -1)} ` : '';
    if (begun !== '') continue;
    const [kind, ...words] = content.trim().split(/\s+/);
    reader.read(kind, words, `Line ${first}`);
  }
  if (begun !== '') {
    const [kind, ...words] = begun.trim().split(/\s+/);
    reader.read(kind, words, `Line ${first}`);
  }
  return reader.boxes.boxes;
}
