/** Indices and worlds that are part of the reactive state of common libraries. */

import { produce } from 'immer';
import { autorun, makeAutoObservable, observable } from 'mobx';
import { DynamicTree, init, World } from 'sapwood/all';
import { proxy, ref as valtioRef } from 'valtio/vanilla';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isReactive, reactive, readonly, ref, shallowReactive, shallowRef, watchEffect } from 'vue';

beforeAll(() => init());

let tree: DynamicTree;
let world: World;
beforeEach(() => {
  tree = new DynamicTree({ dimensions: 2 });
  tree.build([0, 0, 1, 1, 1, 1, 2, 2]);
  world = new World({ dimensions: 2 });
  world.add([0, 0, 1, 1]);
  world.add([1, 1, 2, 2]);
});

interface State {
  tree: DynamicTree;
  world: World;
}

/** The only function of Alpine that the test uses. Alpine has no type declarations. */
interface Alpine {
  reactive(state: State): State;
}

function expectWorks(state: State): void {
  expect([...state.tree.pairs()]).toEqual([0, 1]);
  expect(state.tree.size).toBe(2);
  expect(state.tree.insert([5, 5, 6, 6])).toBe(2);
  expect([...state.tree.queryBox([5, 5, 5, 5])]).toEqual([2]);
  expect(state.world.step()).toBe(1);
  expect([...state.world.pairs]).toEqual([0, 1]);
  state.tree.dispose();
  state.world.dispose();
}

test.each([
  ['reactive', (state: State) => reactive(state)],
  ['a reactive list', ({ tree, world }: State) => ({ ...reactive({ list: [tree, world] }) })],
  ['shallowReactive', (state: State) => shallowReactive(state)],
  ['readonly', (state: State) => readonly(state)],
  ['ref', (state: State) => ref(state).value],
  ['shallowRef', (state: State) => shallowRef(state).value],
])('%s of Vue does not wrap an index or a world', (_, wrap) => {
  const state = wrap({ tree, world }) as State & { list?: unknown[] };
  const found = state.list === undefined ? state : { tree: state.list[0], world: state.list[1] };
  expect(found.tree).toBe(tree);
  expect(isReactive(found.tree)).toBe(false);
  expectWorks(found as State);
});

test('a ref of Vue holds the index itself and triggers when another index is assigned', async () => {
  const held = ref(tree);
  expect(held.value).toBe(tree);
  const sizes: number[] = [];
  watchEffect(() => sizes.push(held.value.size), { flush: 'sync' });
  held.value = new DynamicTree({ dimensions: 2 });
  expect(sizes).toEqual([2, 0]);
});

test('the reactivity of Alpine does not wrap an index or a world', async () => {
  // globals that Alpine requires on import
  const page = { MutationObserver: class {}, Element: class {}, window: globalThis };
  const document = { createElement: () => ({}) };
  for (const [name, value] of Object.entries({ ...page, document })) vi.stubGlobal(name, value);
  const { default: Alpine } = (await import('alpinejs' as string)) as { default: Alpine };
  vi.unstubAllGlobals();
  const state = Alpine.reactive({ tree, world });
  expect(state.tree).toBe(tree);
  expectWorks(state);
});

test.each([
  ['observable', (state: State) => observable(state)],
  ['makeAutoObservable', (state: State) => makeAutoObservable(state)],
  ['shallow observable', (state: State) => observable(state, {}, { deep: false })],
])('%s of MobX does not wrap an index or a world', (_, wrap) => {
  const state = wrap({ tree, world }) as State;
  autorun(() => expect(state.tree).toBe(tree))();
  expectWorks(state);
});

test('a draft of Immer does not wrap an index or a world', () => {
  const state = produce({ tree, world, frames: 0 }, (draft) => {
    draft.frames = draft.tree.size;
  });
  expect(state.frames).toBe(2);
  expect(state.tree).toBe(tree);
  expectWorks(state);
});

test('Valtio wraps an index, so that methods throw, unless the index is in a ref', () => {
  const state = proxy({ tree, world });
  expect(() => state.tree.size).toThrow(
    /^this: expected an index or a world, got a proxy of one; .*ref\(index\) in Valtio/,
  );
  expect(() => state.world.step()).toThrow(/got a proxy of one/);
  expectWorks(proxy({ tree: valtioRef(tree), world: valtioRef(world) }) as State);
});
