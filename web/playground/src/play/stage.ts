/** Draws a game, and advances it in fixed time steps while the page is open. */

import { effect } from '@preact/signals';
import { PerspectiveCamera, WebGLRenderer } from 'three';
import { onThemeChange, stageTheme } from '../stage/system-theme.js';
import { mode } from '../state/route.js';
import type { Game, Shown } from './game.js';
import { Input } from './input.js';
import {
  deepest,
  firstPerson,
  holdsRay,
  numbers,
  rayNumbers,
  showsContacts,
  showsRay,
  showsTree,
  treeLevel,
} from './play-state.js';

/** Seconds per step. */
const STEP = 1 / 60;
/** Maximum number of time steps per frame. If more steps are due, the game slows down. */
const MAX_STEPS = 4;
const MAX_PIXELS_PER_POINT = 2;
const PUBLISH_STEPS = 30;
/** Minimum milliseconds between updates of the displayed ray numbers. */
const RAY_INTERVAL = 100;

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

export class PlayStage {
  readonly input: Input;
  readonly #renderer: WebGLRenderer;
  readonly #camera = new PerspectiveCamera(60, 1, 0.05, 300);
  readonly #stops: (() => void)[] = [];
  #game: Game | null = null;
  #times: number[] = [];
  #last = 0;
  #rest = 0;
  #frame = 0;
  /** Time of the last update of the displayed ray numbers. */
  #published = 0;
  readonly #shown: Shown = {
    contacts: false,
    firstPerson: false,
    ray: false,
    rayIsHeld: false,
    tree: false,
    treeLevel: 0,
  };

  /** @param host - Element that the canvas fills and that has keyboard focus. */
  constructor(host: HTMLElement) {
    this.#renderer = new WebGLRenderer({ antialias: true });
    this.#renderer.setPixelRatio(Math.min(window.devicePixelRatio, MAX_PIXELS_PER_POINT));
    const canvas = this.#renderer.domElement;
    canvas.setAttribute('aria-hidden', 'true');
    host.prepend(canvas);
    this.input = new Input(host, (pointer) => {
      holdsRay.value = pointer === 'touch' || !holdsRay.value;
    });
    const sizes = new ResizeObserver(() => {
      const { clientHeight: height, clientWidth: width } = host;
      if (width === 0 || height === 0) return;
      this.#renderer.setSize(width, height);
      this.#camera.aspect = width / height;
      this.#camera.updateProjectionMatrix();
    });
    sizes.observe(host);
    this.#stops.push(
      () => sizes.disconnect(),
      onThemeChange((theme) => this.#game?.applyTheme(theme)),
      effect(() => this.#run(mode.value === 'play')),
    );
  }

  play(game: Game): void {
    this.#game?.dispose();
    this.#game = game;
    this.#times = [];
    deepest.value = game.readings.deepest;
    rayNumbers.value = null;
    game.applyTheme(stageTheme());
  }

  restart(): void {
    this.#game?.restart();
  }

  dispose(): void {
    this.#run(false);
    for (const stop of this.#stops) stop();
    this.input.dispose();
    this.#game?.dispose();
    this.#renderer.dispose();
    this.#renderer.domElement.remove();
  }

  #run(runs: boolean): void {
    cancelAnimationFrame(this.#frame);
    this.#last = performance.now();
    if (runs) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  #draw(now: number): void {
    this.#frame = requestAnimationFrame((next) => this.#draw(next));
    const game = this.#game;
    if (!game) return;
    this.#rest = Math.min(this.#rest + (now - this.#last) / 1000, MAX_STEPS * STEP);
    this.#last = now;
    for (; this.#rest >= STEP; this.#rest -= STEP) {
      this.input.read(STEP);
      this.#times.push(game.step(STEP, this.input));
    }
    this.#readOptions();
    game.show(this.#rest / STEP, this.#shown, this.input.aim, this.#camera);
    this.#renderer.render(game.scene, this.#camera);
    if (this.#times.length >= PUBLISH_STEPS) this.#publish(game);
    if (this.#shown.ray && now - this.#published >= RAY_INTERVAL) this.#publishRay(game, now);
  }

  #readOptions(): void {
    const shown = this.#shown;
    shown.contacts = showsContacts.value;
    shown.firstPerson = firstPerson.value;
    shown.tree = showsTree.value;
    shown.treeLevel = treeLevel.value;
    shown.ray = showsRay.value;
    shown.rayIsHeld = holdsRay.value;
    this.input.tapsAim = shown.ray;
  }

  #publishRay({ readings }: Game, now: number): void {
    const { branches, distance, opened, tested } = readings.ray;
    const last = rayNumbers.value;
    this.#published = now;
    if (last?.opened === opened && last.tested === tested && last.distance === distance) return;
    rayNumbers.value = { branches, distance, opened, tested };
  }

  #publish({ readings }: Game): void {
    const { contacts, grounded, position, size } = readings;
    const moveTime = median(this.#times);
    numbers.value = { triangles: size, contacts, grounded, position: [...position], moveTime };
    this.#times = [];
  }
}
