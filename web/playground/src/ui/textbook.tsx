import type { ComponentChildren } from 'preact';

/** Collapsed group of textbook structures below the other structures. */
export function Textbook({ children }: { readonly children: ComponentChildren }) {
  return (
    <details class="details textbook">
      <summary>Textbook structures</summary>
      {children}
    </details>
  );
}
