/**
 * The node that is looked at: the one under the pointer, else the one whose card was opened. A moving hierarchy is
 * asked again in each picture which node lies under the pointer.
 */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { NodePicker } from '../model/node-picker.js';
import type { Session } from '../session/session.js';
import type { Side } from '../session/side.js';
import type { PointerTarget } from '../stage/pointing.js';
import type { NodeChoice, Settings } from '../state/settings.js';
import type { Store } from '../state/store.js';
import type { Picture } from './picture.js';

/** Larger hierarchies lose the pointer when they change, until it moves. */
const FOLLOWED_NODES = 5000;

/** What is on the page at present. */
export interface Shown {
  readonly session: Session | null;
  readonly picture: Picture | null;
  readonly settings: Settings;
}

/** The node that the query came to last. */
function nodeOfStep({ trace }: Side, step: number): number | null {
  const node = trace?.nodes.at(Math.min(step, trace.length) - 1) ?? -1;
  return step > 0 && node >= 0 ? node : null;
}

export class NodeFocus {
  readonly focus: ReadonlySignal<NodeChoice | null>;
  private readonly hovered = signal<NodeChoice | null>(null);
  private pointer: PointerTarget | null = null;
  private picker: NodePicker | null = null;
  /** What the picture shows. */
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

  /** The pointer rests on a node that is drawn elsewhere. */
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

  /** Opens the card of a node, closes it with null. */
  open(node: NodeChoice | null): void {
    this.hover(null);
    this.store.tune({ node });
  }

  /** The scene or the structures are others now. */
  forget(): void {
    this.picker?.dispose();
    this.picker = null;
    this.pointer = null;
    this.drawn = null;
    this.hovered.value = null;
  }

  /** The picture was brought up to date, and may show another hierarchy. */
  outdate(): void {
    this.drawn = null;
  }

  /** Brings the picture up to date; to be called before each rendering. */
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

  /** To be called when the hierarchies may have changed. */
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
