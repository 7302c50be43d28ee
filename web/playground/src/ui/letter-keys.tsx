/** Setting for single-character shortcuts, which speech input may trigger by accident. */

import { signal } from '@preact/signals';
import { Toggle } from './fields.js';

const NAME = 'sapwood.letter-keys';

function stored(): string | null {
  try {
    return window.localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

export const letterKeys = signal(stored() !== 'off');

function setLetterKeys(on: boolean): void {
  letterKeys.value = on;
  try {
    window.localStorage.setItem(NAME, on ? 'on' : 'off');
  } catch {
    // without storage, the setting lasts until the page is closed
  }
}

export function LetterKeysToggle() {
  return (
    <div class="toggles">
      <Toggle
        name="letter-keys"
        checked={letterKeys.value}
        title="The page remembers this. Space, Tab and the arrow keys always work."
        onToggle={setLetterKeys}
      >
        Keys with a single character
      </Toggle>
    </div>
  );
}
