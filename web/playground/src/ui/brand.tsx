/** The head of the panels: the page's name, the way to the other pages, and its keys. */

import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ModeLinks } from './mode-links.js';

interface BrandProps {
  /** The dialog with the keys of the page. */
  readonly keysOpen: Signal<boolean>;
  /** Buttons before the one for the keys. */
  readonly children?: ComponentChildren;
}

export function Brand({ keysOpen, children }: BrandProps) {
  return (
    <header class="brand">
      <img src="./rings.svg" alt="" width="26" height="26" />
      <h1>
        Sapwood <span>playground</span>
      </h1>
      <ModeLinks />
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
