/** A part of the left column, and the lists that are chosen in it. */

import type { ComponentChildren } from 'preact';

export function SetupSection(props: { title: string; children: ComponentChildren }) {
  return (
    <section class="section" aria-label={props.title}>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}

/** The list with the item in or out; conforming puts it in order. */
export function toggled<Item>(list: readonly Item[], item: Item): Item[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}
