/** Controls the Learn page in a browser: reads the figures and numbers of its chapters. */

import { PlaygroundPage } from './playground-page.js';

export class LearnPage extends PlaygroundPage {
  static override readonly contextKey = 'learn';
  /** Each test loads the page, because figures keep their state otherwise. */
  protected override readonly navigatesInPlace = false;

  override async ready(): Promise<void> {
    await this.page.locator('.learn-chapter').first().waitFor();
  }

  async chapter(number: number) {
    const part = this.page.locator(`#learn-${number}`);
    await part.evaluate((element) => element.scrollIntoView());
    await part.locator('.learn-panel').waitFor();
    return part;
  }

  numbers(chapter: number): Promise<Record<string, number>> {
    return this.page
      .locator(`#learn-${chapter} [data-number]`)
      .evaluateAll((all) =>
        Object.fromEntries(
          all.map((one) => [
            one.getAttribute('data-number'),
            Number(one.textContent?.replaceAll(',', '')),
          ]),
        ),
      );
  }

  /** Returns the query of a figure, in the units of its scene. */
  async queryOf(chapter: number): Promise<number[]> {
    const text = await this.page.locator(`#learn-${chapter} [data-asks]`).getAttribute('data-asks');
    return (text ?? '').split(',').map(Number);
  }
}
