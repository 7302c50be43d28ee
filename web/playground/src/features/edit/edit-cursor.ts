/**
 * Keyboard editing: a focusable cursor on the stage, and keys that also work while another element
 * has the focus.
 */

import type { QueryHandle } from '../../model/query-handles.js';
import { Handles } from '../../stage/handles.js';
import type { Stage } from '../../stage/stage.js';

export interface CursorHost {
  readonly cursor: Float32Array;
  sceneBounds(): Float32Array | null;
  moveCursor(to: Float32Array): void;
  showCursor(shown: boolean): void;
  addAtCursor(): void;
  toggleHeld(): void;
  erase(): void;
  undo(): void;
  leave(): void;
}

export class EditCursor {
  private readonly handles: Handles;
  private readonly button: HTMLButtonElement;
  private readonly listeners = new AbortController();

  constructor(
    stage: Stage,
    private readonly host: CursorHost,
    /** Whether the page should handle a key. */
    private readonly shouldHandleKey: (event: KeyboardEvent) => boolean,
  ) {
    const handle: QueryHandle = {
      id: 'edit-cursor',
      label: 'Cursor: arrow keys move it, Enter adds a box, Space picks up or puts down a box',
      axis: null,
      main: false,
      read: () => host.cursor.slice(),
      write: (_settings, _home, position) => {
        host.moveCursor(position);
        return {};
      },
    };
    // ignores the settings, because the cursor is not stored in them
    const ignored = () => ({}) as never;
    const sceneBounds = () => host.sceneBounds();
    this.handles = new Handles(stage, { settings: ignored, sceneBounds, change: ignored });
    this.handles.setHandles([handle]);
    this.button = this.handles.button(handle) as HTMLButtonElement;
    this.button.classList.add('edit-cursor');
    this.listen();
  }

  place(): void {
    this.handles.place();
  }

  focus(): void {
    this.button.focus({ preventScroll: true });
  }

  dispose(): void {
    this.listeners.abort();
    this.handles.dispose();
  }

  private listen(): void {
    const { button, host } = this;
    const { signal } = this.listeners;
    button.addEventListener('focus', () => host.showCursor(button.matches(':focus-visible')), {
      signal,
    });
    button.addEventListener('blur', () => host.showCursor(false), { signal });
    window.addEventListener('keydown', (event) => this.press(event), { signal });
  }

  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const action = this.actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  private actionOf(event: KeyboardEvent): (() => void) | null {
    const { host } = this;
    const { key } = event;
    if (event.altKey) return null;
    if (event.target === this.button && !event.ctrlKey && !event.metaKey) {
      if (key === 'Enter') return () => host.addAtCursor();
      if (key === ' ') return () => host.toggleHeld();
    }
    if (!this.shouldHandleKey(event)) return null;
    if (event.ctrlKey || event.metaKey) {
      return key.toLowerCase() === 'z' && !event.shiftKey ? () => host.undo() : null;
    }
    if (key === 'Escape') return () => host.leave();
    return key === 'Delete' || key === 'Backspace' ? () => host.erase() : null;
  }
}
