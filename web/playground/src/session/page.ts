/**
 * Interface through which features and panels access the running page. `explore/playground.ts`
 * implements `Playground`.
 */

import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { EditableSource } from '../model/editable-source.js';
import type { Recent } from '../model/recent.js';
import type { NodeDrawing } from '../stage/node-drawing.js';
import type { PointerTarget, Pointing } from '../stage/pointing.js';
import type { Stage } from '../stage/stage.js';
import type { View } from '../stage/views.js';
import type { NodeChoice, Settings } from '../state/settings.js';
import type { Store } from '../state/store.js';
import type { Session } from './session.js';

export type Status =
  | { readonly kind: 'ready' }
  | { readonly kind: 'loading'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string };

export interface DrawnSide {
  readonly nodes: NodeDrawing;
  readonly splits: { readonly count: number };
  readonly order: { readonly count: number };
  readonly lost: { readonly found: { readonly all: number; readonly lost: number } | null };
}

interface Drawn {
  readonly sides: readonly DrawnSide[];
  /** Largest visit number of all displayed structures, at which the color ramp for visits ends. */
  readonly lastVisit: number;
  /** Null until the heat map is loaded. */
  readonly heat: {
    /** Whether nodes are spheres. */
    readonly round: boolean;
    /** Reason why the heat map is not drawn, as a sentence. */
    readonly unavailableReason: string | null;
    /** Returns the number of nodes at a position in CSS pixels. */
    countAt(x: number, y: number): number | null;
  } | null;
}

/** Selected node: the node under the pointer, or else the node whose card is open. */
interface NodeSelection {
  readonly focus: ReadonlySignal<NodeChoice | null>;
  hover(target: PointerTarget | null): void;
  hoverNode(node: NodeChoice | null): void;
  /** Null closes the card. */
  open(node: NodeChoice | null): void;
}

export interface Playground {
  readonly store: Store;
  readonly stage: Stage;
  readonly settings: Settings;
  readonly session: Session | null;
  readonly picture: Drawn | null;
  readonly source: EditableSource | null;
  readonly status: ReadonlySignal<Status>;
  /** Panels read the numbers again when the version changes. */
  readonly numbersVersion: ReadonlySignal<number>;
  /** Each change of a view rectangle sets a new array. */
  readonly views: ReadonlySignal<readonly View[]>;
  readonly nodeSelection: NodeSelection;
  readonly pointing: Pointing;
  readonly loop: {
    /** Milliseconds between frames while the page is animated. */
    readonly intervals: Recent;
    request(): void;
  };
  /** Milliseconds that the structures took in each frame for updates, pair searches and queries. */
  readonly structureTimes: Recent;
  readonly drawListeners: Set<() => void>;
  /** Number of steps of the longest build on the page. */
  readonly buildLength: number;
  /** Requests a frame after a change of the camera, the canvas size or the theme. */
  invalidate(): void;
  /** Requests a frame with new data. */
  refreshAll(): void;
  /** Advances the scene by one frame, even if the scene is paused. */
  step(): void;
  /** Moves the shown build by this many steps; negative numbers move back. */
  moveBuild(steps: number): void;
  moveTrace(steps: number): void;
  /** Moves the camera to its initial position. */
  frameCamera(): void;
  /** Rebuilds the indices of the scene. */
  reopen(): void;
  /** Discards all edits of the scene. */
  restore(): void;
}

export interface Page {
  readonly store: Store;
  readonly playground: Playground;
}

export const PageContext = createContext<Page | null>(null);

/** Rerenders the component whenever the numbers change. */
export function useNumberUpdates(): void {
  usePage().playground.numbersVersion.value;
}

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage: outside the page');
  return page;
}
