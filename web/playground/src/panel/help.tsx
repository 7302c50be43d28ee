/** The overlay with every key. */

import { useEffect, useRef } from 'preact/hooks';
import { shortcuts } from './shortcuts.js';
import { helpOpen } from './visibility.js';

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = helpOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  const close = () => {
    helpOpen.value = false;
  };
  return (
    <dialog ref={dialog} class="help help-keys" aria-labelledby="help-title" onClose={close}>
      <header>
        <h2 id="help-title">Keys</h2>
        <button type="button" class="icon" onClick={close}>
          <span class="visually-hidden">Close</span>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 4 8 8m0-8-8 8" />
          </svg>
        </button>
      </header>
      <ShortcutList />
      <p class="hint">
        Drag the round handles to move the query. With a handle in focus the arrow keys move it
        across the screen, Page Up and Page Down into the depth, and Shift makes larger steps.
      </p>
      <p class="hint">
        While the scene is edited: arrow keys move the cursor, or the item that is held. Enter adds
        a box, Space takes an item up or puts it down, Delete erases, Ctrl + Z takes the last change
        back, Escape ends. The right button or two fingers turn the view.
      </p>
      <p class="hint">
        3D: drag to orbit, drag with the right button to pan. 2D: drag to pan. The wheel zooms.
      </p>
    </dialog>
  );
}

function ShortcutList() {
  return (
    <dl>
      {shortcuts.map(({ label, what }) => (
        <div key={label}>
          <dt>
            <kbd>{label}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
