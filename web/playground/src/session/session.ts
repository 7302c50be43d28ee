/**
 * Session: a source of boxes, and the displayed structures. There are one or two structures, which
 * store the same boxes and run the same query.
 */

import type { StructureEntry } from 'sapwood/all';
import type { BoxSource } from '../model/box-source.js';
import type { IndexChange } from '../model/edited-source.js';
import { type QueryShape, queryShape, sameQuery } from '../model/query-shape.js';
import { timeInRounds } from '../model/timing.js';
import type { Layer, OptionChoices, Settings } from '../state/settings.js';
import { Side } from './side.js';

/** Layers that are drawn from a node dump. */
const nodeLayers: readonly Layer[] = ['hierarchy', 'heat', 'details', 'problems'];

export interface Choice {
  readonly entry: StructureEntry;
  readonly options: OptionChoices;
}

export class Session {
  boxes: Float32Array;
  /** One entry per displayed structure: one, or two in a comparison. */
  readonly sides: readonly Side[];
  frame = 0;
  shape: QueryShape;
  private edits = 0;
  private lastSettings: Settings;

  constructor(
    choices: readonly Choice[],
    readonly source: BoxSource,
    settings: Settings,
  ) {
    this.boxes = new Float32Array(source.count * 2 * source.dimensions);
    source.writeBoxes(this.boxes);
    const sides: Side[] = [];
    this.sides = sides;
    try {
      for (const { entry, options } of choices) {
        sides.push(new Side(entry, options, source, this.boxes));
      }
    } catch (error) {
      this.dispose();
      throw error;
    }
    this.lastSettings = settings;
    this.shape = queryShape(settings, source.sceneBounds);
  }

  /**
   * Structure whose hits and pairs are drawn. In a comparison, the second structure has the same
   * results.
   */
  get main(): Side {
    return this.sides[0];
  }

  /** Version of the stored boxes, which increases with every frame and edit. */
  private get now(): number {
    return this.frame + this.edits;
  }

  advance({ policy, work, play, motion }: Settings): void {
    this.source.step();
    this.source.writeBoxes(this.boxes);
    const frameOptions = { policy, work, playing: play, reinsert: motion === 'teleport' };
    for (const side of this.sides) side.update(frameOptions);
    this.frame++;
  }

  edit(changes: readonly IndexChange[]): void {
    const { count, dimensions } = this.source;
    this.boxes = new Float32Array(count * 2 * dimensions);
    this.source.writeBoxes(this.boxes);
    for (const side of this.sides) side.edit(changes, this.boxes);
    this.edits++;
  }

  refresh(settings: Settings): void {
    const { build, play, query, show } = settings;
    this.findPairs(play, show.has('pairs'));
    this.showBuild(settings);
    const needsNodes = nodeLayers.some((layer) => show.has(layer)) || query !== 'none';
    if (needsNodes && !build) this.dumpNodes(play);
    this.runQuery(settings);
  }

  /** Shows a step of a build, or the scene if `build` is null. */
  private showBuild({ build }: Settings): void {
    for (const side of this.sides) side.showBuild(build, this.now);
  }

  private findPairs(playing: boolean, mark: boolean): void {
    for (const side of this.sides) side.findPairs(this.now, playing, mark);
  }

  private dumpNodes(playing: boolean): void {
    for (const side of this.sides) side.dumpNodes(this.now, playing);
  }

  private runQuery(settings: Settings): void {
    if (!sameQuery(settings, this.lastSettings))
      this.shape = queryShape(settings, this.source.sceneBounds);
    this.lastSettings = settings;
    const { color, play, query, show, step } = settings;
    const showsSteps = query !== 'none' && (step !== null || color === 'visits');
    const queryOptions = { frame: this.now, traceAll: showsSteps || !play, step };
    for (const side of this.sides) {
      side.runQuery(this.shape, queryOptions);
      side.updateSweep(this.shape, show.has('details'), step);
    }
    // times each operation on one structure directly after the other, so that background load
    // affects both structures
    const all = this.sides.map((side) => side.timings(this.shape));
    const kinds = Array.from({ length: Math.max(...all.map(({ length }) => length)) });
    timeInRounds(kinds.flatMap((_, kind) => all.flatMap((timings) => timings[kind] ?? [])));
  }

  /** Returns the milliseconds spent in the structures since the last call, and resets them to 0. */
  resetWork(): number {
    let sum = 0;
    for (const side of this.sides) {
      sum += side.work;
      side.work = 0;
    }
    return sum;
  }

  faults(): string[] {
    return this.sides.flatMap(({ index }) => index.validate());
  }

  /** Does not dispose the source of boxes. */
  dispose(): void {
    for (const side of this.sides) side.dispose();
  }
}
