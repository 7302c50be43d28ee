/** Controls for structures, dimensions, scenes, motions and update policies. */

import { type OptionSpec, type OptionValue, structures } from 'sapwood/all';
import { expect, test } from 'vitest';
import {
  structuresWithPageOptions,
  textbookStructures,
} from '../../web/playground/src/model/page-options.js';
import { sceneMenu } from '../../web/playground/src/model/scene-menu.js';
import { type PlaygroundPage, usePlayground } from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();

const isTextbook = (id: string) => textbookStructures.has(id);

/**
 * Returns the ids of structures in the order of the menu, in which textbook structures come last.
 */
function idsIn(dim: 2 | 3): string[] {
  const ids = structures.filter(({ dimensions }) => dimensions.includes(dim)).map(({ id }) => id);
  return [...ids.filter((id) => !isTextbook(id)), ...ids.filter(isTextbook)];
}

async function optionsOf(playground: PlaygroundPage, name: string): Promise<string[]> {
  const select = await playground.control(`select[name="${name}"]`);
  return select
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
}

async function expectSound(playground: PlaygroundPage): Promise<void> {
  const { pairs, notices } = await playground.snapshot();
  expect(await playground.faults()).toEqual([]);
  expect(await playground.hits()).toEqual(await playground.bruteForceHits());
  expect(pairs).toBe(await playground.bruteForcePairs());
  expect(notices).toEqual({});
}

test('every structure of the registry can be chosen, and is drawn', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=30&play=0&box=0.5,0.5,0.5,0.3,0.3,0.3');
  expect(await optionsOf(playground, 'structure')).toEqual(idsIn(3));
  const group = playground.page.locator(
    'select[name="structure"] optgroup[label="Textbook"] option',
  );
  expect(await group.count()).toBe(idsIn(3).filter(isTextbook).length);
  for (const id of idsIn(3)) {
    await playground.select('structure', id);
    expect((await playground.snapshot()).structure).toBe(id);
    expect(await playground.hits()).toEqual(await playground.bruteForceHits());
  }
  await playground.check('dim', '2');
  expect(await optionsOf(playground, 'structure')).toEqual(idsIn(2));
});

test.each(sample([3, 2] as const, (dim) => dim === 2))(
  'the menu has every scene in %iD',
  async (dim) => {
    const playground = await opened.page();
    await playground.open(`v=1&dim=${dim}&scene=uniform&n=20&play=0&show=items`);
    const scenes = sceneMenu.filter(
      ({ dimensions, id }) => dimensions.includes(dim) && id !== 'own',
    );
    // an earlier test can have stored its own scene in this browser
    const offered = (await optionsOf(playground, 'scene')).filter((id) => id !== 'own');
    expect(offered.sort()).toEqual(scenes.map(({ id }) => id).sort());
    for (const scene of ['coincident', 'mixed']) {
      await playground.select('scene', scene);
      const { items, settings } = await playground.snapshot();
      expect(settings).toMatchObject({ scene, n: items, dim });
    }
  },
);

longTest('each policy keeps the index equal to the moving boxes', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=100&play=0&motion=sleeping&q=sphere');
  for (const policy of ['move', 'rebuild', 'update']) {
    await playground.check('policy', policy);
    const { frame } = await playground.snapshot();
    for (let i = 0; i < 3; i++) await playground.page.keyboard.press('.');
    await playground.settle();
    expect((await playground.snapshot()).frame).toBe(frame + 3);
    await expectSound(playground);
  }
});

longTest('options of a structure come from its specification and reach the index', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=300&play=0');
  const testedByDefault = (await playground.snapshot()).walk.tested;
  await playground.page.getByText('Options').click();
  await playground.enter('option-margin', '3');
  await playground.ready();
  const { settings, walk } = await playground.snapshot();
  expect(settings.options).toEqual({ margin: 3 });
  expect(walk.tested).toBeGreaterThan(testedByDefault);
  await expectSound(playground);
  await playground.select('option-balance', 'height');
  expect(playground.addressHash()).toContain('o.margin=3&o.balance=height');
  await playground.page.getByRole('button', { name: 'Reset to defaults' }).click();
  await playground.ready();
  expect((await playground.snapshot()).settings.options).toEqual({});
});

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
  if (kind === 'boolean')
    await (await playground.control(`input[name="option-${name}"]`)).setChecked(to === true);
  if (kind === 'choice')
    await (await playground.control(`select[name="option-${name}"]`)).selectOption(String(to));
  if (kind === 'number' || kind === 'integer') {
    await playground.enter(`option-${name}`, String(to));
  }
  await playground.ready();
}

/** Structures that together have options of all kinds. The short run uses a single structure. */
const various = sample(structures, ({ id }) => id === 'r-tree');

test('the selected structures have options of all kinds', () => {
  const kinds = (some: typeof various) =>
    new Set(some.flatMap(({ options }) => options.map(({ kind }) => kind)));
  expect(kinds(various)).toEqual(kinds(structures));
});

test.each(
  various.filter(({ options }) => options.length).map(({ id, options }) => [id, options] as const),
)('every option of %s has a control that reaches the index', async (id, options) => {
  const playground = await opened.page();
  await playground.open(`v=1&structure=${id}&scene=uniform&n=50&dim=2&play=0`);
  await playground.drawer('Scene');
  await playground.page.locator('.details summary').first().click();
  for (const spec of options) {
    const value = anotherValue(spec);
    await setOption(playground, spec, value);
    const { sides } = await playground.snapshot();
    expect(sides[0].options[spec.name], spec.name).toBe(value);
    await expectSound(playground);
  }
  const hints = playground.page.locator('.details').first().locator('.hint');
  const offered = structuresWithPageOptions.find((entry) => entry.id === id);
  await expect.poll(() => hints.count()).toBe(offered?.options.length);
});

test('changing the structure keeps the frame of the scene', async () => {
  const playground = await opened.page();
  await playground.open('v=1&scene=uniform&n=100&play=0');
  for (let i = 0; i < 4; i++) await playground.page.keyboard.press('.');
  await playground.settle();
  const before = await playground.hits();
  await playground.select('structure', 'sweep-and-prune');
  expect(await playground.hits()).toEqual(before);
});
