/** The overlay with every key of this page. */

import { useEffect, useRef } from 'preact/hooks';
import { benchKeys, keysOpen } from './keys.js';

export function KeysDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = keysOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  const close = () => {
    keysOpen.value = false;
  };
  return (
    <dialog ref={dialog} class="help" aria-labelledby="bench-keys-title" onClose={close}>
      <header>
        <h2 id="bench-keys-title">Keys</h2>
        <button type="button" class="icon" onClick={close}>
          <span class="visually-hidden">Close</span>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 4 8 8m0-8-8 8" />
          </svg>
        </button>
      </header>
      <dl>
        {benchKeys.map(({ label, what }) => (
          <div key={label}>
            <dt>
              <kbd>{label}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">With a chart in focus the arrow keys read it size by size.</p>
    </dialog>
  );
}
