/**
 * Detects keys that the focused form element uses, so that the page does not handle these keys as
 * shortcuts.
 */

const typingInputs = ['text', 'number', 'search'];

export function belongsToInput(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement && typingInputs.includes(target.type)) return true;
  // Space activates the focused element
  return key === ' ' && target.matches('button, input, summary, a');
}
