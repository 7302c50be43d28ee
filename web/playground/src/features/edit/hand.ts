/** What editing by hand consists of: one file to load. */

import './edit.css';
import type { FunctionComponent } from 'preact';
import type { Playground } from '../../session/page.js';
import { mode } from '../../state/route.js';
import { belongsToInput } from '../../ui/typing.js';
import { EditTools } from './edit-tools.js';
import { Editing } from './editing.js';

export interface Hand {
  readonly editing: Editing;
  readonly Tools: FunctionComponent<{ editing: Editing }>;
  /** Called when the hand was taken off. */
  end?(): void;
}

/** Keys that are for the hand, and for nothing else that is open. */
export function isOurs({ key, target }: KeyboardEvent): boolean {
  if (mode.peek() !== 'explore' || document.querySelector('dialog[open]')) return false;
  return !belongsToInput(target, key);
}

export function takeInHand(playground: Playground, leave: () => void): Hand {
  return { editing: new Editing(playground, { isOurs, leave }), Tools: EditTools };
}
