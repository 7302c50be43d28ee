/**
 * Scene that the user can edit. The code for edits is in `edited-source.ts`, which is loaded at the
 * first edit.
 */

import type { BoxSource, Solids } from './box-source.js';
import type { EditedSource } from './edited-source.js';

/** Scene that forwards to the original scene, or to the edited scene if the user has made edits. */
export class EditableSource implements BoxSource {
  edited: EditedSource | null = null;

  constructor(readonly made: BoxSource) {}

  private get present(): BoxSource {
    return this.edited ?? this.made;
  }

  get dimensions() {
    return this.made.dimensions;
  }

  get count(): number {
    return this.present.count;
  }

  get sceneBounds(): Float32Array {
    return this.made.sceneBounds;
  }

  get movedIds(): Uint32Array {
    return this.present.movedIds;
  }

  get movedCount(): number {
    return this.present.movedCount;
  }

  get solids(): Solids {
    return this.present.solids;
  }

  get hasPoints(): boolean {
    return this.made.hasPoints === true;
  }

  get settlingFrames(): number {
    return this.made.settlingFrames ?? 0;
  }

  step(): void {
    this.present.step();
  }

  writeBoxes(target: Float32Array): void {
    this.present.writeBoxes(target);
  }

  dispose(): void {
    this.made.dispose();
  }
}
