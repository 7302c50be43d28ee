/** The overlay with every key of this page. */

import { Dialog, KeyList } from '../../ui/dialog.js';
import { benchKeys, keysOpen } from './keys.js';

export function KeysDialog() {
  return (
    <Dialog open={keysOpen} titleId="bench-keys-title" title="Help">
      <KeyList keys={benchKeys} />
      <p class="hint">
        Focus a chart with Tab, then use the arrow keys to read the values at each size.
      </p>
    </Dialog>
  );
}
