/** The keys of the Bench page; its overlay prints the same table. */

import { signal } from '@preact/signals';
import { goTo, mode } from '../../state/route.js';
import { Dialog, KeyList } from '../../ui/dialog.js';
import { LetterKeysToggle, letterKeys } from '../../ui/letter-keys.js';
import { belongsToInput } from '../../ui/typing.js';
import type { BenchState } from './bench-state.js';

export const keysOpen = signal(false);

interface BenchKey {
  readonly key: string;
  readonly label: string;
  readonly what: string;
  run(bench: BenchState): void;
}

const benchKeys: readonly BenchKey[] = [
  { key: 'r', label: 'R', what: 'Start a run', run: (bench) => bench.start() },
  { key: 'escape', label: 'Esc', what: 'Cancel the run', run: (bench) => bench.cancel() },
  { key: 'b', label: 'B', what: 'Go back to Explore', run: () => goTo('explore') },
  {
    key: '?',
    label: '?',
    what: 'Open or close this help',
    run: () => {
      keysOpen.value = !keysOpen.peek();
    },
  },
];

export function listenForBenchKeys(bench: BenchState): void {
  window.addEventListener('keydown', (event) => {
    if (mode.peek() !== 'bench' || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (belongsToInput(event.target, event.key)) return;
    const pressed = event.key.toLowerCase();
    if (pressed.length === 1 && !letterKeys.peek()) return;
    const found = benchKeys.find(({ key }) => key === pressed);
    if (!found || (keysOpen.peek() && pressed !== '?')) return;
    event.preventDefault();
    found.run(bench);
  });
}

export function KeysDialog() {
  return (
    <Dialog open={keysOpen} titleId="bench-keys-title" title="Help">
      <LetterKeysToggle />
      <KeyList keys={benchKeys} />
      <p class="hint">
        Focus a chart with Tab, then use the arrow keys to read the values at each size.
      </p>
    </Dialog>
  );
}
