/** Learn: interactive figures, their numbers compared with the library, and accessibility. */

import { type BoxLike, type SpatialIndex, structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { boxOf, type SceneId, World } from '../../web/playground/src/learn/world.js';
import { prepare, read } from './model/scene.js';
import { prepareChecker } from './support/checker.js';
import { LearnPage } from './support/learn-page.js';
import { phone, usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();

const CHAPTERS = 14;
/** Number of the chapter about bounding volumes, whose figure has no structure. */
const VOLUMES = 6;

type Numbers = Readonly<Record<string, number>>;

interface Figure {
  readonly chapter: number;
  readonly scene: SceneId;
  readonly count: number;
  readonly structure: string;
  readonly options?: Readonly<Record<string, string | number>>;
  /**
   * Returns numbers that the page must show. The page can show further numbers, which are not
   * checked.
   */
  readonly expected: (index: SpatialIndex, query: BoxLike, world: World) => Numbers;
}

function queryBox(index: SpatialIndex, box: BoxLike) {
  const found = index.queryBox(box).length;
  const { itemTests: tests, nodeVisits: visits } = index.counters();
  return { found, tests, visits, effort: tests + visits };
}

function only(numbers: Numbers, ...names: string[]): Numbers {
  return Object.fromEntries(names.map((name) => [name, numbers[name]]));
}

const cellSize = Number((3 * new World('uniform', 400).meanSide).toFixed(3));

const figures: readonly Figure[] = [
  {
    chapter: 2,
    scene: 'uniform',
    count: 300,
    structure: 'sorted-range',
    options: { axis: 'x' },
    expected: (index, query) => {
      index.pairs();
      const pairTests = index.counters().itemTests;
      const every = (300 * 299) / 2;
      return { ...only(queryBox(index, query), 'tests', 'found'), 'pair-tests': pairTests, every };
    },
  },
  {
    chapter: 3,
    scene: 'uniform',
    count: 400,
    structure: 'spatial-hash',
    options: { cellSize },
    expected: (index, query) => only(queryBox(index, query), 'tests', 'visits', 'found'),
  },
  {
    chapter: 4,
    scene: 'straddlers',
    count: 500,
    structure: 'octree',
    expected: (index, query) => only(queryBox(index, query), 'tests', 'visits'),
  },
  {
    chapter: 5,
    scene: 'clustered',
    count: 1500,
    structure: 'static-tree',
    expected: (index, query) => only(queryBox(index, query), 'tests', 'visits', 'found'),
  },
  {
    chapter: 8,
    scene: 'uniform',
    count: 400,
    structure: 'packed-r-tree',
    options: { packing: 'nearest-x' },
    expected: (index, query) => only(queryBox(index, query), 'effort', 'found'),
  },
  {
    chapter: 11,
    scene: 'clustered',
    count: 500,
    structure: 'static-tree',
    expected: (index, query) => {
      index.nearest(query as number[], 8);
      const { itemTests: tests, nodeVisits: visits } = index.counters();
      return { tests, visits };
    },
  },
  {
    chapter: 13,
    scene: 'uniform',
    count: 1000,
    structure: 'wide-tree',
    expected: (index, query) => only(queryBox(index, query), 'tests'),
  },
];

function createOver(world: World, structure: string, options = {}): SpatialIndex {
  const entry = structures.find(({ id }) => id === structure);
  if (!entry) throw new Error(structure);
  const index = entry.create({ dimensions: 2, ...options });
  index.build(world.boxes);
  return index;
}

async function expectNumbers(learn: LearnPage, figure: Figure): Promise<void> {
  const { chapter, count, options, expected, scene, structure } = figure;
  const world = new World(scene, count);
  const index = createOver(world, structure, options);
  const numbers = expected(index, await learn.queryOf(chapter), world);
  expect(await learn.numbers(chapter), `chapter ${chapter}`).toMatchObject(numbers);
  index.dispose();
}

function pairsWith(own: readonly number[], { boxes, count }: World): number {
  boxes.set(own);
  let pairs = 0;
  for (let a = 0; a < count; a++) {
    const one = boxOf(boxes, a);
    for (let b = a + 1; b < count; b++) {
      const other = boxOf(boxes, b);
      const apart = [0, 1].some((d) => one[d] > other[d + 2] || other[d] > one[d + 2]);
      pairs += apart ? 0 : 1;
    }
  }
  return pairs;
}

beforeAll(prepare);

test('every number equals what the library counts for the query of the figure', async () => {
  const learn = await opened.as(LearnPage);
  await learn.open('learn');
  const { page } = learn;
  for (const figure of figures) {
    const part = await learn.chapter(figure.chapter);
    await expectNumbers(learn, figure);
    const before = await learn.queryOf(figure.chapter);
    await part.locator('.learn-handle').focus();
    for (const key of ['ArrowLeft', 'ArrowDown', 'Shift+ArrowUp']) await page.keyboard.press(key);
    expect(await learn.queryOf(figure.chapter)).not.toEqual(before);
    await expectNumbers(learn, figure);
    expect(await part.locator('.learn-claim').count()).toBe(1);
  }
  const pressed = await page
    .locator('.learn-choice')
    .evaluateAll((all) => all.map((one) => one.querySelectorAll('[aria-pressed=true]').length));
  expect(pressed.length).toBeGreaterThan(0);
  expect(new Set(pressed)).toEqual(new Set([1]));
  const cells = (await learn.chapter(4)).getByRole('group', { name: 'The cells' });
  for (const name of ['Loose cells', 'Strict cells']) {
    await cells.getByRole('button', { name }).click();
    expect(await cells.locator('[aria-pressed=true]').allTextContents()).toEqual([name]);
  }
  for (let chapter = 1; chapter <= CHAPTERS; chapter++) {
    if (chapter === VOLUMES) continue;
    const link = (await learn.chapter(chapter)).getByRole('link', { name: /^Open this/ });
    const { notices, settings } = read((await link.getAttribute('href')) ?? '');
    expect(notices, `chapter ${chapter}`).toEqual({});
    expect(settings.dim).toBe(2);
    const figure = figures.find((one) => one.chapter === chapter);
    if (!figure) continue;
    const { count, options = {}, scene, structure } = figure;
    expect(settings).toMatchObject({ n: count, options, scene, structure });
  }
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  expect(loaded.filter((name) => /\/(explore|three|open-bench)/.test(name))).toEqual([]);
  expect(loaded.filter((name) => /\/open-learn-.*\.js$/.test(name))).toHaveLength(1);
  const dragged = await learn.chapter(2);
  const picture = await dragged.locator('.learn-picture').boundingBox();
  if (!picture) throw new Error('chapter 2 has no picture');
  const [low, , high] = await learn.queryOf(2);
  await dragged.locator('.learn-handle').hover();
  await page.mouse.down();
  await page.mouse.move(picture.x + 0.9 * picture.width, picture.y + 20, { steps: 3 });
  await page.mouse.up();
  const [lowAfter, , highAfter] = await learn.queryOf(2);
  expect(lowAfter + highAfter).toBeGreaterThan(1.5 * (low + high));
  await expectNumbers(learn, figures[0]);
  await learn.chapter(1);
  await page.locator('#learn-1 .learn-handle').focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
  const found = pairsWith(await learn.queryOf(1), new World('uniform', 60));
  expect(await learn.numbers(1)).toEqual({ tests: 1770, found, doubled: 7140 });
  const part = await learn.chapter(CHAPTERS);
  const box = await learn.queryOf(CHAPTERS);
  const bars = await part
    .locator('[data-structure]')
    .evaluateAll((all) =>
      all.map((one) => [
        one.getAttribute('data-structure'),
        Number(one.getAttribute('data-effort')),
      ]),
    );
  const world = new World('uniform', 600);
  const computed = structures
    .filter(({ dimensions }) => dimensions.includes(2))
    .map(({ id }) => {
      const index = createOver(world, id);
      const { effort } = queryBox(index, box);
      index.dispose();
      return [id, effort] as const;
    });
  expect(new Map(bars as [string, number][])).toEqual(new Map(computed));
  const efforts = bars.map(([, effort]) => effort as number);
  expect(efforts).toEqual([...efforts].sort((a, b) => a - b));
});

test('curves and splits open on demand, and change with their controls', async () => {
  const learn = await opened.as(LearnPage);
  await learn.open('learn.8');
  const { page } = learn;
  const chapter = await learn.chapter(8);
  const open = async (title: string) => {
    const part = chapter.locator('.learn-more', { hasText: title });
    expect(await part.locator('svg').count()).toBe(0);
    await part.locator('summary').focus();
    await page.keyboard.press('Enter');
    await part.locator('svg').waitFor();
    return part;
  };
  const curves = await open('Curves that fill the plane');
  const jumps = curves.locator('[data-number="jumps"]');
  expect(await jumps.textContent()).toBe('0');
  await curves.getByRole('button', { name: 'Hilbert with a mistake' }).click();
  expect(await jumps.textContent()).toBe('127');
  const splits = await open('Splits of full nodes');
  const waste = async () =>
    Number.parseInt((await splits.locator('[data-number="waste"]').textContent()) ?? '', 10);
  const quadratic = await waste();
  await splits.locator('.learn-handle').focus();
  for (const key of ['Shift+ArrowUp', 'Shift+ArrowRight']) {
    for (let i = 0; i < 5; i++) await page.keyboard.press(key);
  }
  expect(await waste()).not.toBe(quadratic);
  await splits.getByRole('button', { name: 'R*' }).click();
  expect(await waste()).toBeNaN();
  await prepareChecker(page);
  const faults = await page.evaluate(() =>
    window.axe.run('#learn-8').then(({ violations }) => violations.map(({ id }) => id)),
  );
  expect(faults).toEqual([]);
});

test('numbers of a cut, a refit and a ray follow their controls', async () => {
  const learn = await opened.as(LearnPage, { ...phone, reducedMotion: 'reduce' });
  await learn.open('learn.7');
  const { page } = learn;
  const text = (chapter: number, id: string) =>
    page.locator(`#learn-${chapter} [data-number="${id}"]`).textContent();
  const percent = async (id: string) => Number.parseInt((await text(7, id)) ?? '', 10);
  const cut = await learn.chapter(7);
  expect(await percent('cost')).toBeGreaterThan(await percent('best'));
  expect(await percent('library')).toBeLessThanOrEqual((await percent('best')) + 5);
  await cut.locator('.learn-handle').focus();
  for (let i = 0; i < 20 && (await percent('cost')) > (await percent('best')); i++) {
    await page.keyboard.press('ArrowDown');
  }
  expect(await percent('cost')).toBe(await percent('best'));
  const [axis, at] = await learn.queryOf(7);
  const { boxes, count } = new World('clustered', 1500);
  const low = Array.from({ length: count }, (_, i) => boxOf(boxes, i)).filter(
    (box) => (box[axis] + box[axis + 2]) / 2 < at,
  );
  expect(await text(7, 'sides')).toBe(`${low.length} + ${count - low.length}`);

  const refit = await learn.chapter(10);
  const [built] = [Number(await text(10, 'built'))];
  for (let i = 0; i < 40; i++) await refit.getByRole('button', { name: 'Step one frame' }).click();
  expect(Number(await text(10, 'cost'))).toBeGreaterThan(1.1 * built);
  expect(Number(await text(10, 'corrected'))).toBeGreaterThan(100);
  await refit.getByRole('button', { name: 'Rebuild now' }).click();
  expect(Number(await text(10, 'cost'))).toBeLessThan(1.1 * built);
  expect(await text(10, 'rebuilds')).toBe('1');

  await learn.chapter(12);
  const query = await learn.queryOf(12);
  const index = createOver(new World('clustered', 1500), 'static-tree');
  const hit = index.raycast(query.slice(0, 2), query.slice(2));
  const { itemTests: tests, nodeVisits: visits } = index.counters();
  const hits = index.raycastAll(query.slice(0, 2), query.slice(2)).ids.length;
  const every = index.counters().nodeVisits;
  index.dispose();
  expect(await learn.numbers(12)).toEqual({
    ...{ visits, tests, every, hits },
    distance: Number(hit?.distance.toFixed(2)),
  });
  expect(every).toBeGreaterThan(2 * visits);
  const traversal = page.locator('#learn-12 .learn-opened path');
  const whole = await traversal.nth(1).getAttribute('d');
  await page.locator('#learn-12 .learn-slider input').fill('3');
  expect(await traversal.nth(1).getAttribute('d')).not.toBe(whole);
  expect(await page.locator('#learn-12 .learn-now').count()).toBe(1);
});

test('the target of a ray cannot be its start', async () => {
  const learn = await opened.as(LearnPage);
  await learn.open('learn.12');
  const part = await learn.chapter(12);
  const handle = part.locator('.learn-handle');
  const press = async (key: string, count: number) => {
    for (let i = 0; i < count; i += 1) await handle.press(key);
  };
  // moves the target to the start of the ray: to the left edge, two small steps right, to the lower
  // edge, five large steps up
  await press('Shift+ArrowLeft', 12);
  await press('ArrowRight', 2);
  await press('Shift+ArrowDown', 12);
  await press('Shift+ArrowUp', 5);
  const [x, y, dx, dy] = await learn.queryOf(12);
  expect(Math.hypot(dx, dy)).toBeGreaterThan(0);
  await press('ArrowUp', 3);
  expect(await learn.queryOf(12)).not.toEqual([x, y, dx, dy]);
});

test('the tightest bounding volume of a shape has the fewest false positives', async () => {
  const learn = await opened.as(LearnPage);
  await learn.open(`learn.${VOLUMES}`);
  const part = await learn.chapter(VOLUMES);
  const choose = async (name: string) => {
    await part.getByRole('button', { name, exact: true }).click();
    return learn.numbers(VOLUMES);
  };
  const box = await choose('Box');
  const hull = await choose('Convex hull');
  expect(hull.false).toBeLessThan(box.false);
  expect(hull.area).toBeLessThan(box.area);
  expect(hull.cost).toBeGreaterThan(box.cost);
  await part.getByRole('button', { name: 'Plank' }).click();
  expect((await learn.numbers(VOLUMES)).area).toBe(1);
  expect(await part.locator('[data-volume]').count()).toBe(5);
});

test('on a phone the address of a chapter shows the chapter, and unknown addresses are removed', async () => {
  const learn = await opened.as(LearnPage, phone);
  const { page } = learn;
  for (const chapter of [9, 12]) {
    await learn.open(`learn.${chapter}`);
    await page.locator(`#learn-${chapter} .learn-panel`).waitFor();
    const top = () =>
      page.locator(`#learn-${chapter}`).evaluate((part) => part.getBoundingClientRect().top);
    const learnTop = await page
      .locator('#learn')
      .evaluate((part) => part.getBoundingClientRect().top);
    await expect.poll(async () => Math.abs((await top()) - learnTop) < 2).toBe(true);
    await learn.frames(20);
    expect(Math.abs((await top()) - learnTop)).toBeLessThan(2);
  }
  await learn.open('learn.99');
  expect(learn.addressHash()).toBe('learn');
});

longTest(
  'on a phone with reduced motion, figures fit and do not move, and links open the same state',
  async () => {
    const learn = await opened.as(LearnPage, { ...phone, reducedMotion: 'reduce' });
    await learn.open('learn.5');
    const { page } = learn;
    await learn.chapter(5);
    await prepareChecker(page);
    for (let chapter = 1; chapter <= CHAPTERS; chapter++) await learn.chapter(chapter);
    for (const summary of await page.locator('.learn-more summary').all()) await summary.click();
    await page.locator('.learn-more .learn-panel').nth(1).waitFor();
    const small = await page
      .locator('.learn-page :is(button, input, summary, .learn-contents a, .learn-open)')
      .evaluateAll((all) =>
        all
          .filter((one) => one.getBoundingClientRect().height < 44)
          .map((one) => one.outerHTML.slice(0, 100)),
      );
    expect(small).toEqual([]);
    const tooWide = await page.evaluate(() => {
      const learnPage = document.querySelector('#learn');
      return (learnPage?.scrollWidth ?? 0) - window.innerWidth;
    });
    expect(tooWide).toBe(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const faults = await page.evaluate(() =>
        window.axe
          .run('#learn', { resultTypes: ['violations'] })
          .then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)),
      );
      expect(faults).toEqual([]);
    }
    const moving = await learn.chapter(9);
    const picture = moving.locator('.learn-items');
    const still = await picture.getAttribute('d');
    await moving.getByRole('button', { name: 'Step one frame' }).click();
    await page.waitForFunction(
      (before) => document.querySelector('#learn-9 .learn-items')?.getAttribute('d') !== before,
      still,
    );
    await moving.getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(
      () => Number(document.querySelector('#learn-9 [data-number=replaced]')?.textContent) > 0,
    );
    await moving.getByRole('button', { name: 'Pause' }).click();
    const boxes = await learn.chapter(5);
    const { found } = await learn.numbers(5);
    await boxes.getByRole('link', { name: 'Open this in the playground' }).click();
    await page.waitForFunction(() => window.playground?.snapshot()?.items === 1500);
    expect((await learn.hits()).length).toBe(found);
    await page.getByRole('link', { name: 'Learn', exact: true }).click();
    await boxes.getByRole('heading', { name: 'Boxes around boxes' }).waitFor();
    expect(learn.addressHash()).toMatch(/^learn/);
  },
);
