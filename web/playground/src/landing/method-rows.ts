/**
 * Radio buttons for the search methods. Each row shows the number of box tests as text and as a
 * bar.
 */

import { type Method, methods } from './methods.js';

interface Row {
  readonly input: HTMLInputElement;
  readonly label: HTMLElement;
  readonly output: HTMLOutputElement;
}

const written = new Intl.NumberFormat('en');

export class MethodRows {
  readonly #rows = new Map<Method, Row>();

  constructor(host: HTMLElement, onChoose: (method: Method) => void) {
    for (const method of methods) {
      const output = host.querySelector<HTMLOutputElement>(`output[data-tests="${method}"]`);
      const label = output?.closest('label');
      const input = label?.querySelector('input');
      if (!output || !label || !input) throw new Error(`${method}: no row in the page`);
      this.#rows.set(method, { input, label, output });
      // `change` would not fire if the animation has already selected this method
      input.addEventListener('click', () => onChoose(method));
    }
  }

  /**
   * Shows the number of tests of each method.
   * @param max - Number of tests that corresponds to a full bar.
   * @param method - Method to mark as selected; null keeps the selection.
   */
  show(tests: ReadonlyMap<Method, number>, max: number, method: Method | null): void {
    for (const [each, count] of tests) {
      const { label, output } = this.#rows.get(each) as Row;
      const text = written.format(count);
      if (output.textContent !== text) output.textContent = text;
      label.style.setProperty('--share', String(Math.min(1, count / max)));
    }
    const chosen = method && this.#rows.get(method)?.input;
    if (chosen && !chosen.checked) chosen.checked = true;
  }
}
