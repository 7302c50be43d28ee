/** The place of the editing tools by the stage. */

import { hand } from './edit-switch.js';

export function EditStrip() {
  const present = hand.value;
  return present && <present.Tools editing={present.editing} />;
}
