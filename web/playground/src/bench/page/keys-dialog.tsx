/** The overlay with every key of this page. */

import { Dialog, KeyList } from '../../ui/dialog.js';
import { benchKeys, keysOpen } from './keys.js';

export function KeysDialog() {
  return (
    <Dialog open={keysOpen} titleId="bench-keys-title" title="Keys">
      <KeyList keys={benchKeys} />
      <p class="hint">With a chart in focus the arrow keys read it size by size.</p>
    </Dialog>
  );
}
