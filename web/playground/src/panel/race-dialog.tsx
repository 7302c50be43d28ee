/** Race dialog. Its code loads when first opened. */

import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../session/page.js';
import { DialogFrame } from '../ui/dialog.js';

export function RaceDialog() {
  const { store } = usePage();
  const shown = store.field('lab').value === 'race';
  const [page, setPage] = useState<{ readonly Race: FunctionComponent } | null>(null);
  const [fault, setFault] = useState(false);
  useEffect(() => {
    setFault(false);
    if (!shown || page) return;
    import('../features/race/race-page.js').then(
      ({ RacePage }) => setPage({ Race: RacePage }),
      () => setFault(true),
    );
  }, [shown]);
  const close = () => {
    if (store.settings.peek().lab !== null) store.choose({ lab: null });
  };
  const hint = fault
    ? 'The race could not be loaded. Check the connection and open it again.'
    : 'Loading …';
  return (
    <DialogFrame shown={shown} close={close} titleId="race-title" title="Race" look="race">
      {shown && (page ? <page.Race /> : <p class="hint">{hint}</p>)}
    </DialogFrame>
  );
}
