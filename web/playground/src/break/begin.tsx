/** What breaking a structure consists of: one file to load. */

import '../styles/edit.css';
import './break.css';
import { giveHand, hand, leaveEditing } from '../panel/edit-switch.js';
import type { Playground } from '../playground.js';
import { BreakTools } from './break-tools.js';
import { Breaking } from './breaking.js';

/** Answers how to end it without a change of the address. */
export function begin(playground: Playground): () => void {
  const breaking = new Breaking(playground);
  const mine = {
    editing: breaking.editing,
    Tools: () => <BreakTools breaking={breaking} />,
    end: () => breaking.dispose({ keep: false }),
  };
  giveHand(mine);
  return () => {
    breaking.dispose({ keep: true });
    if (hand.peek() === mine) leaveEditing();
  };
}
