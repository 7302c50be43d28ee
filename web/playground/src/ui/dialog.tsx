/** Modal dialog with title and close button, and a list of keyboard shortcuts. */

import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CloseButton } from './icon-button.js';

interface DialogProps {
  /** Whether the dialog is shown; Escape and the button set it to false. */
  readonly open: Signal<boolean>;
  readonly titleId: string;
  readonly title: string;
  /** Additional CSS classes. */
  readonly className?: string;
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
  /** Called by Escape and the close button. */
  close(): void;
}

/** Dialog that the parent component opens and closes. */
export function DialogFrame({
  shown,
  close,
  titleId,
  title,
  className = '',
  children,
}: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (shown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [shown]);
  return (
    <dialog ref={dialog} class={`help ${className}`} aria-labelledby={titleId} onClose={close}>
      <header>
        <h2 id={titleId}>{title}</h2>
        <CloseButton name="Close" onClick={close} />
      </header>
      {children}
    </dialog>
  );
}

interface KeyListProps {
  readonly keys: readonly { readonly label: string; readonly description: string }[];
}

export function KeyList({ keys }: KeyListProps) {
  return (
    <dl>
      {keys.map(({ label, description }) => (
        <div key={label}>
          <dt>
            <kbd>{label}</kbd>
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}
