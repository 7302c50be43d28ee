/** The user edits the scene by keyboard and by touch. */

import { describe, expect, test } from 'vitest';
import { EditPage, middleOf, type Point, plane, space } from './support/edit-page.js';
import { usePlayground } from './support/playground-page.js';
import { longTest } from './support/volume.js';

const opened = usePlayground();

describe('by keys', () => {
  test('E starts, arrows move the cursor, Enter adds, Space picks up, Delete erases, Escape ends', async () => {
    const playground = await opened.as(EditPage);
    await playground.open(plane);
    const { keyboard } = playground.page;
    await keyboard.press('e');
    await playground.page.getByRole('region', { name: 'Edit by hand' }).waitFor();
    const cursor = playground.handle('edit-cursor');
    expect(await cursor.evaluate((element) => element === document.activeElement)).toBe(true);
    for (let i = 0; i < 6; i++) await keyboard.press('Shift+ArrowRight');
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await playground.expectSound(41);
    const first = middleOf(await playground.boxOf(40));
    await keyboard.press('Shift+ArrowUp');
    expect(middleOf(await playground.boxOf(40))).toEqual(first);
    await keyboard.press('Enter');
    await playground.expectSound(42);
    const second = middleOf(await playground.boxOf(41));
    expect(second[0]).toBeCloseTo(first[0], 4);
    expect(second[1]).toBeGreaterThan(first[1]);
    await keyboard.press(' ');
    expect(await playground.words()).toMatch(/box \d+ is picked up/);
    await keyboard.press('ArrowLeft');
    await playground.expectSound(42);
    const moved = await playground.boxes();
    const held = Number((await playground.words())?.match(/box (\d+) is picked up/)?.[1]);
    expect(middleOf(moved.slice(4 * held, 4 * held + 4))[0]).toBeLessThan(second[0] + 1);
    await keyboard.press('Delete');
    await playground.expectSound(41);
    await keyboard.press('Control+z');
    await playground.expectSound(42);
    await keyboard.press('Escape');
    await playground.page
      .getByRole('region', { name: 'Edit by hand' })
      .waitFor({ state: 'hidden' });
    expect(await playground.isChecked('input[name="edit"]')).toBe(false);
    await playground.expectSound(42);
    expect(await playground.words('rest')).toContain('2 added');
  });

  longTest('keys typed into a field do not edit the scene', async () => {
    const playground = await opened.as(EditPage);
    await playground.open(plane);
    await playground.edit('paint');
    await playground.click({ x: 560, y: 300 });
    await playground.page.focus('input[name="edit-size"]');
    for (const key of ['Delete', 'Control+z', 'Escape']) await playground.page.keyboard.press(key);
    await playground.expectSound(41);
    expect(await playground.isChecked('input[name="edit"]')).toBe(true);
  });
});

describe('by touch', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  longTest('one finger draws; a second finger undoes the stroke and turns the view', async () => {
    const playground = await opened.as(EditPage, phone);
    await playground.open(space.replace('0.3,0.3,0.3', '0.1,0.1,0.1'));
    await playground.page.getByRole('button', { name: 'Scene', exact: true }).click();
    await playground.edit('paint');
    const session = await playground.page.context().newCDPSession(playground.page);
    const touch = async (type: string, ...points: Point[]) => {
      const touchPoints = points.map((point, id) => ({ ...point, id }));
      await session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints });
      await playground.settle();
    };
    await touch('touchStart', { x: 60, y: 240 });
    await touch('touchMove', { x: 120, y: 260 });
    await touch('touchMove', { x: 330, y: 250 });
    await touch('touchEnd');
    const { items } = await playground.snapshot();
    expect(items).toBeGreaterThan(41);
    await playground.expectSound(items);
    const edge = await playground.handlePosition('box-max-x');
    await touch('touchStart', { x: 80, y: 220 });
    expect((await playground.snapshot()).items).toBe(items + 1);
    await touch('touchStart', { x: 80, y: 220 }, { x: 180, y: 220 });
    await touch('touchMove', { x: 110, y: 230 }, { x: 210, y: 230 });
    await touch('touchMove', { x: 150, y: 240 }, { x: 250, y: 240 });
    await touch('touchEnd');
    await playground.settle();
    await playground.expectSound(items);
    const turned = await playground.handlePosition('box-max-x');
    expect(Math.hypot(turned.x - edge.x, turned.y - edge.y)).toBeGreaterThan(5);
  });
});
