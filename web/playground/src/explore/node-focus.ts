/**
 * Focused node: the node under the pointer, otherwise the node whose details are shown on a card.
 * While the hierarchy changes, the node under the pointer is recomputed in each frame.
 */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { NodePicker } from '../model/node-picker.js';
import type { Session } from '../session/session.js';
import type { Side } from '../session/side.js';
import type { PointerTarget } from '../stage/pointing.js';
import type { NodeChoice, Settings } from '../state/settings.js';
import type { Store } from '../state/store.js';
import type { Picture } from './picture.js';

/**
 * Maximum number of nodes for which the hovered node is recomputed after a change. In larger
 * hierarchies, no node is hovered until the pointer moves.
 */
const FOLLOWED_NODES = 5000;

export interface Shown {
  readonly session: Session | null;
  readonly picture: Picture | null;
  readonly settings: Settings;
}

/**
 * Returns the node that the query visits in its `step`-th step, counted from 1. After the last
 * step, returns the last node. Returns null for step 0, without a trace, and
 * if the step visits an empty node.
 */
function nodeOfStep({ trace }: Side, step: number): number | null {
  const node = trace?.nodes.at(Math.min(step, trace.length) - 1) ?? -1;
  return step > 0 && node >= 0 ? node : null;
}

export class NodeFocus {
  readonly focus: ReadonlySignal<NodeChoice | null>;
  private readonly hovered = signal<NodeChoice | null>(null);
  private pointer: PointerTarget | null = null;
  private picker: NodePicker | null = null;
  /** Focus and query step that the current picture shows; null if the picture must be updated. */
  private drawn: { readonly focus: NodeChoice | null; readonly step: number | null } | null = null;

  constructor(
    private readonly store: Store,
    private readonly shown: () => Shown,
  ) {
    const chosen = store.field('node');
    this.focus = computed(() => this.hovered.value ?? chosen.value);
  }

  hover(target: PointerTarget | null): void {
    this.pointer = target;
    this.mark(target && this.pick(target));
  }

  /** Sets the hovered node while the pointer is over a panel instead of the stage. */
  hoverNode(node: NodeChoice | null): void {
    this.pointer = null;
    this.mark(node);
  }

  private mark(found: NodeChoice | null): void {
    const before = this.hovered.peek();
    if (found?.node !== before?.node || found?.view !== before?.view) this.hovered.value = found;
  }

  tap(target: PointerTarget): void {
    this.open(this.pick(target));
  }

  /** Opens the card of a node; null closes it. */
  open(node: NodeChoice | null): void {
    this.hover(null);
    this.store.tune({ node });
  }

  /** Clears the hovered node after the scene or the structures were replaced. */
  forget(): void {
    this.picker?.dispose();
    this.picker = null;
    this.pointer = null;
    this.drawn = null;
    this.hovered.value = null;
  }

  /** Makes the next call of `draw` highlight the focus again, because the picture was refreshed. */
  outdate(): void {
    this.drawn = null;
  }

  /** Updates the picture if the focus has changed. Call before each rendering. */
  draw({ session, picture, settings }: Shown): void {
    if (!session || !picture) return;
    const focus = this.focus.peek();
    const { step } = settings;
    const { drawn } = this;
    if (drawn && drawn.focus === focus && drawn.step === step) return;
    this.drawn = { focus, step };
    const nodes = session.sides.map((side, view) => {
      if (focus) return focus.view === view && focus.node < side.dump.count ? focus.node : null;
      return step === null ? null : nodeOfStep(side, step);
    });
    picture.refreshFocus(nodes, focus === null ? 'alone' : 'with relatives');
  }

  /** Recomputes the node under the pointer after a change of the hierarchies. */
  follow({ session }: Shown): void {
    this.outdate();
    if (!this.pointer) return;
    const count = session?.sides[this.pointer.view]?.dump.count ?? 0;
    this.hover(count <= FOLLOWED_NODES ? this.pointer : null);
  }

  private pick({ view, ray }: PointerTarget): NodeChoice | null {
    const { picture, session, settings } = this.shown();
    const side = session?.sides[view];
    const nodes = picture?.sides[view]?.nodes;
    if (!side || !nodes || !session) return null;
    this.picker ??= new NodePicker(session.source.dimensions);
    const node = this.picker.pick(side.dump, ray, (each) => nodes.shows(each, settings));
    return node === null ? null : { view, node };
  }
}
