/** What hands do to the scene reaches every structure on the page, and can be taken back. */

import { EditedSource, type IndexChange } from '../../model/edited-source.js';
import type { Playground } from '../../session/page.js';

export class SceneEdits {
  private strokeOpen = false;

  constructor(private readonly playground: Playground) {}

  /** Null while nothing was changed. */
  get edited(): EditedSource | null {
    return this.playground.source?.edited ?? null;
  }

  get canUndo(): boolean {
    return this.edited?.isUntouched === false;
  }

  /** What comes until `endStroke` is taken back as one. */
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
      // other drawings than those of boxes
      if (source.edited.frozen) this.playground.reopen();
    }
    this.apply(work(source.edited));
  }

  /** Takes the last stroke back, an open one too. */
  undo(): void {
    const { edited } = this;
    this.strokeOpen = false;
    if (!edited || edited.isUntouched) return;
    this.apply(edited.undo());
    this.close();
  }

  /** Ends what was begun; bodies that nobody has changed are bodies again. */
  close(): void {
    this.endStroke();
    if (this.edited?.isUntouched && this.edited.frozen) this.playground.restore();
  }

  private apply(changes: readonly IndexChange[]): void {
    const { session } = this.playground;
    // a build that was begun would bring its own boxes along
    const begun = session?.sides.some(({ gradual }) => gradual?.growth);
    if (begun) this.playground.reopen();
    else session?.edit(changes);
    this.playground.refreshAll();
  }
}
