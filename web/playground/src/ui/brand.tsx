/** The head of the panels: the page's name, the way to the other pages, and its keys. */

import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { goTo, type Mode, mode } from '../state/route.js';

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

const links: readonly { readonly id: Mode; readonly label: string; readonly title: string }[] = [
  { id: 'explore', label: 'Explore', title: 'Watch the structures work' },
  { id: 'learn', label: 'Learn', title: 'Learn how the structures work in ten short chapters' },
  {
    id: 'bench',
    label: 'Bench',
    title: 'Measure on this machine and compare with other libraries (B)',
  },
  { id: 'play', label: 'Play', title: 'Walk through a level of triangles' },
];

export function ModeLinks() {
  return (
    <nav class="modes" aria-label="Pages">
      {links.map(({ id, label, title }) => (
        <a
          key={id}
          href={id === 'explore' ? '#' : `#${id}`}
          title={title}
          aria-current={mode.value === id ? 'page' : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            goTo(id);
          }}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
