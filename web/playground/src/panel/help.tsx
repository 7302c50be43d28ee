/** The overlay with every key. */

import { Dialog, KeyList } from '../ui/dialog.js';
import { helpOpen } from '../ui/visibility.js';
import { shortcuts } from './shortcuts.js';

export function Help() {
  return (
    <Dialog open={helpOpen} titleId="help-title" title="Help" look="help-keys">
      <KeyList keys={shortcuts} />
      <p class="hint">
        Drag the round handles to move the query. You can also focus a handle with Tab: the arrow
        keys move it across the screen, Page Up and Page Down move it in depth, and Shift makes
        larger steps.
      </p>
      <p class="hint">
        While you edit the scene, the arrow keys move the cursor or the held box. Enter adds a box,
        Space picks up or puts down a box, Delete erases a box, Ctrl + Z undoes the last change, and
        Escape ends editing. To turn the view, drag with the right button or two fingers.
      </p>
      <p class="hint">
        In 3D, drag to orbit and drag with the right button to pan. In 2D, drag to pan. Use the
        wheel or two fingers to zoom.
      </p>
    </Dialog>
  );
}
