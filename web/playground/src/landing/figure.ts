/**
 * Live figure with moving boxes, a query circle that follows the pointer, and three search methods.
 * Each frame runs all loaded methods and shows their numbers of tests. Without interaction, the
 * figure repeats an animation of eight seconds, which the code calls the story.
 */

import { DynamicTree } from 'sapwood/2d/slim';
import { FigurePicture, type Found } from './figure-picture.js';
import { MethodRows } from './method-rows.js';
import { type Finder, Finders, type Method, methods, testsOf } from './methods.js';
import { type Moment, momentOf, storyAt } from './story.js';
import { LENS_RADIUS, placeBoxes, WORLD } from './swarm.js';
import { treeBranches } from './tree-branches.js';

const captions: Record<Method, string> = {
  all: 'Check all: every box is tested.',
  grid: 'Grid: only the boxes in the cells under the lens are tested.',
  tree: 'Tree: if the lens misses a large box, everything in it is skipped.',
};

const STILLS = 'Check all, grid and tree test different boxes.';

/**
 * Maximum seconds that one frame adds to the animation time. It prevents a jump of the animation
 * after the tab was hidden.
 */
const MAX_FRAME = 0.1;

export class Figure {
  readonly boxes: Float32Array;
  readonly #finders = new Finders();
  readonly #picture: FigurePicture;
  readonly #rows: MethodRows;
  readonly #caption: HTMLElement;
  readonly #out: Uint32Array;
  #time = 0;
  #last = 0;
  #frame = 0;
  #inView = false;
  #paused = false;
  /**
   * Method that the user selected; null before a selection, while the animation selects the method.
   */
  #chosen: Method | null = null;
  #lens: [number, number] | null = null;
  #shown: Moment = storyAt(0);
  #hits: Uint32Array = new Uint32Array(0);

  constructor(host: HTMLElement, canvas: HTMLCanvasElement, count: number) {
    this.boxes = new Float32Array(4 * count);
    this.#out = new Uint32Array(count);
    this.#picture = new FigurePicture(canvas);
    this.#caption = host.querySelector('#figure-caption') as HTMLElement;
    this.#rows = new MethodRows(host, (method) => {
      this.#chosen = method;
      this.request();
    });
    canvas.addEventListener('pointermove', (event) => this.#follow(event));
    canvas.addEventListener('pointerdown', (event) => this.#follow(event));
    canvas.addEventListener('pointerleave', () => {
      this.#lens = null;
    });
    new ResizeObserver(() => this.request()).observe(canvas);
    new IntersectionObserver((entries) => {
      this.#inView = entries.some(({ isIntersecting }) => isIntersecting);
      this.request();
    }).observe(canvas);
    this.render();
  }

  get moment(): Moment {
    return this.#shown;
  }

  /** Items that the query circle touches, in arbitrary order. */
  get hits(): Uint32Array {
    return this.#hits;
  }

  set paused(paused: boolean) {
    this.#paused = paused;
    this.request();
  }

  /** Requests a frame. Unless the figure is paused, each frame then requests the next frame. */
  request(): void {
    if (this.#frame !== 0 || !this.#inView) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      const passed = Math.min((now - this.#last) / 1000, MAX_FRAME);
      this.#last = now;
      if (!this.#paused) this.#time += passed;
      this.render();
      if (!this.#paused) this.request();
    });
  }

  render(): void {
    placeBoxes(this.boxes, this.#time);
    this.#shown = this.#moment();
    const isUntouched = this.#chosen === null && this.#lens === null;
    const stills = this.#paused && isUntouched && this.#time === 0;
    const moments = stills ? methods.map((method) => momentOf(method, 0)) : [this.#shown];
    const all = moments.map((moment) => ({ moment, found: this.#find(moment) }));
    this.#hits = all[all.length - 1].found.hits;
    this.#picture.resize();
    this.#picture.draw(all);
    const tests = this.#count(moments[0]);
    this.#rows.show(tests, this.boxes.length / 4, stills ? null : this.#shown.method);
    const caption = stills ? STILLS : captions[this.#shown.method];
    if (this.#caption.textContent !== caption) this.#caption.textContent = caption;
  }

  #moment(): Moment {
    const moment = this.#chosen === null ? storyAt(this.#time) : momentOf(this.#chosen, this.#time);
    if (this.#lens === null) return moment;
    const { method } = this.#chosen === null ? { method: 'tree' as const } : moment;
    return { ...momentOf(method, 0), lens: this.#lens };
  }

  /** Runs the query with the given method, or with brute force if the method is not loaded yet. */
  #find({ lens, method }: Moment): Found {
    const finder = this.#finders.of(method) ?? (this.#finders.of('all') as Finder);
    finder.build(this.boxes);
    const found = finder.querySphereInto(lens, LENS_RADIUS, this.#out);
    const branches = finder instanceof DynamicTree ? treeBranches(finder, this.boxes) : null;
    return { boxes: this.boxes, hits: this.#out.slice(0, found), branches };
  }

  #count({ lens, method, wave }: Moment): Map<Method, number> {
    const tests = new Map<Method, number>();
    for (const each of methods) {
      const finder = this.#finders.of(each);
      if (!finder) continue;
      finder.build(this.boxes);
      finder.querySphereInto(lens, LENS_RADIUS, this.#out);
      tests.set(
        each,
        Math.round(testsOf(finder) * (each === 'all' && method === 'all' ? wave : 1)),
      );
    }
    return tests;
  }

  #follow(event: PointerEvent): void {
    const { height, left, top, width } = this.#picture.canvas.getBoundingClientRect();
    const scale = Math.min(width / WORLD.width, height / WORLD.height);
    const x = (event.clientX - left) / scale;
    const y = (event.clientY - top - (height - scale * WORLD.height) / 2) / scale;
    this.#lens = [x, y];
    this.request();
  }
}
