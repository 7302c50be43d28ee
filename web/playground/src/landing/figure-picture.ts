/**
 * Draws one frame of the figure: all boxes, the boxes that the query tested, and the boxes that the
 * query circle touches.
 */

import type { Moment } from './story.js';
import { CELL, LENS_RADIUS, WORLD } from './swarm.js';
import type { TreeBranches } from './tree-branches.js';

export interface Found {
  readonly boxes: Float32Array;
  readonly hits: Uint32Array;
  /** Nodes of the tree; null for other methods. */
  readonly branches: TreeBranches | null;
}

interface Colors {
  readonly box: string;
  readonly hit: string;
  readonly node: string;
  readonly query: string;
  readonly tested: string;
}

/** Opacity of boxes that the query does not test. */
const SKIPPED = 0.25;

function colorsOf(element: Element): Colors {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    box: of('--box'),
    hit: of('--hit'),
    node: of('--node'),
    query: of('--query'),
    tested: of('--ink'),
  };
}

type Corners = readonly [number, number, number, number];

function overlaps(bounds: Float32Array, at: number, [x0, y0, x1, y1]: Corners): boolean {
  return bounds[at] <= x1 && bounds[at + 2] >= x0 && bounds[at + 1] <= y1 && bounds[at + 3] >= y0;
}

function inLens(bounds: Float32Array, at: number, [x, y]: readonly [number, number]): boolean {
  const dx = Math.max(bounds[at] - x, 0, x - bounds[at + 2]);
  const dy = Math.max(bounds[at + 1] - y, 0, y - bounds[at + 3]);
  return dx * dx + dy * dy <= LENS_RADIUS * LENS_RADIUS;
}

/**
 * Returns an array with 1 for each node that the query tests: the root, and the children of
 * branches that the query circle touches. All other values are 0.
 */
function visitedNodes({ bounds, children, items }: TreeBranches, lens: Moment['lens']): Uint8Array {
  const visited = new Uint8Array(items.length);
  visited[0] = 1;
  for (let node = 0; node < items.length; node++) {
    if (!visited[node] || items[node] >= 0 || !inLens(bounds, 4 * node, lens)) continue;
    visited[children[node]] = visited[children[node] + 1] = 1;
  }
  return visited;
}

function cellsAround([x, y]: Moment['lens']): Corners {
  const low = (v: number) => Math.floor((v - LENS_RADIUS) / CELL) * CELL;
  const high = (v: number) => (Math.floor((v + LENS_RADIUS) / CELL) + 1) * CELL;
  return [low(x), low(y), high(x), high(y)];
}

export class FigurePicture {
  readonly #context: CanvasRenderingContext2D;
  #colors: Colors;

  constructor(readonly canvas: HTMLCanvasElement) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The browser has no 2D canvas.');
    this.#context = context;
    this.#colors = colorsOf(canvas);
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', () => {
      this.#colors = colorsOf(canvas);
    });
  }

  resize(): void {
    const { clientHeight, clientWidth } = this.canvas;
    const ratio = Math.min(window.devicePixelRatio, 2);
    const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (this.canvas.width === width && this.canvas.height === height) return;
    this.canvas.width = width;
    this.canvas.height = height;
  }

  /** Draws several moments next to each other, each in its own column. */
  draw(all: readonly { readonly moment: Moment; readonly found: Found }[]): void {
    const { canvas } = this;
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const scale = Math.min(canvas.width / WORLD.width, canvas.height / WORLD.height);
    const top = (canvas.height - scale * WORLD.height) / 2;
    const width = WORLD.width / all.length;
    for (const [i, { moment, found }] of all.entries()) {
      // the column shows only the part of the world around the query circle
      const left = Math.min(Math.max(0, moment.lens[0] - width / 2), WORLD.width - width);
      context.setTransform(scale, 0, 0, scale, scale * (i * width - left), top);
      context.save();
      context.beginPath();
      context.rect(left, 0, width, WORLD.height);
      context.clip();
      this.#drawOne(moment, found);
      context.restore();
    }
  }

  #drawOne(moment: Moment, found: Found): void {
    const tested = this.#tested(moment, found);
    if (moment.method === 'grid') this.#drawGrid(moment);
    if (found.branches) this.#drawBranches(moment, found.branches);
    this.#drawBoxes(moment, found.boxes, tested);
    this.#drawHits(moment, found);
    this.#drawLens(moment);
  }

  /**
   * Returns an array with 1 for each item that the query has tested so far, and 0 for other items.
   */
  #tested(moment: Moment, { boxes, branches }: Found): Uint8Array {
    const count = boxes.length / 4;
    const tested = new Uint8Array(count);
    if (branches) {
      const visited = visitedNodes(branches, moment.lens);
      for (const [node, item] of branches.items.entries()) {
        if (item >= 0) tested[item] = visited[node];
      }
    } else if (moment.method === 'grid') {
      const around = cellsAround(moment.lens);
      for (let i = 0; i < count; i++) tested[i] = Number(overlaps(boxes, 4 * i, around));
    } else {
      tested.fill(1, 0, Math.ceil(moment.wave * count));
    }
    return tested;
  }

  #drawBoxes(moment: Moment, boxes: Float32Array, tested: Uint8Array): void {
    const isAll = moment.method === 'all';
    // for brute force, tested boxes are highlighted; for grid and tree, boxes that are not tested
    // are faded
    const dim = isAll ? 0.5 : 1 - (1 - SKIPPED) * Math.min(1, moment.levels / 6);
    for (const isTested of [0, 1]) {
      const isLit = isTested === 1 && isAll;
      this.#context.fillStyle = isLit ? this.#colors.tested : this.#colors.box;
      this.#context.globalAlpha = isTested ? 1 : dim;
      this.#fill(boxes, (i) => tested[i] === isTested);
    }
    this.#context.globalAlpha = 1;
  }

  #fill(boxes: Float32Array, isWanted: (item: number) => boolean): void {
    for (let i = 0; i < boxes.length / 4; i++) {
      if (!isWanted(i)) continue;
      const [x0, y0, x1, y1] = boxes.subarray(4 * i, 4 * i + 4);
      this.#context.fillRect(x0, y0, x1 - x0, y1 - y0);
    }
  }

  #drawHits({ method, wave }: Moment, { boxes, hits }: Found): void {
    const passed = method === 'all' ? Math.ceil((wave * boxes.length) / 4) : boxes.length;
    const found = new Set(hits);
    this.#context.fillStyle = this.#colors.hit;
    this.#fill(boxes, (i) => i < passed && found.has(i));
  }

  #drawBranches({ levels, lens }: Moment, branches: TreeBranches): void {
    const context = this.#context;
    const visited = visitedNodes(branches, lens);
    context.strokeStyle = this.#colors.node;
    for (const [node, item] of branches.items.entries()) {
      const level = branches.levels[node];
      if (item >= 0 || level > levels) continue;
      const [x0, y0, x1, y1] = branches.bounds.subarray(4 * node, 4 * node + 4);
      const isVisited = visited[node] === 1;
      context.globalAlpha = isVisited ? 0.9 : 0.1;
      context.lineWidth = isVisited ? Math.max(1, 3 - 0.25 * level) : 1;
      context.strokeRect(x0, y0, x1 - x0, y1 - y0);
    }
    context.globalAlpha = 1;
  }

  #drawGrid({ lens }: Moment): void {
    const context = this.#context;
    const [x0, y0, x1, y1] = cellsAround(lens);
    context.strokeStyle = this.#colors.node;
    context.lineWidth = 1;
    const cross = (left: number, top: number, right: number, bottom: number) => {
      context.beginPath();
      for (let x = left; x <= right; x += CELL) {
        context.moveTo(x, top);
        context.lineTo(x, bottom);
      }
      for (let y = top; y <= bottom; y += CELL) {
        context.moveTo(left, y);
        context.lineTo(right, y);
      }
      context.stroke();
    };
    context.globalAlpha = 0.2;
    cross(0, 0, WORLD.width, WORLD.height);
    context.globalAlpha = 1;
    cross(x0, y0, x1, y1);
  }

  #drawLens({ lens: [x, y] }: Moment): void {
    const context = this.#context;
    context.strokeStyle = this.#colors.query;
    context.lineWidth = 2.5;
    context.beginPath();
    context.arc(x, y, LENS_RADIUS, 0, 2 * Math.PI);
    context.stroke();
  }
}
