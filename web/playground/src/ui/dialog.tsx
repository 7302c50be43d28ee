/** A modal dialog with a title and a button that closes it; and what dialogs about keys list. */

import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CloseButton } from './icon-button.js';

interface DialogProps {
  /** Shown while this is true; Escape and the button make it false. */
  readonly open: Signal<boolean>;
  /** Of the element that names the dialog. */
  readonly titleId: string;
  readonly title: string;
  /** Classes beside those that all dialogs have. */
  readonly look?: string;
  readonly children: ComponentChildren;
}

export function Dialog({ open, ...frame }: DialogProps) {
  const close = () => {
    open.value = false;
  };
  return <DialogFrame shown={open.value} close={close} {...frame} />;
}

interface FrameProps extends Omit<DialogProps, 'open'> {
  readonly shown: boolean;
  /** Escape and the button ask for it. */
  close(): void;
}

/** A dialog that is shown by something else than a signal of its own. */
export function DialogFrame({ shown, close, titleId, title, look = '', children }: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (shown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [shown]);
  return (
    <dialog ref={dialog} class={`help ${look}`} aria-labelledby={titleId} onClose={close}>
      <header>
        <h2 id={titleId}>{title}</h2>
        <CloseButton name="Close" onClick={close} />
      </header>
      {children}
    </dialog>
  );
}

interface KeyListProps {
  readonly keys: readonly { readonly label: string; readonly what: string }[];
}

export function KeyList({ keys }: KeyListProps) {
  return (
    <dl>
      {keys.map(({ label, what }) => (
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
