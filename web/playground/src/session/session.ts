/**
 * What is on the page: a source of boxes, and one or two structures over them that get the same query.
 */

import type { StructureEntry } from 'sapwood/all';
import type { BoxSource } from '../model/box-source.js';
import type { IndexChange } from '../model/edited-source.js';
import { type QueryShape, queryShape, sameQuery } from '../model/query-shape.js';
import { timeInTurns } from '../model/stop-watch.js';
import type { Layer, OptionChoices, Settings } from '../state/settings.js';
import { Side } from './side.js';

/** What is drawn from the nodes. */
const nodeLayers: readonly Layer[] = ['hierarchy', 'heat', 'details', 'problems'];

/** A structure with the options that it is made with. */
export interface Choice {
  readonly entry: StructureEntry;
  readonly options: OptionChoices;
}

export class Session {
  /** The boxes of the present frame. */
  boxes: Float32Array;
  /** One, or the two that are compared. */
  readonly sides: readonly Side[];
  frame = 0;
  shape: QueryShape;
  /** How often a hand has changed the scene. */
  private edits = 0;
  private asked: Settings;

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
    this.asked = settings;
    this.shape = queryShape(settings, source.home);
  }

  /** The first side: its hits and pairs are drawn. The other one finds the same. */
  get main(): Side {
    return this.sides[0];
  }

  /** What the structures hold is of this moment: after every frame and every edit another one. */
  private get now(): number {
    return this.frame + this.edits;
  }

  /** One frame of motion, and the structures after it. */
  advance({ policy, work, play, motion }: Settings): void {
    this.source.step();
    this.source.writeBoxes(this.boxes);
    const manner = { policy, work, playing: play, reenter: motion === 'teleport' };
    for (const side of this.sides) side.update(manner);
    this.frame++;
  }

  /** Brings the structures up to date with a source that a hand has changed. */
  edit(changes: readonly IndexChange[]): void {
    const { count, dimensions } = this.source;
    this.boxes = new Float32Array(count * 2 * dimensions);
    this.source.writeBoxes(this.boxes);
    for (const side of this.sides) side.edit(changes, this.boxes);
    this.edits++;
  }

  /** Asks the structures whatever the settings want to know. */
  answer(settings: Settings): void {
    const { build, play, query, show } = settings;
    this.findPairs(play, show.has('pairs'));
    this.showBuild(settings);
    const wantsNodes = nodeLayers.some((layer) => show.has(layer)) || query !== 'none';
    if (wantsNodes && !build) this.dumpNodes(play);
    this.ask(settings);
  }

  /** A step of the build in place of the scene; null for the scene. */
  private showBuild({ build }: Settings): void {
    for (const side of this.sides) side.showBuild(build, this.now);
  }

  private findPairs(playing: boolean, mark: boolean): void {
    for (const side of this.sides) side.findPairs(this.now, playing, mark);
  }

  private dumpNodes(playing: boolean): void {
    for (const side of this.sides) side.dumpNodes(this.now, playing);
  }

  private ask(settings: Settings): void {
    if (!sameQuery(settings, this.asked)) this.shape = queryShape(settings, this.source.home);
    this.asked = settings;
    const { color, play, query, show, step } = settings;
    const wanted = query !== 'none' && (step !== null || color === 'visits');
    const looking = { frame: this.now, traceAll: wanted || !play, step };
    for (const side of this.sides) {
      side.ask(this.shape, looking);
      side.lookAlongAxis(this.shape, show.has('details'), step);
    }
    // those of one kind behind each other
    const all = this.sides.map((side) => side.timings(this.shape));
    const kinds = Array.from({ length: Math.max(...all.map(({ length }) => length)) });
    timeInTurns(kinds.flatMap((_, kind) => all.flatMap((timings) => timings[kind] ?? [])));
  }

  /** Milliseconds in the structures since the last call. */
  takeWork(): number {
    let sum = 0;
    for (const side of this.sides) {
      sum += side.work;
      side.work = 0;
    }
    return sum;
  }

  /** Broken invariants, in words; empty while all is sound. */
  faults(): string[] {
    return this.sides.flatMap(({ index }) => index.validate());
  }

  /** The source stays with its owner. */
  dispose(): void {
    for (const side of this.sides) side.dispose();
  }
}
