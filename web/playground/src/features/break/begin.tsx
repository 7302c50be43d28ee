/** What breaking a structure consists of: one file to load. */

import '../edit/edit.css';
import './break.css';
import type { Playground } from '../../session/page.js';
import { giveHand, hand, leaveEditing } from '../edit/edit-switch.js';
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
