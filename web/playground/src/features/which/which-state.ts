/** What the forms of "Which structure?" share: the question, and the numbers that came with the page. */

import { signal } from '@preact/signals';
import type { Measured } from './measured.js';
import { conformQuestion, firstQuestion, type Question } from './question.js';
import { measuredTable, readTable, TABLE_FILE } from './table.js';

export const question = signal<Question>(firstQuestion);

export type Numbers =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly measured: Measured }
  | { readonly kind: 'failed'; readonly text: string };

export const numbers = signal<Numbers>({ kind: 'loading' });

let sent = false;

async function load(): Promise<void> {
  try {
    const answer = await fetch(TABLE_FILE);
    if (!answer.ok) throw new Error(`${answer.status}`);
    numbers.value = { kind: 'ready', measured: measuredTable(readTable(await answer.text())) };
  } catch {
    sent = false;
    numbers.value = {
      kind: 'failed',
      text: 'The measured times could not be loaded. Check the connection and reload the page.',
    };
  }
}

/** Once; again where it failed before. */
export function loadNumbers(): void {
  if (sent) return;
  sent = true;
  void load();
}

/** A camera belongs to space: who asks for one gets it, who goes to the plane asks for ranges. */
export function ask(patch: Partial<Question>): void {
  const wanted = { ...question.peek(), ...patch };
  const dimensions = patch.ask === 'camera' ? 3 : wanted.dimensions;
  question.value = conformQuestion({ ...wanted, dimensions });
}
