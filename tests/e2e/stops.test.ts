/** Examples of the playground: the gallery, the steps, and the numbers in captions. */

import { describe, expect, test } from 'vitest';
import {
  ALL_STEPS,
  examples,
  placeOf,
  showMe,
  stopAddress,
} from '../../web/playground/src/model/examples.js';
import { type PlaygroundPage, phone, usePlayground } from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();
const still = 'v=1&scene=uniform&n=50&play=0&structure=octree&node=A0&color=overlap';

const captionOf = ({ page }: PlaygroundPage) => page.textContent('[data-tour]');

async function expectStop(playground: PlaygroundPage, name: string): Promise<void> {
  await playground.page.locator(`[data-tour="${name}"]`).waitFor();
  await playground.ready();
  const { notices, settings } = await playground.snapshot();
  expect(settings).toMatchObject({ tour: name, node: null });
  expect(notices, name).toEqual({});
  expect(await captionOf(playground), name).toMatch(/^[A-Z][^{}…–]+\.$/);
}

const next = ({ page }: PlaygroundPage) =>
  page.getByRole('button', { name: 'Next', exact: true }).click();

describe('the gallery', () => {
  test('opens each example and moves through its steps', async () => {
    const playground = await opened.page();
    const { page } = playground;
    await playground.open(still);
    await playground.drawer('Examples');
    const cards = page.locator('[data-example]');
    const ids = await cards.evaluateAll((all) =>
      all.map((one) => one.getAttribute('data-example')),
    );
    expect(ids).toEqual(examples.map(({ id }) => id));
    const walked = sample(examples, ({ id }) => ['loose', 'grid'].includes(id));
    for (const { id, stops } of walked) {
      await playground.drawer('Examples');
      await page.click(`[data-example="${id}"]`);
      await expectStop(playground, `${id}.1`);
      for (let stop = 2; stop <= stops.length; stop++) {
        await next(playground);
        await expectStop(playground, `${id}.${stop}`);
      }
      expect(await playground.faults(), id).toEqual([]);
    }
    const { id, stops } = walked[walked.length - 1];
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expectStop(playground, `${id}.${stops.length - 1}`);
    await page.goBack();
    await expectStop(playground, `${id}.${stops.length}`);
    await page.getByRole('button', { name: 'Close the example' }).click();
    await page.locator('.tour').waitFor({ state: 'hidden' });
    expect((await playground.snapshot()).settings.tour).toBeNull();
  });

  test('has a thumbnail of a few kB for each example', async () => {
    const playground = await opened.page();
    const { page } = playground;
    await playground.open(still);
    await playground.drawer('Examples');
    const pictures = page.locator('.gallery img');
    await pictures.first().waitFor();
    expect(await pictures.count()).toBe(examples.length);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      const { alt, size } = await picture.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        const file = await (await fetch(image.currentSrc)).blob();
        return { alt: image.alt, size: file.size };
      });
      expect(alt).toMatch(/\w{4}/);
      expect(size).toBeLessThan(12_000);
    }
  });
});

/**
 * Functions that compare the captions of a step with the counts of the same frame, by the name of
 * the step.
 */
const looks: Readonly<Record<string, (playground: PlaygroundPage) => Promise<string[]>>> = {
  'show.4': ({ page }) => mismatches(page, (s) => [s.sides[0].replaced, s.items]),
  'show.5': ({ page }) =>
    mismatches(page, (s) => [
      s.sides[0].hits.length,
      ...s.sides.map(({ itemTests, nodeVisits }) => itemTests + nodeVisits),
    ]),
  'margins.2': ({ page }) => mismatches(page, (s) => [s.sides[1].replaced, s.sides[0].replaced]),
};

type Look = NonNullable<ReturnType<NonNullable<Window['playground']>['snapshot']>>;

/**
 * Reads the caption in each of 60 frames. Returns the captions whose numbers differ from `count` of
 * the frame's snapshot.
 */
function mismatches(page: PlaygroundPage['page'], count: (snapshot: Look) => number[]) {
  return page.evaluate(async (source) => {
    const counted = new Function(`return ${source}`)() as (snapshot: Look) => number[];
    const wrong: string[] = [];
    for (let frame = 0; frame < 60; frame++) {
      await new Promise(requestAnimationFrame);
      const snapshot = window.playground?.snapshot();
      const text = document.querySelector('[data-tour]')?.textContent ?? '';
      const shown = text.match(/\d[\d,]*/g)?.map((each) => Number(each.replaceAll(',', '')));
      const expected = snapshot ? counted(snapshot) : [];
      if (JSON.stringify(shown) !== JSON.stringify(expected)) wrong.push(`${text} ≠ ${expected}`);
    }
    return wrong;
  }, count.toString());
}

test.each(sample(Object.keys(looks), (name) => name === 'show.4'))(
  'in %s every number belongs to the frame on the stage',
  async (name) => {
    const playground = await opened.page();
    const place = placeOf(name);
    if (!place) throw new Error(name);
    await playground.open(stopAddress(place.example, place.at));
    await playground.page.locator(`[data-tour="${name}"]`).waitFor();
    const before = (await playground.snapshot()).frame;
    expect(await looks[name](playground)).toEqual([]);
    expect((await playground.snapshot()).frame).toBeGreaterThan(before);
  },
);

describe('“Show me”', () => {
  test('plays the query, waits for a drag, and ends with three links', async () => {
    const playground = await opened.page();
    const { page } = playground;
    await playground.open(still);
    await page.click('[data-start]');
    await expectStop(playground, 'show.1');
    await next(playground);
    await expectStop(playground, 'show.2');
    await page.waitForFunction(
      (last) => window.playground?.snapshot()?.settings.step === last,
      ALL_STEPS,
    );
    expect(await page.locator('.trace').count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await expectStop(playground, 'show.3');
    const classOfNext = () =>
      page
        .getByRole('button', { name: 'Next', exact: true })
        .evaluate((button) => button.className);
    expect(await classOfNext()).toBe('preset');
    const before = await captionOf(playground);
    await playground.dragHandle('box-center', 90, 60);
    expect(await classOfNext()).toBe('strong');
    expect(await captionOf(playground)).not.toBe(before);
    const { hits, itemTests, nodeVisits } = (await playground.snapshot()).sides[0];
    expect(hits).toEqual(await playground.bruteForceHits());
    expect(await captionOf(playground)).toContain(
      `${itemTests + nodeVisits} tests instead of 1,000, ${hits.length} hits`,
    );
    await next(playground);
    await expectStop(playground, 'show.4');
    await next(playground);
    await expectStop(playground, 'show.5');
    expect(await page.locator('.tour-doors button').allTextContents()).toEqual([
      'Which one for my game?',
      'Break one',
      'Learn how it works',
    ]);
    await page.getByRole('button', { name: 'Break one' }).click();
    await playground.ready();
    expect((await playground.snapshot()).settings).toMatchObject({ painted: '', tour: null });
    await page.goBack();
    await expectStop(playground, 'show.5');
  });

  test('on a phone closes the sheet, shows its caption, and continues at a swipe', async () => {
    const playground = await opened.page({ ...phone, reducedMotion: 'reduce' });
    const { page } = playground;
    await playground.open(still);
    await page.getByRole('button', { name: 'Examples', exact: true }).click();
    await page.click('[data-start]');
    await expectStop(playground, 'show.1');
    expect(await page.locator('.sheet-open').count()).toBe(0);
    for (const part of [page.locator('[data-tour]'), page.getByRole('button', { name: 'Next' })]) {
      const box = await part.boundingBox();
      expect(box?.y).toBeGreaterThan(400);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844);
    }
    const caption = await page.locator('[data-tour]').boundingBox();
    if (!caption) throw new Error('no caption');
    const swipe = async (by: number) => {
      const [x, y] = [caption.x + caption.width / 2, caption.y + 8];
      await page.locator('.tour').evaluate(
        (strip, [from, to, at]) => {
          const touch = { bubbles: true, pointerType: 'touch', clientY: at };
          strip.dispatchEvent(new PointerEvent('pointerdown', { ...touch, clientX: from }));
          strip.dispatchEvent(new PointerEvent('pointerup', { ...touch, clientX: to }));
        },
        [x, x + by, y],
      );
    };
    await swipe(-90);
    await expectStop(playground, 'show.2');
    // with reduced motion, the complete traversal is shown immediately
    expect((await playground.snapshot()).settings.step).toBe(ALL_STEPS);
    await swipe(90);
    await expectStop(playground, 'show.1');
  });

  longTest('keys of a focused handle do not change the step', async () => {
    const playground = await opened.page();
    const { page } = playground;
    await playground.open(stopAddress(showMe, 2));
    await playground.handle('box-center').focus();
    const { box } = (await playground.snapshot()).settings;
    await page.keyboard.press('ArrowRight');
    await playground.settle();
    const { settings } = await playground.snapshot();
    expect(settings.tour).toBe('show.3');
    expect(settings.box).not.toEqual(box);
  });
});

test('a changed view is not described as the example', async () => {
  const playground = await opened.page();
  const { page } = playground;
  await playground.open(`${stopAddress(showMe, 1)}&play=0`);
  await page.locator('[data-tour="show.2"]').waitFor();
  await playground.goTo(
    stopAddress(showMe, 1).replace('structure=static-tree', 'structure=sorted-range'),
  );
  expect(await page.locator('[data-tour]').count()).toBe(0);
  await page.getByRole('button', { name: 'Show the example again' }).click();
  await expectStop(playground, 'show.2');
  expect((await playground.snapshot()).structure).toBe('static-tree');
});

test('an example in 2D and 3D has a switch between them', async () => {
  const playground = await opened.page();
  const { page } = playground;
  const [loose] = examples;
  await playground.open(stopAddress(loose, 1));
  await page.getByRole('button', { name: '3D', exact: true }).click();
  await expectStop(playground, 'loose.2');
  expect((await playground.snapshot()).settings.dim).toBe(3);
  await next(playground);
  await expectStop(playground, 'loose.3');
  expect((await playground.snapshot()).settings.dim).toBe(3);
});

test.each(['tour=show.9', 'tour=moon.1', 'preset=moon', 'tour=constructor', 'preset=__proto__'])(
  '%s, which does not exist, is removed from the address',
  async (name) => {
    const playground = await opened.page();
    await playground.open(`v=1&scene=uniform&n=50&play=0&structure=octree&${name}`);
    expect(await playground.page.locator('.tour').count()).toBe(0);
    await playground.addressed();
    expect(playground.addressHash()).not.toMatch(/tour|preset/);
  },
);

test('the caption of each step is announced once, with its numbers', async () => {
  const playground = await opened.page();
  const { page } = playground;
  await playground.open(stopAddress(examples[0], 0));
  const status = page.locator('.tour [role="status"]');
  for (const stop of [1, 2]) {
    await expectStop(playground, `loose.${stop}`);
    const start = examples[0].stops[stop - 1].caption.slice(0, 12);
    await status.filter({ hasText: start }).waitFor({ state: 'attached' });
    expect(await status.textContent()).toBe(await captionOf(playground));
    if (stop === 1) await next(playground);
  }
});

test.each([
  ['another budget', examples.find(({ id }) => id === 'build'), 2, 'work=300'],
  ['other colors', examples.find(({ id }) => id === 'spheres'), 1, 'color=level'],
  ['a layer less', examples.find(({ id }) => id === 'grid'), 0, 'show=items'],
  ['more dimensions', examples.find(({ id }) => id === 'grid'), 0, 'dim=3'],
])('with %s, the caption of an example is not shown', async (_, example, at, change) => {
  if (example === undefined) throw new Error('no such example');
  const [key] = change.split('=');
  const address = stopAddress(example, at).replace(new RegExp(`&${key}=[^&]*`), '');
  const playground = await opened.page();
  await playground.open(`${address}&${change}`);
  await playground.page.getByText('You changed this view.').waitFor();
  expect(await playground.page.locator('[data-tour]').count()).toBe(0);
});

test('an address of a removed example opens the closest example', async () => {
  const playground = await opened.page();
  await playground.open('preset=corners');
  await expectStop(playground, 'grid.1');
});
