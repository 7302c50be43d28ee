/** Edited scenes have the results of brute force with every structure. */

import { structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { EditableSource } from '../../../web/playground/src/model/editable-source.js';
import { EditedSource } from '../../../web/playground/src/model/edited-source.js';
import { Session } from '../../../web/playground/src/session/session.js';
import { choicesOf } from '../../../web/playground/src/session/setting-keys.js';
import { prepare, Scene } from './scene.js';

beforeAll(prepare);

const beside = (box: Float32Array) => box.map((value) => value + 0.7);

const cases = structures.flatMap(({ id, dimensions }) =>
  dimensions.flatMap((dim) => [0, 40].map((left) => [id, dim, left] as const)),
);

test.each(cases)('%s in %iD is exact during edits down to %i items', async (id, dim, left) => {
  const address = `v=1&scene=uniform&n=60&motion=drift&play=0&dim=${dim}&structure=${id}`;
  const opened = await Scene.open(`${address}&box=0.5,0.5,0.5,0.3,0.3,0.3`);
  const source = new EditableSource(opened.session.source);
  const edited = new EditedSource(source.made);
  source.edited = edited;
  const session = new Session(choicesOf(opened.settings), source, opened.settings);
  const scene = opened.over(session);
  const first = [...session.boxes];
  const boxAt = (at: number) => session.boxes.slice(2 * dim * at, 2 * dim * (at + 1));
  const look = (note: string) => {
    session.refresh(scene.settings);
    expect(session.boxes.length / (2 * dim), note).toBe(edited.count);
    scene.expectSound(note);
  };
  for (let i = 0; i < 5; i++) session.edit(edited.add(beside(boxAt(7 * i))));
  look('added');
  session.edit(edited.shift(61, dim === 2 ? [1, -2] : [1, -2, 1]));
  session.edit(edited.shift(3, dim === 2 ? [4, 1] : [4, 1, 0]));
  look('moved');
  scene.step();
  look('moving on');
  while (edited.count > left) session.edit(edited.erase(Math.floor(edited.count / 2)));
  look('erased');
  session.edit(edited.add(Float32Array.from(first.slice(0, 2 * dim))));
  look('added again');
  while (!edited.isUntouched) session.edit(edited.undo());
  look('undone');
  expect(edited.count).toBe(60);
  session.dispose();
  opened.dispose();
});
