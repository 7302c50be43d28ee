/** Controls the playground while the scene is edited. */

import { expect } from 'vitest';
import { PlaygroundPage } from './playground-page.js';

export const plane =
  'v=1&dim=2&scene=uniform&n=40&play=0&box=0.5,0.5,0.5,0.3,0.3,0.3&show=bodies,hierarchy,pairs';
export const space = 'v=1&scene=uniform&n=40&play=0&box=0.5,0.5,0.5,0.3,0.3,0.3';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function middleOf([left, bottom, right, top]: readonly number[]): [number, number] {
  return [(left + right) / 2, (bottom + top) / 2];
}

export class EditPage extends PlaygroundPage {
  async edit(tool = 'hand'): Promise<void> {
    await this.drawer('Scene');
    // on a narrow page the sheet with the check box closes at once, and check() would fail to read
    // the new state
    await this.page.click('input[name="edit"]');
    await this.choose(tool);
  }

  async choose(tool: string): Promise<void> {
    await this.page.check(`input[name="edit-tool"][value="${tool}"]`);
    await this.settle();
  }

  async setSize(percent: string): Promise<void> {
    await this.page.fill('input[name="edit-size"]', percent);
    await this.page.keyboard.press('Enter');
    await this.settle();
  }

  /**
   * Expects that all structures are valid, and that the hits and pairs of each view equal brute
   * force over the current boxes.
   */
  async expectSound(items: number, note = ''): Promise<void> {
    await this.settle();
    const { items: found, pairs, settings, sides } = await this.snapshot();
    expect(found, note).toBe(items);
    const { length } = await this.boxes();
    expect(length / (2 * Number(settings.dim)), note).toBe(items);
    expect(await this.faults(), note).toEqual([]);
    expect(pairs, note).toBe(await this.bruteForcePairs());
    const hits = await this.bruteForceHits();
    for (const side of sides) {
      expect(side.hits, note).toEqual(hits);
      expect(side.pairs, note).toBe(pairs);
    }
  }

  async boxOf(id: number): Promise<number[]> {
    return (await this.boxes()).slice(4 * id, 4 * id + 4);
  }

  /**
   * Returns a function that maps positions in a 2D scene to positions on the page. It is derived
   * from the handles of the query box.
   */
  async toPage(): Promise<(x: number, y: number) => Point> {
    const { box } = (await this.snapshot()).query;
    const center = await this.handlePosition('box-center');
    const edge = await this.handlePosition('box-max-x');
    const [x0, y0] = middleOf(box);
    const scale = (edge.x - center.x) / (box[2] - x0);
    return (x, y) => ({ x: center.x + scale * (x - x0), y: center.y - scale * (y - y0) });
  }

  /** Opens `plane` and adds a box. Returns the center of the box, and the function of `toPage`. */
  async addBox() {
    await this.open(plane);
    await this.edit();
    const at = await this.toPage();
    const center = await this.emptyPlace(0.6);
    await this.click(at(...center));
    await this.expectSound(41);
    return { at, center };
  }

  /**
   * Returns a position in the query box that is more than `clearance` away from all boxes, and four
   * times as far from handles.
   */
  async emptyPlace(clearance: number): Promise<[number, number]> {
    const boxes = await this.boxes();
    const { box } = (await this.snapshot()).query;
    const [left, bottom, right, top] = box;
    const [x0, y0] = middleOf(box);
    const handles = [
      [x0, y0],
      [left, y0],
      [right, y0],
      [x0, bottom],
      [x0, top],
    ];
    for (let step = 1; step < 400; step++) {
      const x = left + (right - left) * ((step * 0.37) % 1);
      const y = bottom + (top - bottom) * ((step * 0.61) % 1);
      if (handles.some(([hx, hy]) => Math.hypot(hx - x, hy - y) < 4 * clearance)) continue;
      let covered = false;
      for (let at = 0; at < boxes.length; at += 4) {
        const beside = boxes[at] - clearance > x || boxes[at + 2] + clearance < x;
        covered ||= !beside && boxes[at + 1] - clearance < y && y < boxes[at + 3] + clearance;
      }
      if (!covered) return [x, y];
    }
    throw new Error('no empty place');
  }

  async click({ x, y }: Point): Promise<void> {
    await this.page.mouse.click(x, y);
    await this.settle();
  }

  async drag(from: Point, to: Point): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await mouse.move(to.x, to.y);
    await mouse.up();
    await this.settle();
  }

  /**
   * Returns the summary of the edits that the page shows: `now` during editing, `rest` after
   * editing.
   */
  async words(when: 'now' | 'rest' = 'now'): Promise<string> {
    return (await this.page.textContent(`[data-edits="${when}"]`)) ?? '';
  }
}
