/**
 * Build that is spread over frames, with a maximum amount of work per frame. Records the work of
 * each frame for the chart, and the unfinished hierarchy for drawing.
 */

import type { RebuildState, SpatialIndex, StructureEntry } from 'sapwood/all';
import { Growth, type Rehearsal, rehearse } from '../model/growth.js';
import { Recent } from '../model/recent.js';
import {
  type BackgroundIndex,
  isBackground,
  isStepwise,
  type StepwiseIndex,
} from '../model/update-methods.js';
import type { Dimensions, OptionChoices } from '../state/settings.js';

const CHART_FRAMES = 120;
/** Frames during which the finished tree is shown before the next build. */
const REST_FRAMES = 45;

/**
 * Names of structure options that set the work per step. If one of these options is set, the page's
 * setting for the work per frame has no effect.
 */
const PACING_OPTIONS = ['buildFrames', 'rebuildFrames', 'rebuildBudget'];

type BuildState = RebuildState | 'in place';

interface BuildTick {
  /** Maximum number of work units in the frame. */
  readonly limit: number;
  /** False if the user advances the scene by a single frame. */
  readonly playing: boolean;
  readonly boxes: Float32Array;
}

export abstract class GradualBuild {
  /** Units of work in each frame. */
  readonly work = new Recent(CHART_FRAMES);
  /** Units of work in the current build so far. */
  spent = 0;
  /** Units of work of a whole build; NaN while unknown. */
  total = Number.NaN;
  /** Number of frames of the current build, or of the last build. */
  frames = 0;
  finished = 0;
  /**
   * Largest number of work units in one frame. `slowest` is the longest time of one frame, in
   * milliseconds.
   */
  maxWork = 0;
  slowest = 0;
  growth: Growth | null = null;
  /** 'stepwise' if the page starts each build, 'background' if the structure starts it. */
  abstract readonly kind: 'stepwise' | 'background';
  abstract readonly states: readonly BuildState[];
  abstract readonly state: BuildState;
  /** Maximum number of work units in the last frame; NaN before the first frame. */
  limit = Number.NaN;
  private chosenLimit = Number.NaN;

  /** `paced` is true if options of the structure set the work limit of each step. */
  constructor(protected readonly paced: boolean) {}

  /** Returns true if a new hierarchy replaced the previous one. */
  advance(frame: BuildTick): boolean {
    // all frames in the chart must have the same work limit, so a new limit clears the chart
    if (frame.limit !== this.chosenLimit) {
      this.work.clear();
      this.maxWork = this.slowest = 0;
      this.chosenLimit = frame.limit;
      if (!this.paced) this.limit = frame.limit;
    }
    return this.advanceFrame(frame);
  }

  protected abstract advanceFrame(frame: BuildTick): boolean;

  protected count(work: number, start: number): void {
    this.slowest = Math.max(this.slowest, performance.now() - start);
    this.work.add(work);
    this.spent += work;
    this.maxWork = Math.max(this.maxWork, work);
  }
}

/** Build that the page starts and advances in steps. The next build starts after a pause. */
class StepwiseBuild extends GradualBuild {
  readonly kind = 'stepwise';
  readonly states = ['building', 'in place'] as const;
  state: BuildState = 'in place';
  private rest = 0;

  constructor(
    private readonly index: StepwiseIndex,
    paced: boolean,
    private readonly rehearsal: (boxes: Float32Array) => Rehearsal,
  ) {
    super(paced);
  }

  protected advanceFrame({ playing, boxes }: BuildTick): boolean {
    if (this.state === 'in place') {
      if (playing && this.rest-- > 0) {
        this.count(0, performance.now());
        return false;
      }
      this.begin(boxes);
    }
    const start = performance.now();
    if (this.paced) this.limit = this.index.stepWork;
    const { done, work } = this.index.stepBuild(this.limit);
    this.count(work, start);
    this.frames++;
    this.growth?.advance(this.spent);
    if (!done) return false;
    this.state = 'in place';
    this.growth = null;
    this.rest = REST_FRAMES;
    this.finished++;
    return true;
  }

  private begin(boxes: Float32Array): void {
    this.index.beginBuild(boxes);
    const rehearsal = this.rehearsal(boxes);
    this.total = rehearsal.total;
    this.growth = new Growth(rehearsal);
    this.spent = 0;
    this.frames = 0;
    this.state = 'building';
  }
}

/** Build that the structure starts. The finished hierarchy is installed in the next frame. */
class BackgroundBuild extends GradualBuild {
  readonly kind = 'background';
  readonly states = [
    'idle',
    'copying',
    'building',
    'mapping',
    'refitting',
    'settling',
    'finished',
  ] as const;
  state: BuildState = 'idle';

  constructor(
    private readonly index: BackgroundIndex,
    paced: boolean,
  ) {
    super(paced);
  }

  protected advanceFrame(): boolean {
    if (this.state === 'finished') return this.swap();
    if (this.state === 'idle') this.spent = this.frames = 0;
    const start = performance.now();
    if (this.paced) this.limit = this.index.stepWork;
    const { state, work } = this.index.step(this.limit);
    this.count(work, start);
    if (work > 0) this.frames++;
    this.state = state;
    return false;
  }

  private swap(): boolean {
    const start = performance.now();
    const swapped = this.index.commit();
    this.count(0, start);
    if (swapped) {
      this.total = this.spent;
      this.finished++;
    }
    this.state = 'idle';
    return swapped;
  }
}

/** Returns null if the structure does not support gradual builds. */
export function gradualBuild(
  index: SpatialIndex,
  entry: StructureEntry,
  options: OptionChoices,
  dimensions: Dimensions,
): GradualBuild | null {
  const paced = PACING_OPTIONS.some((name) => name in options);
  if (isStepwise(index)) {
    return new StepwiseBuild(index, paced, (boxes) => rehearse(entry, options, dimensions, boxes));
  }
  return isBackground(index) ? new BackgroundBuild(index, paced) : null;
}
