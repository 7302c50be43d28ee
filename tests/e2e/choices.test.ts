/** Structures, dimensions, scenes, motions and policies, each chosen by its control. */

import { type OptionSpec, type OptionValue, structures } from 'sapwood';
import { expect, test } from 'vitest';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';

const opened = usePlayground();

async function optionsOf(playground: PlaygroundPage, name: string): Promise<string[]> {
  return playground.page
    .locator(`select[name="${name}"] option`)
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
}

async function expectSound(playground: PlaygroundPage): Promise<void> {
  const { pairs, notices } = await playground.snapshot();
  expect(await playground.faults()).toEqual([]);
  expect(await playground.hits()).toEqual(await playground.bruteForceHits());
  expect(pairs).toBe(await playground.bruteForcePairs());
  expect(notices).toEqual({});
}

test('every structure of the registry shows itself in 2D and 3D', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=300&play=0&box=0.5,0.5,0.5,0.3,0.3,0.3');
  for (const dim of ['3', '2']) {
    await playground.check('dim', dim);
    await playground.select('scene', 'uniform');
    const structures = await optionsOf(playground, 'structure');
    expect(structures).toEqual(
      expect.arrayContaining(['brute-force', 'sweep-and-prune', 'dynamic-tree']),
    );
    for (const structure of structures) {
      await playground.select('structure', structure);
      const snapshot = await playground.snapshot();
      expect(snapshot.structure).toBe(structure);
      expect(String(snapshot.settings.dim)).toBe(dim);
      await expectSound(playground);
    }
  }
});

test.each(['3', '2'])('every scene of the menu opens in %sD', async (dim) => {
  const playground = await opened.page();
  await playground.open(`v=1&dim=${dim}&scene=uniform&n=20&play=0&show=items`);
  const scenes = await optionsOf(playground, 'scene');
  expect(scenes.length).toBeGreaterThan(7);
  for (const scene of scenes) {
    await playground.select('scene', scene);
    const { items, settings } = await playground.snapshot();
    expect(settings.scene).toBe(scene);
    expect(items).toBeGreaterThan(0.95 * Number(settings.n) - 10);
    if (items <= 3000) await expectSound(playground);
  }
});

test('the teapot is about 25,000 triangles', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=teapot&play=0&show=bodies');
  const { items } = await playground.snapshot();
  expect(items).toBeGreaterThan(24_000);
  expect(items).toBeLessThan(26_000);
  const hits = await playground.hits();
  expect(hits.length).toBeGreaterThan(50);
  expect(hits).toEqual(await playground.bruteForceHits());
});

test('each policy keeps the index equal to the moving boxes', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=300&play=0&motion=sleeping&q=sphere');
  for (const policy of ['move', 'rebuild', 'update']) {
    await playground.check('policy', policy);
    const { frame } = await playground.snapshot();
    for (let i = 0; i < 3; i++) await playground.page.keyboard.press('.');
    await playground.settle();
    expect((await playground.snapshot()).frame).toBe(frame + 3);
    await expectSound(playground);
  }
});

test('options of a structure come from its specification and reach the index', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=300&play=0');
  const testedByDefault = (await playground.snapshot()).walk.tested;
  await playground.page.getByText('Options').click();
  await playground.page.fill('input[name="option-margin"]', '3');
  await playground.page.keyboard.press('Enter');
  await playground.ready();
  const { settings, walk } = await playground.snapshot();
  expect(settings.options).toEqual({ margin: 3 });
  expect(walk.tested).toBeGreaterThan(testedByDefault);
  await expectSound(playground);
  await playground.select('option-balance', 'height');
  expect(playground.addressHash()).toContain('o.margin=3&o.balance=height');
  await playground.page.getByRole('button', { name: 'Back to the defaults' }).click();
  await playground.ready();
  expect((await playground.snapshot()).settings.options).toEqual({});
});

/** A value that the option does not have by default, as its control takes it. */
function anotherValue({ kind, choices = [], only3D = [], ...spec }: OptionSpec): OptionValue {
  if (kind === 'boolean') return spec.default !== true;
  if (kind === 'choice') {
    const others = choices.filter((choice) => choice !== spec.default && !only3D.includes(choice));
    return others[0];
  }
  const standard = Number(spec.default);
  const more = kind === 'integer' ? standard + 1 : 1.5 * standard + 0.25;
  const less = kind === 'integer' ? standard - 1 : standard / 2;
  return more <= (spec.max ?? Infinity) ? more : less;
}

async function setOption(playground: PlaygroundPage, { kind, name }: OptionSpec, to: OptionValue) {
  const { page } = playground;
  if (kind === 'boolean') await page.setChecked(`input[name="option-${name}"]`, to === true);
  if (kind === 'choice') await page.selectOption(`select[name="option-${name}"]`, String(to));
  if (kind === 'number' || kind === 'integer') {
    await page.fill(`input[name="option-${name}"]`, String(to));
    await page.keyboard.press('Enter');
  }
  await playground.ready();
}

test.each(
  structures.map((entry) => [entry.id, entry.options] as const).filter(([, list]) => list.length),
)('every option of %s has a control that reaches the index', async (id, options) => {
  const playground = await opened.page();
  await playground.open(`v=1&structure=${id}&scene=uniform&n=120&dim=2&play=0`);
  await playground.page.locator('.details summary').first().click();
  for (const spec of options) {
    const value = anotherValue(spec);
    await setOption(playground, spec, value);
    const { sides } = await playground.snapshot();
    expect(sides[0].options[spec.name], spec.name).toBe(value);
    await expectSound(playground);
  }
  expect(await playground.page.locator('.details .hint').count()).toBe(options.length);
});

/** Every choice, both ends of every range, on and off. */
function valuesOf({ kind, choices = [], min, max }: OptionSpec): OptionValue[] {
  if (kind === 'boolean') return [true, false];
  if (kind === 'choice') return [...choices];
  return [min, max].filter((bound) => bound !== undefined);
}

test.each(
  structures.map((entry) => [entry.id, entry] as const).filter(([, { options }]) => options.length),
)('every value of every option of %s works, or is refused in plain words', async (id, entry) => {
  const playground = await opened.page();
  await playground.open(`v=1&structure=${id}&scene=mixed&n=90&play=0`);
  for (const dim of entry.dimensions) {
    for (const spec of entry.options) {
      for (const value of valuesOf(spec)) {
        const address = `v=1&structure=${id}&scene=mixed&n=90&play=0&dim=${dim}`;
        await playground.page.evaluate((text) => {
          location.hash = text;
        }, `${address}&o.${spec.name}=${value}`);
        await playground.ready();
        const { notices, settings, structure } = await playground.snapshot();
        const what = `${spec.name} = ${value} in ${dim}D`;
        expect(structure, what).toBe(id);
        expect(await playground.hits(), what).toEqual(await playground.bruteForceHits());
        expect(await playground.faults(), what).toEqual([]);
        const refused = dim === 2 && spec.only3D?.includes(String(value));
        if (refused) expect(notices[`options.${spec.name}`], what).toMatch(/is used instead\.$/);
        else {
          expect(notices, what).toEqual({});
          const used = (settings.options as Record<string, unknown>)[spec.name] ?? spec.default;
          expect(used, what).toBe(value);
        }
      }
    }
  }
});

test('changing the structure keeps the scene where it is', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=100&play=0');
  for (let i = 0; i < 4; i++) await playground.page.keyboard.press('.');
  await playground.settle();
  const before = await playground.hits();
  await playground.select('structure', 'sweep-and-prune');
  expect(await playground.hits()).toEqual(before);
});
