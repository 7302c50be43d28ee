import type { ComponentChildren } from 'preact';

/** The structures of textbooks, which few visitors look for, folded up below the others. */
export function Textbook({ children }: { readonly children: ComponentChildren }) {
  return (
    <details class="details textbook">
      <summary>Textbook structures</summary>
      {children}
    </details>
  );
}
