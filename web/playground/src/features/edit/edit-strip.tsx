/** The place of the tools for the hand by the stage: those for editing, or those for breaking a structure. */

import { useEffect } from 'preact/hooks';
import { usePage } from '../../session/page.js';
import { editFault, hand } from './edit-switch.js';

export function EditStrip() {
  const { playground, store } = usePage();
  const breaks = store.field('painted').value !== null;
  useEffect(() => {
    if (!breaks) return;
    let end: (() => void) | null = () => {};
    import('../break/begin.js').then(
      ({ begin }) => {
        if (end) end = begin(playground);
      },
      () => {
        editFault.value = 'The tools could not be loaded. Check the connection and try again.';
      },
    );
    return () => {
      end?.();
      end = null;
    };
  }, [breaks]);
  const present = hand.value;
  return present && <present.Tools editing={present.editing} />;
}
