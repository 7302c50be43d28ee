/** Table that scrolls horizontally if needed. */

import type { ComponentChildren } from 'preact';

interface ScrollTableProps {
  readonly caption: string;
  /** Additional CSS class. */
  readonly look?: string;
  /** Header cells. */
  readonly head: ComponentChildren;
  /** Rows. */
  readonly children: ComponentChildren;
}

export function ScrollTable({ caption, look = '', head, children }: ScrollTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling requires keyboard focus
    <section class="table-scroll" aria-label={caption} tabIndex={0}>
      <table class={`numbers-table ${look}`}>
        <caption>{caption}</caption>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
