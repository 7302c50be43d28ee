/**
 * Accessibility: an automatic checker in both color schemes and both widths, keys, and reduced
 * motion.
 */

import { expect, test } from 'vitest';
import { prepareChecker } from './support/checker.js';
import {
  phone as narrow,
  type PlaygroundPage,
  wide as standard,
  usePlayground,
} from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();
const wide = { ...standard, viewport: { width: 1440, height: 900 } };
const scene = 'v=1&scene=clustered&n=60&play=0';

async function violations({ page }: PlaygroundPage): Promise<string[]> {
  await prepareChecker(page);
  const found = await page.evaluate(() =>
    window.axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations),
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

const states: readonly [name: string, hash: string][] = [
  ['one structure', scene],
  ['a node and its colors', `${scene}&structure=octree&color=overlap&node=A2`],
  ['a heat map', `${scene}&structure=octree&show=heat&heat=5`],
  ['a trace', `${scene}&structure=static-tree&step=6&show=hierarchy,problems,pairs`],
  ['a build step by step', `${scene}&structure=r-tree&build=insert.40`],
  ['a camera', `${scene}&structure=kd-tree&q=frustum&show=bodies,hierarchy,details`],
  ['two structures', `${scene}&structure=octree&with=loose-octree&step=3&node=B1`],
  ['a build bit by bit', `${scene}&structure=static-tree&policy=gradual`],
  ['an example and the chart', `${scene}&structure=octree&show=hierarchy,tree&tour=loose.2`],
  ['remarks', 'v=1&scene=dust&n=-7&seed=1e99&structure=oak&q=nearest&k=999999&play=0'],
  ['an address that cannot be read', 'v=7&scene=dust'],
];

const widths = { wide, narrow };
type Width = keyof typeof widths;
const schemes = ['dark', 'light'] as const;
/** All combinations of width and color scheme, with a number from 0 to 3. */
const looks = schemes.flatMap((scheme, i) =>
  (['wide', 'narrow'] as const).map((width, j) => [width, scheme, 2 * i + j] as const),
);
/** States whose elements all appear in other states too. The short run omits these states. */
const redundant = [
  'one structure',
  'a heat map',
  'a trace',
  'two structures',
  'a camera',
  'a build step by step',
  'a build bit by bit',
  'a tour and the chart',
  'remarks',
  'an address that cannot be read',
];
const cases = states.flatMap(([name, hash], i) =>
  looks.map(([width, scheme, turn]) => {
    const sampled = turn === i % 4 && !redundant.includes(name);
    return { name, hash, width, scheme, i, sampled };
  }),
);

async function openIn(width: Width, colorScheme: 'dark' | 'light', hash: string) {
  const playground = await opened.page({ ...widths[width], colorScheme });
  await playground.open(hash);
  return playground;
}

test.each(sample(cases, ({ sampled }) => sampled))(
  'no violations: $width, $scheme, $name',
  async ({ width, scheme, hash, i }) => {
    const playground = await openIn(width, scheme, hash);
    expect(await violations(playground)).toEqual([]);
    if (width === 'wide') return;
    for (const tab of sample(['Examples', 'Scene', 'View'], (_, at) => at === i % 3)) {
      await playground.page.getByRole('button', { name: tab, exact: true }).click();
      await playground.page.locator('.sheet-body').waitFor();
      expect(await violations(playground), tab).toEqual([]);
    }
  },
);

/**
 * Combinations of width and color scheme for tests of a single state. The short run uses only the
 * light color scheme and the wide width.
 */
const sampledLooks = sample(looks, ([, , turn]) => turn === 2);

test.each(sampledLooks)('no violations: editing by hand, %s, %s', async (width, scheme) => {
  const playground = await openIn(width, scheme, scene);
  await playground.page.keyboard.press('e');
  await playground.page.getByRole('region', { name: 'Edit by hand' }).waitFor();
  await playground.page.keyboard.press('Enter');
  await playground.page.fill('input[name="edit-size"]', '900');
  await playground.page.keyboard.press('Enter');
  await playground.page.locator('.edit .notice').waitFor();
  expect(await violations(playground)).toEqual([]);
});

test.each(sampledLooks)('no violations: dialogs, %s, %s', async (width, scheme) => {
  const playground = await openIn(width, scheme, scene);
  await playground.drawer('Scene');
  for (const name of ['Show code', 'Help']) {
    if (name === 'Help') await playground.page.locator('.more summary').click();
    await playground.page.getByRole('button', { name }).click();
    await playground.page.getByRole('dialog').waitFor();
    expect(await violations(playground), name).toEqual([]);
    await playground.page.keyboard.press('Escape');
    await playground.page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await playground.settle();
  await playground.page.keyboard.press('/');
  await playground.page.getByRole('dialog', { name: 'Search' }).waitFor();
  expect(await violations(playground), 'find').toEqual([]);
  await playground.page.keyboard.press('Escape');
  await playground.page.keyboard.press('w');
  await playground.page.locator('#which [data-which-advice]').waitFor();
  expect(await violations(playground), 'which structure').toEqual([]);
});

test('the page starts no animation if the user prefers reduced motion', async () => {
  const playground = await opened.page({ ...wide, reducedMotion: 'reduce' });
  await playground.open('v=1&scene=uniform&n=80');
  const { settings, frame } = await playground.snapshot();
  expect({ play: settings.play, frame }).toEqual({ play: false, frame: 0 });
  const moving = await playground.page.evaluate(() => {
    const all = [...document.querySelectorAll('*')].map((element) => getComputedStyle(element));
    return all.filter(
      ({ animationName, transitionDuration }) =>
        animationName !== 'none' || transitionDuration.split(', ').some((time) => time !== '0s'),
    ).length;
  });
  expect(moving).toBe(0);
});

longTest('examples do not play if the user prefers reduced motion', async () => {
  const playground = await opened.page({ ...wide, reducedMotion: 'reduce' });
  await playground.open('v=1&scene=uniform&n=80');
  for (const choose of [
    async () => {
      await playground.drawer('Examples');
      await playground.page.click('[data-example="margins"]');
    },
    () => playground.page.getByRole('button', { name: 'Next' }).click(),
  ]) {
    await choose();
    await playground.ready();
    await playground.frames(10);
    const { settings, frame } = await playground.snapshot();
    expect({ play: settings.play, frame }).toEqual({ play: false, frame: 0 });
  }
  await playground.page.getByRole('button', { name: 'Play' }).click();
  await playground.page.waitForFunction(() => (window.playground?.snapshot()?.frame ?? 0) > 1);
});

test('live regions do not change repeatedly while a scene plays', async () => {
  const playground = await opened.page();
  await playground.open(`${scene}&build=insert.5&structure=octree&speed=4`);
  const { page } = playground;
  const words = page.locator('[data-build="words"]');
  expect(await words.getAttribute('aria-live')).toBe('polite');
  await page.keyboard.press(' ');
  // a single call checks the state and reads the attribute, because the build can end between two
  // calls
  const whilePlaying = await page.waitForFunction(() => {
    const isPlaying = (window.playground?.snapshot()?.sides[0].building?.at ?? 0) > 9;
    return isPlaying && document.querySelector('[data-build="words"]')?.getAttribute('aria-live');
  });
  expect(await whilePlaying.jsonValue()).toBe('off');
  await playground.open('v=1&scene=uniform&n=200&structure=octree');
  const live = await page.evaluate(async () => {
    const regions = document.querySelectorAll('[aria-live="polite"], [role="status"]');
    let changes = 0;
    const observer = new MutationObserver((list) => {
      changes += list.length;
    });
    for (const region of regions) {
      observer.observe(region, { subtree: true, childList: true, characterData: true });
    }
    const from = window.playground?.snapshot()?.frame ?? 0;
    while ((window.playground?.snapshot()?.frame ?? 0) < from + 15) {
      await new Promise(requestAnimationFrame);
    }
    return { regions: regions.length, changes };
  });
  expect(live.regions).toBeGreaterThan(0);
  expect(live.changes).toBe(0);
  expect((await playground.snapshot()).frame).toBeGreaterThan(2);
});

test('the overlay lists every key', async () => {
  const playground = await opened.page();
  await playground.open(scene);
  await playground.page.keyboard.press('?');
  const help = playground.page.getByRole('dialog');
  await help.waitFor();
  const keys = await help.locator('kbd').allTextContents();
  for (const key of [
    'Space',
    '.',
    ',',
    '[',
    ']',
    '1 – 9',
    'U',
    'C',
    'X',
    'E',
    'G',
    'F',
    'R',
    'H',
    '?',
  ]) {
    expect(keys).toContain(key);
  }
  for (const key of ['K', 'N', 'T', 'U', 'S', 'I', 'B', '/']) expect(keys).toContain(key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('keys toggle the check boxes of the view', async () => {
  const playground = await opened.page();
  await playground.open(scene);
  for (const [key, name] of [
    ['t', 'trace'],
    ['i', 'show-tree'],
    ['m', 'show-heat'],
  ]) {
    const box = await playground.control(`input[name="${name}"]`);
    for (const checked of [true, false]) {
      await playground.page.keyboard.press(key);
      await playground.settle();
      expect(await box.isChecked(), key).toBe(checked);
    }
  }
});

test('K selects the next color scale', async () => {
  const playground = await opened.page();
  await playground.open(scene);
  const seen = [];
  for (let i = 0; i < 3; i++) {
    await playground.page.keyboard.press('k');
    await playground.settle();
    seen.push((await playground.snapshot()).settings.color);
  }
  expect(seen).toEqual(['visits', 'overlap', 'level']);
});
