/** The overlay with every key. */

import { Dialog, KeyList } from '../ui/dialog.js';
import { helpOpen } from '../ui/visibility.js';
import { shortcuts } from './shortcuts.js';

export function Help() {
  return (
    <Dialog open={helpOpen} titleId="help-title" title="Keys" look="help-keys">
      <KeyList keys={shortcuts} />
      <p class="hint">
        Drag the round handles to move the query. With a handle in focus the arrow keys move it
        across the screen, Page Up and Page Down into the depth, and Shift makes larger steps.
      </p>
      <p class="hint">
        While the scene is edited: arrow keys move the cursor, or the item that is held. Enter adds
        a box, Space takes an item up or puts it down, Delete erases, Ctrl + Z takes the last change
        back, Escape ends. The right button or two fingers turn the view.
      </p>
      <p class="hint">
        3D: drag to orbit, drag with the right button to pan. 2D: drag to pan. The wheel zooms.
      </p>
    </Dialog>
  );
}
