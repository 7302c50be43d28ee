/** Applies edits to every structure on the page, with undo. */

import { EditedSource, type IndexChange } from '../../model/edited-source.js';
import type { Playground } from '../../session/page.js';

export class SceneEdits {
  private strokeOpen = false;

  constructor(private readonly playground: Playground) {}

  /** The edited source of the scene; null without edits. */
  get edited(): EditedSource | null {
    return this.playground.source?.edited ?? null;
  }

  get canUndo(): boolean {
    return this.edited?.isUntouched === false;
  }

  /** Groups edits until `endStroke` into one undo unit. */
  beginStroke(): void {
    this.strokeOpen = true;
    this.edited?.beginStroke();
  }

  endStroke(): void {
    this.strokeOpen = false;
    this.edited?.endStroke();
  }

  change(work: (edited: EditedSource) => readonly IndexChange[]): void {
    const { source } = this.playground;
    if (!source) return;
    if (!source.edited) {
      source.edited = new EditedSource(source.made);
      if (this.strokeOpen) source.edited.beginStroke();
      // reopens the scene, because edited bodies and triangles are drawn as boxes
      if (source.edited.frozen) this.playground.reopen();
    }
    this.apply(work(source.edited));
  }

  /** Undoes the last stroke, including an open one. */
  undo(): void {
    const { edited } = this;
    this.strokeOpen = false;
    if (!edited || edited.isUntouched) return;
    this.apply(edited.undo());
    this.close();
  }

  /** Ends an open stroke. If no edits are left, draws bodies as bodies again. */
  close(): void {
    this.endStroke();
    if (this.edited?.isUntouched && this.edited.frozen) this.playground.restore();
  }

  private apply(changes: readonly IndexChange[]): void {
    const { session } = this.playground;
    // restarts an unfinished gradual build, which would continue with the old boxes
    const begun = session?.sides.some(({ gradual }) => gradual?.growth);
    if (begun) this.playground.reopen();
    else session?.edit(changes);
    this.playground.refreshAll();
  }
}
