/** The head of the panels of Explore and Bench: the name of the page, its buttons and its help. */

import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface BrandProps {
  readonly title: string;
  /** The dialog with the keys of the page. */
  readonly keysOpen: Signal<boolean>;
  /** Buttons before the one for the keys. */
  readonly children?: ComponentChildren;
}

export function Brand({ title, keysOpen, children }: BrandProps) {
  return (
    <header class="brand">
      <h1>{title}</h1>
      {children}
      <button
        type="button"
        class="icon"
        title="Help (?)"
        onClick={() => {
          keysOpen.value = true;
        }}
      >
        <span class="visually-hidden">Help</span>
        <span aria-hidden="true">?</span>
      </button>
    </header>
  );
}
