/**
 * Editing of various scenes: bodies, triangles, files, moving scenes and builds in steps. Limits of
 * editing.
 */

import { structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { EditPage, middleOf, plane } from './support/edit-page.js';
import { usePlayground, wide } from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();

describe('scenes of bodies, triangles and files', () => {
  const scenes = [
    ['scene=pile&n=200', 200],
    ['scene=teapot&n=500', 0],
  ] as const;
  longTest.each(scenes)(
    '%s becomes resting boxes during editing, and is restored',
    async (scene, n) => {
      const playground = await opened.as(EditPage);
      await playground.open(`v=1&${scene}&play=0`);
      const items = n || (await playground.boxes()).length / 6;
      await playground.edit('paint');
      await playground.click({ x: 400, y: 120 });
      await playground.expectSound(items + 1);
      const before = (await playground.boxes()).slice(0, 6 * items);
      expect(await playground.page.textContent('.edit')).toContain('frozen as boxes');
      await playground.page.keyboard.press('Escape');
      await playground.page.keyboard.press('.');
      await playground.settle();
      expect((await playground.boxes()).slice(0, 6 * items)).toEqual(before);
      await playground.page.getByRole('button', { name: 'Discard edits' }).click();
      await playground.expectSound(items);
      await playground.page.keyboard.press('.');
      await playground.settle();
      expect(await playground.boxes()).not.toEqual(before);
    },
  );

  longTest('boxes of a file can be edited', async () => {
    const playground = await opened.as(EditPage);
    await playground.open('v=1&scene=uniform&n=100&play=0');
    await playground.openFile('boxes.csv', '0,0,2,2\n1,1,3,3\n5,5,6,6');
    await playground.page.waitForFunction(() => window.playground?.snapshot()?.items === 3);
    await playground.edit('paint');
    await playground.click({ x: 560, y: 330 });
    await playground.expectSound(4);
  });
});

test('steps move the scene except for edited boxes, and Play ends editing', async () => {
  const playground = await opened.as(EditPage);
  await playground.open(plane.replace('play=0', 'motion=drift'));
  await playground.edit('paint');
  expect((await playground.snapshot()).settings.play).toBe(false);
  await playground.click({ x: 560, y: 300 });
  const added = await playground.boxOf(40);
  const { frame } = await playground.snapshot();
  for (const policy of ['update', 'move', 'rebuild']) {
    await playground.check('policy', policy);
    await playground.page.keyboard.press('.');
    await playground.expectSound(41, policy);
  }
  expect((await playground.snapshot()).frame).toBe(frame + 3);
  expect(await playground.boxOf(40)).toEqual(added);
  await playground.page.getByRole('button', { name: 'Play' }).click();
  await playground.page.waitForFunction((from) => {
    return (window.playground?.snapshot()?.frame ?? 0) > from + 4;
  }, frame);
  expect(await playground.isChecked('input[name="edit"]')).toBe(false);
  await playground.page.getByRole('button', { name: 'Pause' }).click();
  await playground.expectSound(41);
});

const gradual = [
  ['static-tree', 'building'],
  ['scene-pruner', 'copying'],
] as const;
longTest.each(gradual)('an incremental build of %s does not lose edits', async (id, state) => {
  const playground = await opened.as(EditPage);
  await playground.open(`${plane}&structure=${id}&policy=gradual&work=10&motion=still`);
  await playground.edit('paint');
  await playground.click({ x: 560, y: 300 });
  await playground.page.keyboard.press('.');
  await playground.settle();
  expect((await playground.snapshot()).sides[0].build?.state).toBe(state);
  await playground.click({ x: 600, y: 340 });
  await playground.expectSound(42);
  for (let i = 0; i < 60; i++) await playground.page.keyboard.press('.');
  await playground.expectSound(42);
  expect((await playground.snapshot()).sides[0].build?.finished).toBeGreaterThan(0);
});

test('a build in steps shows the edited scene and ends editing', async () => {
  const playground = await opened.as(EditPage);
  await playground.open(plane);
  await playground.edit('paint');
  await playground.click({ x: 560, y: 300 });
  await playground.page.keyboard.press('u');
  await playground.ready();
  expect((await playground.snapshot()).sides[0].building?.length).toBe(41);
  expect(await playground.isChecked('input[name="edit"]')).toBe(false);
  await playground.page.keyboard.press('u');
  await playground.expectSound(41);
});

longTest('another scene starts without edits and can be edited immediately', async () => {
  const playground = await opened.as(EditPage);
  await playground.open(plane);
  await playground.edit('paint');
  await playground.click({ x: 560, y: 300 });
  await playground.page.keyboard.press('r');
  await playground.ready();
  await playground.expectSound(40);
  expect(await playground.words()).toContain('nothing changed');
  await playground.check('dim', '3');
  const { items } = await playground.snapshot();
  await playground.click({ x: 400, y: 120 });
  await playground.expectSound(items + 1);
});

longTest('ending the editing disposes of its geometries', async () => {
  const playground = await opened.as(EditPage);
  await playground.open(plane);
  const geometries = async () => {
    await playground.settle();
    return playground.page.evaluate(() => window.playground?.resources().geometries);
  };
  const before = await geometries();
  for (let i = 0; i < 3; i++) {
    await playground.edit('paint');
    await playground.page.mouse.move(560, 300 + i);
    await playground.settle();
    await playground.page.getByRole('button', { name: 'End editing' }).click();
  }
  expect(await geometries()).toBe(before);
});

longTest('a message reports that the editing tools could not be loaded', async () => {
  const playground = await opened.fresh(wide, EditPage);
  await playground.page.route('**/edit-tools-*.js', (route) => route.abort());
  await playground.open(plane);
  await (await playground.control('input[name="edit"]')).click();
  const notice = playground.page.locator('.edit-field .notice');
  await notice.waitFor();
  expect(await notice.textContent()).toContain('could not be loaded');
  expect(await playground.isChecked('input[name="edit"]')).toBe(false);
  playground.errorMessages.length = 0;
});

longTest(
  'the link does not include edits, and a message reports it; the code includes them',
  async () => {
    const playground = await opened.as(EditPage);
    await playground.open(plane);
    await playground.edit('paint');
    await playground.addressed();
    const before = playground.addressHash();
    await playground.click({ x: 560, y: 300 });
    await playground.addressed();
    expect(playground.addressHash()).toBe(before);
    expect(await playground.page.textContent('.edit')).toContain('Links do not include edits');
    await playground.drawer('Scene');
    await playground.page.getByRole('button', { name: 'Show code' }).click();
    const code = playground.page.getByRole('textbox', { name: 'Code' });
    expect(await code.inputValue()).toContain('41 boxes of “Uniform”, seed 1, edited by hand');
  },
);

describe('limits', () => {
  longTest('more than 1,000 added boxes are rejected with a message', async () => {
    const playground = await opened.as(EditPage);
    await playground.open(plane.replace('show=bodies,hierarchy,pairs', 'show=bodies&q=box'));
    await playground.edit('paint');
    await playground.setSize('0.3');
    const at = await playground.toPage();
    const { box } = (await playground.snapshot()).query;
    for (let row = 1; row < 8; row++) {
      const y = box[1] + (0.07 + row * 0.05) * (box[3] - box[1]);
      await playground.drag(at(box[0] + 0.2, y), at(box[2] - 0.2, y));
    }
    await playground.expectSound(1040);
    await playground.click(at(box[0] + 0.2, box[3] - 0.4));
    await playground.expectSound(1040);
    const notice = playground.page.locator('.edit .notice');
    expect(await notice.textContent()).toContain('at most 1,000 boxes');
    await playground.choose('hand');
    await playground.page.keyboard.press('Delete');
    await playground.expectSound(1039);
  });

  longTest('an invalid size does not change the size', async () => {
    const playground = await opened.as(EditPage);
    await playground.open(plane);
    await playground.edit('paint');
    const size = playground.page.locator('input[name="edit-size"]');
    for (const [wrong, right] of [
      ['999', '30'],
      ['-4', '0.3'],
      ['', '0.3'],
    ]) {
      await playground.setSize(wrong);
      expect(await playground.page.textContent('.edit .notice')).toContain('number from 0.3 to 30');
      expect(await size.inputValue()).toBe(right);
    }
  });

  longTest('all boxes can be erased and a new box added with every structure', async () => {
    const playground = await opened.as(EditPage);
    await playground.open(plane.replace('n=40', 'n=2'));
    await playground.edit('erase');
    const flat = structures.filter(({ dimensions }) => dimensions.includes(2));
    for (const { id } of sample(flat, ({ id }) => ['octree', 'static-tree'].includes(id))) {
      await playground.select('structure', id);
      const at = await playground.toPage();
      while ((await playground.snapshot()).items > 0) {
        await playground.click(at(...middleOf(await playground.boxOf(0))));
      }
      await playground.expectSound(0, id);
      await playground.choose('paint');
      await playground.click({ x: 560, y: 300 });
      await playground.expectSound(1, id);
      await playground.page.getByRole('button', { name: 'Discard edits' }).click();
      await playground.choose('erase');
      await playground.expectSound(2, id);
    }
  });
});
