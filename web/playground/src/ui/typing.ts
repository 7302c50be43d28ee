/** Keys that belong to a form rather than to the page. */

const typingInputs = ['text', 'number', 'search'];

/** Whether the key belongs to the element that has the focus. */
export function belongsToInput(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement && typingInputs.includes(target.type)) return true;
  // Space presses what has the focus
  return key === ' ' && target.matches('button, input, summary, a');
}
