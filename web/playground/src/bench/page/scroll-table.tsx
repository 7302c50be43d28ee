/** A table that scrolls where it is wider than its place. */

import type { ComponentChildren } from 'preact';

interface ScrollTableProps {
  readonly caption: string;
  /** A class beside the one that all such tables have. */
  readonly look?: string;
  /** The cells of its head. */
  readonly head: ComponentChildren;
  /** Its rows. */
  readonly children: ComponentChildren;
}

export function ScrollTable({ caption, look = '', head, children }: ScrollTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys
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

/** Plain heads of columns. */
export function Heads({ of }: { of: readonly string[] }) {
  return (
    <>
      {of.map((head) => (
        <th key={head} scope="col">
          {head}
        </th>
      ))}
    </>
  );
}
