/** Guided tours, by their controls. */

import { describe, expect, test } from 'vitest';
import { tours } from '../../web/playground/src/model/tours.js';
import { type PlaygroundPage, phone, usePlayground } from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();

async function tourIds(playground: PlaygroundPage): Promise<string[]> {
  const values = await playground.page
    .locator('select[name="tour"] option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  return values.filter((id) => id !== '');
}

async function expectStop(playground: PlaygroundPage, name: string): Promise<void> {
  await playground.ready();
  const { notices, settings } = await playground.snapshot();
  expect(settings.tour).toBe(name);
  expect(notices, name).toEqual({});
  expect(await playground.page.textContent('[data-tour]'), name).toMatch(/\w{4}.*\.$/);
}

describe('the tours', () => {
  test('are offered, and walked to and back', async () => {
    const playground = await opened.page();
    const { page } = playground;
    await playground.open('v=1&scene=uniform&n=50&play=0');
    const ids = await tourIds(playground);
    expect(ids).toEqual(tours.map(({ id }) => id));
    const walked = sample(tours, ({ id }) => id === 'hilbert');
    for (const { id, stops } of walked) {
      await playground.select('tour', id);
      await expectStop(playground, `${id}.1`);
      for (let stop = 2; stop <= stops.length; stop++) {
        await page.getByRole('button', { name: 'Next', exact: true }).click();
        await expectStop(playground, `${id}.${stop}`);
      }
    }
    const { id, stops } = walked[walked.length - 1];
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expectStop(playground, `${id}.${stops.length - 1}`);
    await page.goBack();
    await expectStop(playground, `${id}.${stops.length}`);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('[data-tour]').waitFor({ state: 'hidden' });
    expect((await playground.snapshot()).settings.tour).toBeNull();
  });

  longTest('are addresses: a stop opens by its link, on a phone too', async () => {
    const playground = await opened.page(phone);
    await playground.open('v=1&scene=uniform&n=50&play=0&tour=loose.2');
    await playground.page.locator('[data-tour="loose.2"]').waitFor();
    await playground.page.getByRole('button', { name: 'Next' }).click();
    await expectStop(playground, 'loose.3');
  });

  test('an unknown one is no tour', async () => {
    const playground = await opened.page();
    await playground.open('v=1&scene=uniform&n=50&play=0&tour=moon.1');
    expect(await playground.page.locator('[data-tour]').count()).toBe(0);
  });
});
