/** The choice of a method, with the counted tests of each as a number and a bar. */

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
      // not its change: the story may have marked this method already
      input.addEventListener('click', () => onChoose(method));
    }
  }

  /**
   * Shows the tests of the methods that were counted.
   * @param most - Tests that fill the bar.
   * @param method - The method to mark as chosen; null leaves the choice as it is.
   */
  show(tests: ReadonlyMap<Method, number>, most: number, method: Method | null): void {
    for (const [each, count] of tests) {
      const { label, output } = this.#rows.get(each) as Row;
      const text = written.format(count);
      if (output.textContent !== text) output.textContent = text;
      label.style.setProperty('--share', String(Math.min(1, count / most)));
    }
    const chosen = method && this.#rows.get(method)?.input;
    if (chosen && !chosen.checked) chosen.checked = true;
  }
}
