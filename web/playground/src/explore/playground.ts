/** Engine of Explore: keeps the session in sync with the settings, advances it, and draws it. */

import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { OrderLabels } from '../features/order/order-labels.js';
import { EditableSource } from '../model/editable-source.js';
import { queryHandles } from '../model/query-handles.js';
import { Recent } from '../model/recent.js';
import { sceneEntry } from '../model/scene-menu.js';
import { lateModels } from '../session/late-models.js';
import type { Playground, Status } from '../session/page.js';
import { Session } from '../session/session.js';
import {
  choicesOf,
  contentKey,
  indexKey,
  settingOfError,
  sourceKey,
  titlesOf,
} from '../session/setting-keys.js';
import { Handles } from '../stage/handles.js';
import { Pointing } from '../stage/pointing.js';
import type { Stage } from '../stage/stage.js';
import type { View } from '../stage/views.js';
import type { Settings } from '../state/settings.js';
import { prefersStillness } from '../state/stillness.js';
import type { Store } from '../state/store.js';
import { FrameLoop } from './frame-loop.js';
import { NodeFocus } from './node-focus.js';
import { Picture } from './picture.js';
import { SceneFraming } from './scene-framing.js';

/** Milliseconds between updates of the panels' numbers while the scene moves. */
const NUMBERS_EVERY_MS = 200;

/** The picture is simplified when the median duration of `SLOW_FRAMES` frames exceeds this. */
const SLOW_FRAME_MS = 60;
const SLOW_FRAMES = 30;

/**
 * With more items than this, a message is shown before the scene is loaded and before it is
 * indexed.
 */
const MANY_ITEMS = 20_000;

/**
 * Number of simulated frames of falling bodies after which the simulation waits until the browser
 * has painted.
 */
const SETTLING_SLICE = 6;

/** Resolves after the browser painted the current message; immediately for a hidden page. */
function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export class Explorer implements Playground {
  readonly status: ReadonlySignal<Status>;
  /** Counter that is incremented when panels should read live numbers again. */
  readonly numbersVersion: ReadonlySignal<number>;
  /** Rectangles of the views. Every change sets a new array. */
  readonly views: ReadonlySignal<readonly View[]>;
  readonly nodeSelection: NodeFocus;
  readonly pointing: Pointing;
  readonly loop = new FrameLoop((hasChanged) => this.draw(hasChanged));
  /** Milliseconds per frame that all shown structures took for update, pairs and query. */
  readonly structureTimes = new Recent(this.loop.intervals.capacity);
  /** Called after each completed picture. */
  readonly drawListeners = new Set<() => void>();
  session: Session | null = null;
  picture: Picture | null = null;
  source: EditableSource | null = null;
  private readonly state = signal<Status>({ kind: 'loading', text: 'Loading' });
  private readonly currentNumbersVersion = signal(0);
  private readonly laid = signal<readonly View[]>([]);
  private readonly handles: readonly Handles[];
  private readonly numbers: readonly OrderLabels[];
  private readonly framing: SceneFraming;
  private sourceKey = '';
  /** Key of the scene and the query kind for which `placeQuery` ran last. */
  private placed = '';
  private indexKey = '';
  private tour: string | null = null;
  private contentKey = '';
  /** Settings of the last successful load. */
  private lastGood: Settings | null = null;
  /** Number of loads, so that only the latest load takes effect. */
  private loads = 0;
  private openings = 0;
  private credit = 0;
  private lastNumbersUpdate = 0;
  private eased = false;
  /** Whether another page covers the stage. */
  private resting = false;
  /** Whether something changed since the last refresh of the picture. */
  private changed = true;
  /** Whether the view changed since the handles were placed. */
  private viewChanged = true;

  constructor(
    readonly store: Store,
    readonly stage: Stage,
  ) {
    this.status = this.state;
    this.numbersVersion = this.currentNumbersVersion;
    this.views = this.laid;
    this.nodeSelection = new NodeFocus(store, () => this);
    this.pointing = new Pointing(stage, this.nodeSelection);
    this.framing = new SceneFraming(stage, store);
    const host = {
      settings: () => store.settings.value,
      sceneBounds: () => this.session?.source.sceneBounds ?? null,
      change: (patch: Partial<Settings>) => store.tune(patch),
    };
    this.handles = [0, 1].map((view) => new Handles(stage, host, view));
    this.numbers = [0, 1].map((view) => new OrderLabels(stage, view));
    effect(() => {
      const settings = store.settings.value;
      untracked(() => void this.follow(settings));
    });
    effect(() => {
      const kind = store.field('build').value ? 'none' : store.field('query').value;
      for (const handles of this.handles) {
        handles.setHandles(queryHandles(kind, store.field('dim').value));
      }
      this.invalidate();
    });
    effect(() => {
      this.nodeSelection.focus.value;
      this.invalidate();
    });
  }

  get settings(): Settings {
    return this.store.settings.peek();
  }

  /** Requests a frame after a change of camera, size or theme. */
  invalidate(): void {
    this.viewChanged = true;
    this.loop.request();
  }

  /** Refreshes the whole picture, for example after the code of a drawing was loaded. */
  refreshAll(): void {
    this.changed = true;
    this.invalidate();
  }

  /** Pauses or resumes motion and drawing. */
  rest(resting: boolean): void {
    this.resting = resting;
    if (!resting) this.invalidate();
  }

  /** Advances the scene or the shown build by one step, also while paused. */
  step(): void {
    if (!this.session) return;
    if (this.settings.build) this.moveBuild(1);
    else this.advance(1);
    this.loop.request();
  }

  /** Moves the replay of a build by a number of steps, clamped to its first and last step. */
  moveBuild(steps: number): void {
    const { build } = this.settings;
    const last = this.buildLength;
    // the length is unknown before the first step was shown
    if (!build || last === 0) return;
    const at = Math.min(Math.max(Math.min(build.at, last) + steps, 0), last);
    const ends = steps > 0 && at === last;
    this.store.tune({ build: { ...build, at }, ...(ends && { play: false }) });
  }

  moveTrace(steps: number): void {
    const traces = this.session?.sides.map(({ trace }) => trace?.length ?? 0) ?? [];
    const last = Math.max(0, ...traces);
    const now = Math.min(this.settings.step ?? 0, last);
    this.store.tune({ step: Math.min(Math.max(now + steps, 0), last) });
  }

  get buildLength(): number {
    const lengths = this.session?.sides.map(({ building }) => building?.length ?? 0) ?? [];
    return Math.max(0, ...lengths);
  }

  frameCamera(): void {
    const { session } = this;
    if (!session) return;
    this.store.tune({ camera: null });
    this.framing.reset(session, this.settings);
  }

  /** Rebuilds all indices over the same scene. */
  reopen(): void {
    this.open(this.settings);
  }

  restore(): void {
    if (!this.source?.edited) return;
    this.source.edited = null;
    this.reopen();
  }

  private async follow(settings: Settings): Promise<void> {
    if (this.sourceKey !== sourceKey(settings)) await this.load(settings);
    else if (this.startsTourStop(settings)) await this.reopenWithMessage();
    this.picture?.setSettings(settings);
    if (this.session) this.framing.follow(this.session, settings);
    const content = contentKey(settings);
    if (this.contentKey !== content) this.changed = true;
    else this.nodeSelection.follow(this);
    this.contentKey = content;
    this.invalidate();
  }

  /**
   * Whether the settings need new indices: for another structure or option, or for another stop of
   * an example tour. New indices reset all counters.
   */
  private startsTourStop(settings: Settings): boolean {
    const { tour } = settings;
    return this.indexKey !== indexKey(settings) || (tour !== null && tour !== this.tour);
  }

  private async load(settings: Settings): Promise<void> {
    const load = ++this.loads;
    this.sourceKey = sourceKey(settings);
    const { dim, n, seed, motion, moving } = settings;
    const entry = sceneEntry(settings.scene);
    this.state.value = { kind: 'loading', text: `Loading ${entry.title}` };
    if (n > MANY_ITEMS) await painted();
    if (load !== this.loads) return;
    try {
      const source = await entry.load({ dimensions: dim, count: n, seed, motion, moving });
      if (load !== this.loads) {
        source.dispose();
        return;
      }
      this.source?.dispose();
      this.source = new EditableSource(source);
      await this.openWithMessage(() => load === this.loads);
      await source.complete?.();
      await this.settleBodies();
    } catch (error) {
      if (load === this.loads) this.fail(`${entry.title} could not be loaded`, error);
    }
  }

  /** Simulates falling bodies until they rest, for users who prefer reduced motion. */
  private async settleBodies(): Promise<void> {
    const { session, source } = this;
    const frames = source?.settlingFrames ?? 0;
    if (!session || frames === 0 || !prefersStillness()) return;
    for (let i = 1; i <= frames; i++) {
      if (this.session !== session || this.settings.play || this.settings.build) return;
      session.advance(this.settings);
      if (i % SETTLING_SLICE === 0) await painted();
    }
    this.refreshAll();
  }

  private reopenWithMessage(): Promise<void> {
    const opening = ++this.openings;
    return this.openWithMessage(() => opening === this.openings);
  }

  /** Builds the indices for the latest settings. Shows a message first if the scene is large. */
  private async openWithMessage(isCurrent: () => boolean): Promise<void> {
    const { settings, source } = this;
    if (source && source.count > MANY_ITEMS) {
      const titles = titlesOf(choicesOf(settings), settings);
      const text = `Building ${titles} over ${source.count.toLocaleString('en')} boxes`;
      this.state.value = { kind: 'loading', text };
      await painted();
      if (!isCurrent()) return;
    }
    this.open(this.settings);
  }

  private open(settings: Settings): void {
    const { source } = this;
    if (!source) return;
    const choices = choicesOf(settings);
    this.indexKey = indexKey(settings);
    this.tour = settings.tour;
    const sameScene = this.session?.source === source;
    this.session?.dispose();
    this.picture?.dispose();
    this.nodeSelection.forget();
    this.loop.intervals.clear();
    this.structureTimes.clear();
    this.session = null;
    this.picture = null;
    try {
      this.session = new Session(choices, source, settings);
    } catch (error) {
      this.fallBack(`${titlesOf(choices, settings, 'or')} could not be built`, error);
      return;
    }
    this.lastGood = settings;
    this.picture = new Picture(this.stage, this.session);
    this.picture.setSettings(settings);
    this.stage.cameras.setViewCount(choices.length);
    this.framing.open(this.session, settings, sameScene);
    this.changed = true;
    this.state.value = { kind: 'ready' };
    this.currentNumbersVersion.value = this.currentNumbersVersion.peek() + 1;
    this.invalidate();
  }

  private fail(subject: string, error: unknown): void {
    this.state.value = { kind: 'failed', text: `${subject}: ${reasonOf(error)}` };
  }

  /**
   * Restores the settings of the last successful load and shows an error next to the control that
   * caused it.
   */
  private fallBack(subject: string, error: unknown): void {
    const { lastGood, settings } = this;
    if (!lastGood) {
      this.fail(subject, error);
      return;
    }
    this.lastGood = null;
    const sentence = `${subject}: ${reasonOf(error)}. The previous view is kept.`;
    this.store.revertTo(lastGood, { [settingOfError(lastGood, settings)]: sentence });
  }

  private advance(steps: number): void {
    const { session, settings } = this;
    if (!session) return;
    this.attempt('The scene stopped', () => {
      for (let i = 0; i < steps; i++) session.advance(settings);
    });
    this.changed ||= steps > 0;
  }

  /**
   * Runs `work`. If it throws, for example because memory runs out, pauses the scene and shows a
   * message.
   */
  private attempt(subject: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.store.tune({ play: false });
      this.fail(subject, error);
    }
  }

  /** Draws one frame; returns whether another frame is needed. */
  private draw(hasChanged: boolean): boolean {
    if (this.resting) return false;
    const { session, picture, settings } = this;
    const moving = settings.play && session !== null && !document.hidden;
    const { cameras, shareDrawn } = this.stage;
    const isBegun = shareDrawn.peek() < 1 && !hasChanged;
    // the scene advances only after the picture is complete; a camera movement starts a new picture
    if (isBegun && !cameras.update()) return this.render(false) || moving;
    if (moving) {
      this.credit += settings.speed;
      const steps = Math.floor(this.credit);
      if (!settings.build) this.advance(steps);
      else if (steps > 0) this.moveBuild(steps);
      this.credit %= 1;
    }
    if (session && picture && this.changed) {
      this.attempt('The query failed', () => this.refresh(session, picture));
    }
    this.changed = false;
    this.nodeSelection.draw(this);
    const cameraMoves = isBegun || cameras.update();
    picture?.fit();
    const isMore = this.render(hasChanged || moving || cameraMoves);
    if (this.viewChanged) for (const over of [...this.handles, ...this.numbers]) over.place();
    this.viewChanged = false;
    this.laid.value = this.stage.cameras.views;
    this.updateNumbers(moving);
    return moving || cameraMoves || isMore;
  }

  /** Renders the picture or its next portion; returns whether portions are left. */
  private render(isNew: boolean): boolean {
    const isMore = this.stage.render(isNew);
    if (!isMore) for (const listener of this.drawListeners) listener();
    return isMore;
  }

  /** Runs the queries that the picture needs, then updates the picture. */
  private refresh(session: Session, picture: Picture): void {
    const { settings } = this;
    const { color, show, play, step } = settings;
    session.refresh(settings);
    this.placeQuery(session);
    this.structureTimes.add(session.resetWork());
    // computing the overlap of nodes is slow: while the scene plays, compute it only if it is shown
    picture.refresh({
      markPairs: show.has('pairs'),
      withOverlap: !play || color === 'overlap',
      step,
    });
    for (const numbers of this.numbers) {
      numbers.set(session.boxes, picture.inOrder);
      numbers.place();
    }
    this.nodeSelection.follow(this);
  }

  /** Moves a default query without hits to a place with items, once per scene and query kind. */
  private placeQuery({ boxes, main, source }: Session): void {
    const { settings, sourceKey } = this;
    const late = lateModels.peek();
    const key = `${sourceKey} ${settings.query}`;
    if (!late || settings.build || this.placed === key) return;
    this.placed = key;
    // a query in a scene of falling bodies is not moved, because the bodies fall into it
    const finds = main.hitCount > 0 || source.solids.kind === 'bodies';
    if (finds) return;
    const { place } = sceneEntry(settings.scene);
    const patch = late.placeThatHits(settings, place, { boxes, sceneBounds: source.sceneBounds });
    if (patch) this.store.tune(patch);
  }

  private easeWhenSlow(): void {
    const { intervals } = this.loop;
    if (this.eased || intervals.size < SLOW_FRAMES) return;
    if (intervals.percentile(0.5) < SLOW_FRAME_MS) return;
    this.eased = true;
    this.stage.simplify();
  }

  private updateNumbers(moving: boolean): void {
    const now = performance.now();
    if (moving && now - this.lastNumbersUpdate < NUMBERS_EVERY_MS) return;
    this.lastNumbersUpdate = now;
    this.easeWhenSlow();
    this.currentNumbersVersion.value = this.currentNumbersVersion.peek() + 1;
  }
}
