/**
 * `World.restore` with objects of bodies, with byte arrays that are longer than the snapshot, and
 * with callbacks.
 */

import type { BodyOptions, RestoreOptions, World } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { requireError, thrownError } from '../support/errors.js';
import { randomOf, worldSubjects } from '../support/worlds.js';

beforeAll(() => Promise.all(worldSubjects.map(({ init }) => init())));

/** Object that identifies one body. */
interface Token {
  readonly object: string;
}

describe.each(worldSubjects)('$name', ({ dimensions, create }) => {
  const at = (x: number) =>
    Array.from(
      { length: 2 * dimensions },
      (_, i) => (i % dimensions === 0 ? x : 0) + +(i >= dimensions),
    );
  const objectsOf = (world: World<string>) =>
    Object.fromEntries([...world.ids()].map((id) => [id, world.object(id)]));

  test('after a restore, the id of a replaced body has no object', () => {
    const world = create();
    world.add(at(0), { object: 'a' });
    world.add(at(1), { object: 'stays' });
    const before = world.snapshot();
    world.remove(0);
    // adds a body with the same id, box, layer and filter as the removed body
    expect(world.add(at(0), { object: 'b' })).toBe(0);
    const after = world.snapshot();
    world.restore(before);
    expect(objectsOf(world)).toEqual({ 0: undefined, 1: 'stays' });
    world.restore(after);
    expect(objectsOf(world)).toEqual({ 0: undefined, 1: 'stays' });
    world.dispose();
  });

  test('a restore returns the object of a removed body if its id was not reused', () => {
    const world = create();
    world.add(at(0), { object: 'a' });
    const before = world.snapshot();
    world.remove(0);
    world.step();
    world.restore(before);
    expect(world.object(0)).toBe('a');
    const twin = world.add(at(0), { object: 'b' });
    const both = world.snapshot();
    world.restore(before);
    expect(world.has(twin)).toBe(false);
    world.restore(both);
    expect(objectsOf(world)).toEqual({ 0: 'a', [twin]: 'b' });
    world.dispose();
  });

  test('a body that a replay adds again has the object of the replay', () => {
    const world = create();
    const before = world.snapshot();
    world.step();
    world.add(at(3), { object: 'first' });
    const after = world.snapshot();
    world.restore(before);
    world.step();
    world.add(at(3), { object: 'again' });
    expect(world.snapshot()).toEqual(after);
    world.restore(after);
    expect(world.object(0)).toBe('again');
    world.dispose();
  });

  test('bodies of an abandoned history never have the object of another body', () => {
    const world = create();
    const before = world.snapshot();
    world.add(at(3), { object: 'left' });
    const left = world.snapshot();
    for (const other of [
      () => world.add(at(4), { object: 'another box' }),
      () => world.add(at(3), { object: 'another layer', layer: 'static' }),
      () => world.add(at(3), { object: 'another mask', mask: 6 }),
      () => world.step() + world.add(at(3), { object: 'a step later' }),
    ]) {
      world.restore(before);
      other();
      world.restore(left);
      expect(world.object(0), String(other)).toBeUndefined();
    }
    world.dispose();
  });

  test('another world keeps its objects only for bodies that the same calls added', () => {
    const [one, peer, different] = [create(), create(), create()];
    for (const world of [one, peer]) {
      for (const x of [0, 5])
        world.add(at(x), { object: `${world === one ? 'one' : 'peer'} ${x}` });
    }
    different.add(at(9), { object: 'different' });
    const bytes = one.snapshot();
    expect(peer.snapshot()).toEqual(bytes);
    for (const world of [peer, different]) world.restore(bytes);
    expect(objectsOf(peer)).toEqual({ 0: 'peer 0', 1: 'peer 5' });
    expect(objectsOf(different)).toEqual({ 0: undefined, 1: undefined });
    different.restore(bytes, { object: (id) => `restored ${id}` });
    expect(objectsOf(different)).toEqual({ 0: 'restored 0', 1: 'restored 1' });
    different.restore(bytes);
    expect(objectsOf(different)).toEqual({ 0: 'restored 0', 1: 'restored 1' });
    expect(different.snapshot()).toEqual(bytes);
    for (const world of [one, peer, different]) world.dispose();
  });

  test('each body of the snapshot has the object that the callback returns', () => {
    const world = create();
    for (const object of ['a', 'b', 'c']) world.add(at(0), { object });
    world.remove(1);
    const bytes = world.snapshot();
    const saved = new Map([...world.ids()].map((id) => [id, world.object(id) as string]));
    world.remove(0);
    world.add(at(1), { object: 'x' });
    world.add(at(2), { object: 'y' });
    const received: unknown[] = [];
    const object = (id: number) => {
      // during the callback, the world is not changed yet
      received.push(id, objectsOf(world));
      return saved.get(id);
    };
    const options: RestoreOptions<string> = {};
    options.object = object;
    world.restore(bytes, options);
    const before = { 0: 'x', 1: 'y', 2: 'c' };
    expect(received).toEqual([0, before, 2, before]);
    expect(objectsOf(world)).toEqual({ 0: 'a', 2: 'c' });
    world.restore(bytes, { object: () => undefined });
    expect(objectsOf(world)).toEqual({ 0: undefined, 2: undefined });
    world.restore(bytes, {});
    expect(objectsOf(world)).toEqual({ 0: undefined, 2: undefined });
    world.dispose();
  });

  test('a callback that throws or changes the world leaves the world unchanged', () => {
    const world = create();
    for (const object of ['a', 'b', 'c']) world.add(at(0), { object });
    const bytes = world.snapshot();
    world.remove(2);
    world.move(0, at(7));
    world.add(at(1), { object: 'x' });
    world.step();
    const [before, pairs] = [world.snapshot(), [...world.pairs]];
    const own = new Error('no object today');
    const fails = (id: number) => {
      if (id === 1) throw own;
      return 'lost';
    };
    expect(() => world.restore(bytes, { object: fails })).toThrow(own);
    for (const change of [
      () => world.restore(bytes),
      () => world.step(),
      () => world.add(at(0)),
      () => world.remove(0),
      () => world.move(0, at(0)),
      () => world.touch(0),
      () => world.touchAll(),
      () => world.setLayer(0, 'static'),
      () => world.sleep(0),
      () => world.shiftOrigin(at(0).slice(0, dimensions)),
      () => world.dispose(),
    ]) {
      const object = () => String(change());
      requireError(() => world.restore(bytes, { object }), 'reentrant', 'callbacks', `${change}`);
    }
    expect(objectsOf(world)).toEqual({ 0: 'a', 1: 'b', 2: 'x' });
    expect([world.snapshot(), [...world.pairs]]).toEqual([before, pairs]);
    world.restore(bytes);
    expect(objectsOf(world)).toEqual({ 0: 'a', 1: 'b', 2: undefined });
    world.dispose();
  });

  test('a callback may query and save this world, and restore others', () => {
    const [world, other] = [create(), create()];
    for (const object of ['a', 'b', 'c']) world.add(at(0), { object });
    world.step();
    const bytes = world.snapshot();
    for (const id of [0, 1]) world.move(id, at(50 * id + 50));
    world.step();
    const moved = world.snapshot();
    world.restore(bytes, {
      object: (id) => {
        expect(world.snapshot()).toEqual(moved);
        other.restore(moved, { object: (inner) => `${inner} inside` });
        for (const x of [0, 50, 100]) expect(world.queryBox(at(x))).toHaveLength(1);
        return `${id} outside`;
      },
    });
    expect(objectsOf(world)).toEqual({ 0: '0 outside', 1: '1 outside', 2: '2 outside' });
    expect(objectsOf(other)).toEqual({ 0: '0 inside', 1: '1 inside', 2: '2 inside' });
    expect([world.snapshot(), other.snapshot()]).toEqual([bytes, moved]);
    expect(world.pairs).toHaveLength(6);
    for (const one of [world, other]) one.dispose();
  });

  test('invalid options are rejected and nothing is restored', () => {
    const world = create();
    const bytes = world.snapshot();
    world.add(at(0), { object: 'a' });
    for (const [options, word] of [
      [{ object: 'door' }, 'object'],
      [{ object: null }, 'object'],
      [null, 'options'],
      [() => 'door', 'options'],
    ] as const) {
      const call = () => world.restore(bytes, options as never);
      requireError(call, 'invalid-argument', word, JSON.stringify(options));
    }
    expect(objectsOf(world)).toEqual({ 0: 'a' });
    world.dispose();
  });

  test('setObject replaces objects of live bodies', () => {
    const world = create();
    // both bodies are added with the same options object
    const bodyOptions: BodyOptions<string> = { object: 'a' };
    world.add(at(0), bodyOptions);
    bodyOptions.object = 'b';
    world.add(at(0), bodyOptions);
    world.setObject(0, 'new');
    const bytes = world.snapshot();
    world.setObject(1, undefined);
    world.restore(bytes);
    expect(objectsOf(world)).toEqual({ 0: 'new', 1: undefined });
    requireError(() => world.setObject(2, 'ghost'), 'invalid-id', '2', 'free');
    requireError(() => world.setObject(-1, 'ghost'), 'invalid-id', '-1', 'negative');
    world.remove(0);
    requireError(() => world.setObject(0, 'ghost'), 'invalid-id', '0', 'removed');
    world.dispose();
    requireError(() => world.setObject(1, 'ghost'), 'disposed', 'World', 'disposed');
  });

  test('restore ignores bytes after the snapshot', () => {
    const world = create();
    for (let x = 0; x < 5; x++) world.add(at(x / 2));
    world.step();
    const bytes = world.snapshot();
    for (const [rest, offset] of [
      [1, 0],
      [1000, 0],
      [7, 3],
      [100_000, 1],
    ]) {
      const buffer = new ArrayBuffer(offset + bytes.length + rest);
      const out = new Uint8Array(buffer, offset).fill(0xa5);
      world.restore(bytes);
      expect(world.snapshotInto(out)).toBe(bytes.length);
      world.remove(3);
      world.restore(out);
      expect(world.snapshot()).toEqual(bytes);
      if (offset !== 0) continue;
      world.remove(3);
      world.restore(buffer);
      expect(world.snapshot()).toEqual(bytes);
    }
    world.dispose();
  });

  test('restore reads a smaller snapshot in a reused array', () => {
    const world = create();
    const out = new Uint8Array(4096);
    for (let x = 0; x < 20; x++) world.add(at(x));
    expect(world.snapshotInto(out)).toBeLessThan(out.length);
    for (let x = 5; x < 20; x++) world.remove(x);
    world.step();
    world.snapshotInto(out);
    world.add(at(1));
    world.restore(out);
    expect(world.size).toBe(5);
    world.dispose();
  });

  test('damaged and truncated bytes are rejected, and the message has both lengths', () => {
    const world = create();
    for (let x = 0; x < 3; x++) world.add(at(x), { object: `${x}` });
    world.step();
    const bytes = world.snapshot();
    const long = new Uint8Array(bytes.length + 50);
    long.set(bytes);
    for (let i = 0; i < bytes.length; i++) {
      for (const bit of [1, 0x80]) {
        const damaged = long.slice();
        damaged[i] ^= bit;
        requireError(() => world.restore(damaged), 'bad-data', 'bytes', `byte ${i}`);
      }
      const { code, message } = thrownError(() => world.restore(bytes.slice(0, i)), `length ${i}`);
      const allowed = i < 24 ? 'at least 24' : String(bytes.length);
      expect(code).toBe('bad-data');
      expect(message).toBe(`bytes: expected a snapshot of ${allowed} bytes, got ${i} bytes`);
    }
    for (const foreign of [
      new Uint8Array(100),
      new TextEncoder().encode('{"this":"is a saved game of something else"}'),
    ]) {
      const { message } = thrownError(() => world.restore(foreign), 'foreign');
      expect(message).toContain(`World.snapshot() did not write these ${foreign.length} bytes`);
    }
    expect(world.snapshot()).toEqual(bytes);
    expect(objectsOf(world)).toEqual({ 0: '0', 1: '1', 2: '2' });
    world.dispose();
  });

  test('objects under random use', () => {
    const random = randomOf(1);
    const world = create();
    let bodies = new Map<number, Token>();
    const last = new Map<number, Token>();
    const saved: [Uint8Array, Map<number, Token>][] = [];
    const change = (step: number) => {
      const ids = [...bodies.keys()];
      for (let i = random(4); i > 0; i--) {
        const token = { object: `${step} ${i}` };
        // gives each body a unique box
        const id = world.add(at(step + i / 8), token);
        bodies.set(id, token);
        last.set(id, token);
      }
      for (const id of ids) {
        if (random(4) !== 0) continue;
        world.remove(id);
        bodies.delete(id);
      }
      if (random(3) === 0) world.step();
    };
    for (let step = 0; step < 300; step++) {
      change(step);
      if (random(5) === 0) saved.push([world.snapshot(), new Map(bodies)]);
      const kept = saved[random(saved.length)];
      if (random(4) === 0 && kept !== undefined) {
        world.restore(kept[0]);
        bodies = new Map(kept[1]);
        for (const [id, token] of bodies) {
          if (last.get(id) !== token) last.delete(id);
          expect(world.object(id), `step ${step}`).toBe(last.get(id)?.object);
        }
      }
    }
    world.dispose();
  });
});
