/** `Question` and measurements of the page "Which one?". */

import { signal } from '@preact/signals';
import type { Measured } from './measured.js';
import { conformQuestion, firstQuestion, type Question } from './question.js';
import { loadTable, measuredTable } from './table.js';

export const currentQuestion = signal<Question>(firstQuestion);

export type Numbers =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly measured: Measured }
  | { readonly kind: 'failed'; readonly text: string };

export const numbers = signal<Numbers>({ kind: 'loading' });

/** Loads the measurements once; retries after a failure. */
export function loadNumbers(): void {
  loadTable().then(
    (table) => {
      if (numbers.peek().kind === 'ready') return;
      numbers.value = { kind: 'ready', measured: measuredTable(table) };
    },
    () => {
      numbers.value = {
        kind: 'failed',
        text: 'The measured times could not be loaded. Check the connection and reload the page.',
      };
    },
  );
}

/**
 * Changes the `Question`. Selecting a camera query switches to 3D. Switching to 2D replaces a
 * camera query by ranges.
 */
export function changeQuestion(patch: Partial<Question>): void {
  const wanted = { ...currentQuestion.peek(), ...patch };
  const dimensions = patch.task === 'camera' ? 3 : wanted.dimensions;
  currentQuestion.value = conformQuestion({ ...wanted, dimensions });
}
