/** The user edits the scene with a mouse, with every structure. */

import { structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { EditPage, middleOf, plane, space } from './support/edit-page.js';
import { usePlayground } from './support/playground-page.js';
import { longTest, sample } from './support/volume.js';

const opened = usePlayground();

describe('with a mouse', () => {
  test('a click on empty ground adds a box, a drag moves it, Delete removes it', async () => {
    const playground = await opened.as(EditPage);
    const { at, center } = await playground.addBox();
    const [x, y] = center;
    const added = await playground.boxOf(40);
    expect(middleOf(added)[0]).toBeCloseTo(x, 1);
    expect(middleOf(added)[1]).toBeCloseTo(y, 1);
    expect(await playground.words()).toContain('1 added');
    await playground.drag(at(x, y), at(x + 2, y + 1));
    await playground.expectSound(41);
    const moved = middleOf(await playground.boxOf(40));
    expect(moved[0] - middleOf(added)[0]).toBeCloseTo(2, 1);
    expect(moved[1] - middleOf(added)[1]).toBeCloseTo(1, 1);
    await playground.page.keyboard.press('Delete');
    await playground.expectSound(40);
    expect(await playground.words()).toContain('nothing changed');
  });

  test('a dragged item follows the pointer, and the hits are updated', async () => {
    const playground = await opened.as(EditPage);
    await playground.open(plane);
    await playground.edit();
    const at = await playground.toPage();
    const before = await playground.hits();
    const outside = Array.from({ length: 40 }, (_, id) => id).find((id) => !before.includes(id));
    const [x, y] = middleOf(await playground.boxOf(outside ?? 0));
    const { box } = (await playground.snapshot()).query;
    await playground.drag(at(x, y), at(box[0] + 1, box[1] + 1));
    await playground.expectSound(40);
    const after = await playground.hits();
    expect(after.length).toBe(before.length + 1);
    expect(await playground.words()).toContain('1 moved');
  });

  longTest(
    'a stroke over empty ground draws a row of boxes with a spacing of their width',
    async () => {
      const playground = await opened.as(EditPage);
      await playground.open(plane);
      await playground.edit('paint');
      await playground.setSize('2');
      const at = await playground.toPage();
      const { box } = (await playground.snapshot()).query;
      const y = box[1] + 0.23 * (box[3] - box[1]);
      await playground.drag(at(box[0] + 0.5, y), at(box[2] - 0.5, y));
      const { items } = await playground.snapshot();
      expect(items).toBeGreaterThan(50);
      await playground.expectSound(items);
      const first = await playground.boxOf(40);
      const second = await playground.boxOf(41);
      const width = first[2] - first[0];
      expect(second[0] - first[0]).toBeCloseTo(1.25 * width, 3);
      await playground.page.getByRole('button', { name: 'Undo' }).click();
      await playground.expectSound(40, 'a stroke is undone as one');
    },
  );

  test('the eraser removes items it touches; Ctrl+Z and reset restore them', async () => {
    const playground = await opened.as(EditPage);
    await playground.open(plane);
    const before = await playground.boxes();
    await playground.edit('erase');
    const at = await playground.toPage();
    for (const id of [3, 17, 30]) {
      await playground.click(at(...middleOf(await playground.boxOf(id))));
    }
    const { items } = await playground.snapshot();
    expect(items).toBe(37);
    await playground.expectSound(items);
    await playground.page.keyboard.press('Control+z');
    await playground.expectSound(38);
    await playground.choose('paint');
    await playground.click(at(...(await playground.emptyPlace(0.5))));
    await playground.expectSound(39);
    for (let i = 0; i < 3; i++) await playground.page.keyboard.press('Control+z');
    await playground.expectSound(40);
    expect(await playground.boxes()).toEqual(before);
    await playground.choose('erase');
    await playground.click(at(...middleOf(await playground.boxOf(5))));
    await playground.page.getByRole('button', { name: 'Discard edits' }).click();
    await playground.expectSound(40);
    expect(await playground.boxes()).toEqual(before);
  });

  longTest('the right button turns the view, the main button does not', async () => {
    const playground = await opened.as(EditPage);
    await playground.open(space);
    await playground.edit('erase');
    const { mouse } = playground.page;
    const turn = async (button: 'left' | 'right') => {
      await mouse.move(600, 120);
      await mouse.down({ button });
      await mouse.move(700, 150, { steps: 4 });
      await mouse.up({ button });
      await playground.settle();
      return playground.handlePosition('box-max-x');
    };
    const edge = await playground.handlePosition('box-max-x');
    expect(await turn('left')).toEqual(edge);
    const turned = await turn('right');
    expect(Math.hypot(turned.x - edge.x, turned.y - edge.y)).toBeGreaterThan(5);
  });
});

const worlds = [
  [2, plane],
  [3, space],
] as const;
describe.each(sample(worlds, ([dim]) => dim === 3))('in %sD', (dim, hash) => {
  test('painting, moving and erasing change the index of every structure', async () => {
    const playground = await opened.as(EditPage);
    await playground.open(hash);
    await playground.edit('paint');
    let items = 40;
    const there = sample(
      structures.filter(({ dimensions }) => dimensions.includes(dim as 2 | 3)),
      ({ id }) => id === 'dynamic-tree',
    );
    for (const { id } of there) {
      await playground.select('structure', id);
      await playground.choose('paint');
      await playground.drag({ x: 420, y: 240 }, { x: 490, y: 310 });
      const added = (await playground.snapshot()).items;
      expect(added, id).toBeGreaterThan(items);
      await playground.expectSound(added, `${id}, painted`);
      await playground.choose('hand');
      const before = await playground.boxes();
      await playground.drag({ x: 420, y: 240 }, { x: 540, y: 230 });
      await playground.expectSound(added, `${id}, moved`);
      expect(await playground.boxes(), `${id}, moved`).not.toEqual(before);
      await playground.choose('erase');
      await playground.drag({ x: 490, y: 310 }, { x: 540, y: 230 });
      items = (await playground.snapshot()).items;
      expect(items, id).toBeLessThan(added);
      await playground.expectSound(items, `${id}, erased`);
      await playground.page.keyboard.press('Control+z');
      await playground.expectSound(added, `${id}, undone`);
      items = added;
    }
  });
});

longTest('both sides of a comparison receive the edits of either view', async () => {
  const playground = await opened.as(EditPage);
  await playground.open(`${plane}&structure=octree&with=hash-grid`.replace('dim=2', 'dim=3'));
  await playground.edit('paint');
  await playground.click({ x: 420, y: 330 });
  await playground.expectSound(41);
  await playground.click({ x: 700, y: 330 });
  await playground.expectSound(42);
  const { sides } = await playground.snapshot();
  expect(sides.length).toBe(2);
});

longTest('the trace and the chart of nodes show the edited scene', async () => {
  const playground = await opened.as(EditPage);
  await playground.open(`${plane}&show=bodies,hierarchy,tree&step=4`);
  await playground.edit('paint');
  await playground.drag({ x: 560, y: 300 }, { x: 640, y: 380 });
  const { items, nodes, sides } = await playground.snapshot();
  expect(items).toBeGreaterThan(41);
  expect(nodes).toBe(2 * items - 1);
  await playground.expectSound(items);
  const { trace } = sides[0];
  if (trace === null || typeof trace === 'string') throw new Error(`no trace: ${trace}`);
  expect(trace.hits).toEqual(await playground.bruteForceHits());
  expect(trace.nodeVisits).toBe(sides[0].nodeVisits);
  expect(sides[0].shownNodes).toBe(nodes);
});
