/**
 * Bullet hell demo. Each frame builds an index of all boxes with the selected method, and finds all
 * pairs of touching boxes. The ship does not move until the player starts the game.
 */

import { Bullets, SHIP_HALF } from './bullets.js';
import { MethodRows } from './method-rows.js';
import { Finders, loadGrid, type Method, methods, testsOf } from './methods.js';
import { ShipControl } from './ship-control.js';

const FIRST_COUNT = 1000;
const MORE = 1000;
const MAX_BULLETS = 10_000;
const MAX_STEP = 0.05;
/** Time between updates of the displayed numbers. With shorter times, they would be unreadable. */
const NUMBERS_EVERY_MS = 200;

const written = new Intl.NumberFormat('en');

const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;

export class BulletHell {
  /** Number of box tests in the last pair search of each method. */
  readonly tests = new Map<Method, number>();
  method: Method = 'tree';
  hits = 0;
  readonly bullets: Bullets;
  readonly #canvas = find<HTMLCanvasElement>('game-canvas');
  readonly #context = this.#canvas.getContext('2d') as CanvasRenderingContext2D;
  readonly #finders = new Finders();
  readonly #control: ShipControl;
  readonly #rows: MethodRows;
  #isPlayed = false;
  #wasHit = false;
  #paused = false;
  #inView = false;
  #frame = 0;
  #last = 0;
  #numbersAt = 0;
  #searchMs = 0;

  constructor() {
    this.bullets = new Bullets(FIRST_COUNT, this.#aspect);
    const section = this.#canvas.closest('section') as HTMLElement;
    this.#control = new ShipControl(this.#canvas, () => this.play());
    this.#rows = new MethodRows(section, (method) => void this.#choose(method));
    find('game-start').addEventListener('click', () => {
      this.play();
      this.#canvas.focus();
    });
    const more = find<HTMLButtonElement>('more-bullets');
    more.addEventListener('click', () => {
      this.bullets.add(MORE);
      this.#countAll();
      more.disabled = this.bullets.count >= MAX_BULLETS;
      this.#request();
    });
    new IntersectionObserver((entries) => {
      this.#inView = entries.some(({ isIntersecting }) => isIntersecting);
      if (this.#inView) void loadGrid().then(() => this.#countAll());
      this.#request();
    }).observe(this.#canvas);
    new ResizeObserver(() => this.#request()).observe(this.#canvas);
  }

  get #aspect(): number {
    return this.#canvas.clientWidth / this.#canvas.clientHeight;
  }

  set paused(paused: boolean) {
    this.#paused = paused;
    this.#request();
  }

  /** Starts the game, which runs even while the animations of the page are paused. */
  play(): void {
    if (this.#isPlayed) return;
    this.#isPlayed = true;
    find('game-start').hidden = true;
    this.#request();
  }

  async #choose(method: Method): Promise<void> {
    if (method === 'grid') await loadGrid();
    this.method = method;
    this.#request();
  }

  get #runs(): boolean {
    return this.#inView && (this.#isPlayed || !this.#paused);
  }

  #request(): void {
    if (this.#frame !== 0 || !this.#inView) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      const passed = Math.min((now - this.#last) / 1000, MAX_STEP);
      this.#last = now;
      this.#step(this.#runs ? passed : 0);
      this.#draw();
      if (now - this.#numbersAt > NUMBERS_EVERY_MS) this.#showNumbers(now);
      if (this.#runs) this.#request();
    });
  }

  #step(seconds: number): void {
    const { bullets } = this;
    const { direction, target } = this.#control;
    if (target && this.#isPlayed) {
      bullets.ship.x = target.x * bullets.field.width;
      bullets.ship.y = target.y * bullets.field.height;
    }
    bullets.step(seconds, direction);
    const isHit = bullets.touch(this.#search(this.method));
    if (this.#isPlayed && isHit && !this.#wasHit) this.hits++;
    this.#wasHit = isHit;
  }

  #search(method: Method): Uint32Array {
    const finder = this.#finders.of(method);
    if (!finder) return new Uint32Array(0);
    const start = performance.now();
    finder.build(this.bullets.boxes);
    const pairs = finder.pairs();
    this.#searchMs = performance.now() - start;
    this.tests.set(method, testsOf(finder));
    return pairs;
  }

  /**
   * Searches once with each method, to update the test counts of the methods that are not selected.
   */
  #countAll(): void {
    this.bullets.step(0, [0, 0]);
    for (const method of methods) this.#search(method);
  }

  #showNumbers(now: number): void {
    this.#numbersAt = now;
    const count = this.bullets.count + 1;
    this.#rows.show(this.tests, (count * (count - 1)) / 2, this.method);
    const state = [
      `${written.format(this.bullets.count)} bullets`,
      `search ${this.#searchMs.toFixed(1)} ms`,
      this.#isPlayed ? `hits: ${this.hits}` : 'arrow keys, pointer or touch move the ship',
    ];
    find('game-state').textContent = state.join(' · ');
  }

  #resize(): void {
    const ratio = Math.min(window.devicePixelRatio, 2);
    const width = Math.round(this.#canvas.clientWidth * ratio);
    const height = Math.round(this.#canvas.clientHeight * ratio);
    if (this.#canvas.width === width && this.#canvas.height === height) return;
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.bullets.resize(this.#aspect);
  }

  #draw(): void {
    this.#resize();
    const context = this.#context;
    const style = getComputedStyle(this.#canvas);
    const { width, height } = this.#canvas;
    const { field } = this.bullets;
    context.setTransform(width / field.width, 0, 0, height / field.height, 0, 0);
    context.clearRect(0, 0, field.width, field.height);
    context.fillStyle = style.getPropertyValue('--box');
    this.#fillBullets(false);
    context.fillStyle = style.getPropertyValue('--hit');
    this.#fillBullets(true);
    const isHit = this.bullets.flashes[this.bullets.count] > 0;
    context.fillStyle = style.getPropertyValue(isHit ? '--stuck' : '--accent');
    this.#drawShip();
  }

  #fillBullets(flashing: boolean): void {
    const { boxes, count, flashes } = this.bullets;
    for (let i = 0; i < count; i++) {
      if (flashes[i] > 0 !== flashing) continue;
      const x = boxes[4 * i];
      const y = boxes[4 * i + 1];
      this.#context.fillRect(x, y, boxes[4 * i + 2] - x, boxes[4 * i + 3] - y);
    }
  }

  #drawShip(): void {
    const context = this.#context;
    const { x, y } = this.bullets.ship;
    context.beginPath();
    context.moveTo(x, y - 2 * SHIP_HALF);
    context.lineTo(x + 1.4 * SHIP_HALF, y + SHIP_HALF);
    context.lineTo(x - 1.4 * SHIP_HALF, y + SHIP_HALF);
    context.fill();
    // box of the ship in the pair search
    context.strokeStyle = context.fillStyle;
    context.strokeRect(x - SHIP_HALF, y - SHIP_HALF, 2 * SHIP_HALF, 2 * SHIP_HALF);
  }
}
