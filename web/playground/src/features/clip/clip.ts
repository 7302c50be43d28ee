/** A clip in the making: draws what the stage draws, moves what is to move, and records it. */

import { effect, signal, untracked } from '@preact/signals';
import { presetShown } from '../../model/presets.js';
import { sceneEntry } from '../../model/scene-menu.js';
import { stopAddress, tourStop } from '../../model/tours.js';
import type { Playground } from '../../session/page.js';
import { choicesOf, titlesOf } from '../../session/wanted.js';
import { measureInsets } from '../../stage/views.js';
import { count } from '../../ui/format.js';
import { colorsOf } from '../../ui/sheet.js';
import { type Colors, compose, type ShapeName, shapes } from './composition.js';
import { record, recordedKind } from './recorder.js';

/** Who moves: the scene or its build, the walk of the query, the camera, all stops of a tour, nobody. */
export const movers = ['play', 'steps', 'turn', 'tour', 'still'] as const;
export type Mover = (typeof movers)[number];

export const lengths = [3, 6, 10] as const;
/** Of each stop, where all of a tour are shown. */
const SECONDS_A_STOP = 4;
/** Radians a second. */
const TURN = 0.4;

export type Stage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'recording'; readonly share: number }
  | { readonly kind: 'done'; readonly address: string; readonly video: Blob }
  | { readonly kind: 'failed'; readonly why: string };

export function offeredMovers({
  session,
  settings,
}: Pick<Playground, 'session' | 'settings'>): Mover[] {
  const { build, dim, motion, query, step, tour } = settings;
  const traced = query !== 'none' && !build && (session?.main.trace?.length ?? 0) > 0;
  return movers.filter((mover) => {
    if (mover === 'play') return motion !== 'still' || build !== null;
    if (mover === 'steps') return traced || step !== null;
    if (mover === 'turn') return dim === 3;
    return mover === 'still' || tour !== null;
  });
}

/** What the page itself says of the view: the tour's words, the demonstration's, or what is on the stage. */
export function captionOf({ session, settings, store }: Playground): string {
  const stop = tourStop(settings.tour);
  if (stop) return stop.tour.stops[stop.stop].caption;
  const preset = presetShown(settings, store.catalog);
  if (preset) return preset.sentence;
  const titles = titlesOf(choicesOf(settings), settings);
  const items = session?.source.count ?? settings.n;
  return `${titles} over ${count(items)} boxes: ${sceneEntry(settings.scene).title}`;
}

function pageColors(): Colors {
  const color = colorsOf(document.documentElement);
  return { paper: color('--paper'), ink: color('--ink'), soft: color('--ink-soft') };
}

const nextFrame = () => new Promise(requestAnimationFrame);

export class Clip {
  readonly state = signal<Stage>({ kind: 'ready' });
  readonly shape = signal<ShapeName>('wide');
  readonly mover = signal<Mover>('still');
  readonly seconds = signal<number>(lengths[0]);
  /** Null: what the page says of the view. */
  readonly caption = signal<string | null>(null);
  readonly kind = recordedKind();
  private canvas: HTMLCanvasElement | null = null;
  private ended = false;
  private readonly draw = () => this.compose();
  private readonly stopFollowing: () => void;

  constructor(private readonly playground: Playground) {
    this.mover.value = offeredMovers(playground)[0];
    const { x, y } = playground.stage.size;
    if (y > x) this.shape.value = 'square';
    playground.drawListeners.add(this.draw);
    this.stopFollowing = effect(() => {
      // drawn anew with other words
      this.caption.value;
      this.shape.value;
      untracked(() => playground.invalidate());
    });
  }

  dispose(): void {
    this.ended = true;
    this.stopFollowing();
    this.playground.drawListeners.delete(this.draw);
    this.forget();
  }

  /** The canvas that shows what is recorded; null while there is none. */
  showOn(canvas: HTMLCanvasElement | null): void {
    this.canvas = canvas;
    this.playground.invalidate();
  }

  /** Back to the view. */
  forget(): void {
    const { value } = this.state;
    if (value.kind === 'done') URL.revokeObjectURL(value.address);
    this.state.value = { kind: 'ready' };
  }

  async record(): Promise<void> {
    const { canvas, kind, playground } = this;
    if (!canvas || !kind || this.state.peek().kind === 'recording') return;
    this.forget();
    this.state.value = { kind: 'recording', share: 0 };
    const { play, step } = playground.settings;
    try {
      const video = await this.recorded(canvas, kind);
      if (this.ended) return;
      this.state.value = { kind: 'done', address: URL.createObjectURL(video), video };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.state.value = { kind: 'failed', why };
    } finally {
      if (!this.ended) playground.store.tune({ play, step });
    }
  }

  private async recorded(canvas: HTMLCanvasElement, kind: string): Promise<Blob> {
    const recording = record(canvas, kind);
    try {
      await this.move();
    } finally {
      // whatever happened, nothing goes on recording
      await recording.stop();
    }
    return recording.stop();
  }

  private compose(): void {
    const { canvas, playground } = this;
    const pen = canvas?.getContext('2d');
    if (!canvas || !pen) return;
    const { height, width } = shapes[this.shape.peek()];
    if (canvas.width !== width || canvas.height !== height)
      Object.assign(canvas, { width, height });
    const picture = playground.stage.canvas;
    const host = picture.parentElement;
    if (!host) return;
    // insets are in points, pictures in pixels
    const scale = picture.width / Math.max(playground.stage.size.x, 1);
    const { bottom, left, right, top } = measureInsets(host);
    const free = {
      ...{ left: left * scale, right: right * scale },
      ...{ top: top * scale, bottom: bottom * scale },
    };
    const caption = this.caption.peek() ?? captionOf(playground);
    const source = `Sapwood playground · ${window.location.host}`;
    const words = { caption, source, views: this.viewTitles(scale) };
    compose(pen, picture, { free, colors: pageColors(), words });
  }

  /** Of two views; one is told by the caption. */
  private viewTitles(scale: number) {
    const { settings, stage } = this.playground;
    const { views } = stage.cameras;
    if (views.length < 2) return [];
    const choices = choicesOf(settings);
    return views.map(({ captionTop, free }, view) => ({
      title: `${'AB'[view]}  ${titlesOf(choices.slice(view, view + 1), settings)}`,
      ...{ middle: ((free.left + free.right) / 2) * scale, top: captionTop * scale },
    }));
  }

  private async move(): Promise<void> {
    const { playground } = this;
    const mover = this.mover.peek();
    if (mover === 'tour') return this.takeTour();
    if (mover === 'play') playground.store.tune({ play: true });
    else playground.store.tune({ play: false });
    await this.pass(this.seconds.peek(), (share, passed) => {
      if (mover === 'turn') playground.stage.cameras.turn(TURN * passed);
      if (mover === 'steps') {
        const length = playground.session?.main.trace?.length ?? 0;
        playground.store.tune({ step: Math.round(share * length) });
      }
    });
  }

  private async takeTour(): Promise<void> {
    const { playground } = this;
    const present = tourStop(playground.settings.tour);
    if (!present) return;
    const { tour } = present;
    for (let stop = 0; stop < tour.stops.length && !this.ended; stop++) {
      // the dialog stays open
      playground.store.chooseAddress(`${stopAddress(tour, stop)}&lab=clip`);
      while (playground.status.peek().kind === 'loading' && !this.ended) await nextFrame();
      const done = stop / tour.stops.length;
      await this.pass(SECONDS_A_STOP, () => {}, [done, 1 / tour.stops.length]);
    }
  }

  /** Draws for so long; tells the share that is over and the seconds since the last frame. */
  private async pass(
    seconds: number,
    each: (share: number, passed: number) => void,
    [from, part]: readonly [from: number, part: number] = [0, 1],
  ): Promise<void> {
    const start = performance.now();
    let before = start;
    for (let share = 0; share < 1 && !this.ended; ) {
      await nextFrame();
      const now = performance.now();
      share = Math.min((now - start) / (1000 * seconds), 1);
      each(share, (now - before) / 1000);
      before = now;
      this.playground.invalidate();
      this.state.value = { kind: 'recording', share: from + part * share };
    }
  }
}
