/** Controls the landing page in a browser: its figure and its game. */

import type { LandingInspection } from '../../../web/playground/src/landing/open-landing.js';
import { PlaygroundPage } from './playground-page.js';

export interface Count {
  readonly boxes: number[];
  readonly hits: number[];
  readonly lens: LandingInspection['figure']['moment']['lens'];
}

export class LandingPage extends PlaygroundPage {
  static override readonly contextKey = 'landing';
  protected override readonly navigatesInPlace = false;

  override load(hash = '', search = ''): Promise<void> {
    return super.load(hash, search);
  }

  override async ready(): Promise<void> {
    await this.page.locator('#figure[data-alive]').waitFor();
  }

  async pause(): Promise<void> {
    await this.page.getByRole('button', { name: 'Pause' }).click();
    await this.frames(2);
  }

  /** Returns the boxes, the hits and the query (`lens`) of the figure in the last drawn frame. */
  count(): Promise<Count> {
    return this.page.evaluate(() => {
      const figure = window.landing?.figure;
      if (!figure) throw new Error('the figure is not alive');
      const { boxes, hits, moment } = figure;
      return { boxes: [...boxes], hits: [...hits], lens: moment.lens };
    });
  }

  async tests(section: '#figure' | '.game', method: string): Promise<number> {
    const output = this.page.locator(`${section} output[data-tests="${method}"]`);
    return Number((await output.textContent())?.replaceAll(',', ''));
  }
}
